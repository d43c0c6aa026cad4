/** The spending of a spreadsheet, as the sidebar shows it. */

import { DATASETS } from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import type { Activity, HeldCredits } from '../../contract/spending.js';
import { committedBy, type Ledger, laterBalance, withPurchases } from '../../core/ledger.js';
import { isInFlight, isOpen, type Purchase } from '../../core/purchase.js';
import { bodyOf } from '../../core/wire.js';
import type { Platform } from '../platform.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { listedCalls } from '../storage/spending-book.js';

/** How many of the last days are shown, today included. */
const SHOWN_DAYS = 30;
const SHOWN_CALLS = 200;
/** The `asker` of a job's purchase begins with this. */
const JOB = 'job ';

/** @param today in the spreadsheet's zone */
export function readActivity(platform: Platform, today: string): Activity {
  const values = platform.allDocumentProperties();
  const now = platform.clock.now();
  const ledger = new PurchaseStore(platform).ledger();
  const ended = ledger.purchases.filter((one) => !isOpen(one, now));
  const book = withPurchases(ledger.book, ended, [], today);
  const balance = ended.reduce(laterBalance, ledger.book.balance);
  const committed = committedBy(ledger, today, now);
  const since = addDays(today, 1 - SHOWN_DAYS);
  const past = Object.entries(book.days).filter(([day]) => day >= since && day < today);
  return {
    ...committed,
    days: [...past.sort(), [today, committed.today] as const].map(([day, credits]) => ({ day, credits })),
    ...(balance && { balance: balance.credits }),
    held: heldOf(ledger, now),
    calls: [...ended.flatMap(({ call }) => call ?? []), ...listedCalls(values)]
      .sort((a, b) => b.at - a.at)
      .slice(0, SHOWN_CALLS),
  };
}

/** Returns the credits of paid calls that are over with an unknown outcome, with their questions in words. */
function heldOf({ purchases }: Ledger, now: number): HeldCredits[] {
  const held = purchases.filter((one) => isOpen(one, now) && one.amount > 0 && !isInFlight(one, now));
  return held.map((purchase) => ({
    token: purchase.token,
    credits: purchase.amount,
    since: purchase.at,
    job: purchase.asker.startsWith(JOB) ? purchase.asker.slice(JOB.length) : '',
    question: describePurchase(purchase),
  }));
}

function describePurchase({ dataset, requests }: Purchase): string {
  const [request] = requests;
  if (!request) return '';
  const parts = Object.entries(bodyOf(request)).map(
    ([name, value]) => `${name} ${[value].flat().join(' | ')}`,
  );
  return `${DATASETS[dataset].functionName}: ${parts.join(', ')}`;
}
