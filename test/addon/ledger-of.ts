/** The ledger as the add-on reads it: from the log of purchases and its checkpoint. */
import type { Platform } from '../../src/addon/platform.js';
import { PurchaseStore } from '../../src/addon/storage/purchase-store.js';
import { committedBy } from '../../src/core/ledger.js';
import { isOpen } from '../../src/core/purchase.js';

export interface LedgerSums {
  /** What was spent on the day for certain, and in the month. */
  readonly today: number;
  readonly thisMonth: number;
  readonly open: readonly { readonly amount: number; readonly unclear?: boolean }[];
  /** Calls ever listed. */
  readonly logged: number;
}

export function ledgerOf(
  platform: Pick<Platform, 'allDocumentProperties' | 'clock' | 'compress' | 'expand'>,
): LedgerSums {
  const now = platform.clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const ledger = new PurchaseStore(platform as Platform).ledger();
  const open = ledger.purchases.filter((one) => isOpen(one, now));
  const held = open.reduce((sum, { amount }) => sum + amount, 0);
  const { today, month } = committedBy(ledger, day, now);
  return {
    today: today - held,
    thisMonth: month - held,
    open: open.map(({ amount, state }) => ({ amount, ...(state === 'unclear' && { unclear: true }) })),
    logged: ledger.book.listed + ledger.purchases.filter(({ call }) => call).length,
  };
}
