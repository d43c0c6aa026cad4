/** The spending of a spreadsheet: a pure fold of purchases, of which the older ones are summed up in a book. */
import { addDays } from '../contract/dates.js';
import { isOpen, LEASE_MS, type Purchase } from './purchase.js';

/** The sums of purchases that have left the log. */
export interface Book {
  /** Credits by day, in the zone of the spreadsheet. */
  readonly days: Readonly<Record<string, number>>;
  readonly balance?: { readonly at: number; readonly credits: number };
  /** Purchases that are counted in it, as long as the log may have them, too. */
  readonly counted: readonly string[];
  /** Number of calls ever listed: where the next one goes. */
  readonly listed: number;
}

export const EMPTY_BOOK: Book = { days: {}, counted: [], listed: 0 };

/** How many days before today the book keeps. */
const KEPT_DAYS = 62;

export interface Ledger {
  readonly book: Book;
  /** The purchases of the log that the book does not count. */
  readonly purchases: readonly Purchase[];
}

/** The cost of a purchase. One without an answer that nobody has repeated within a day counts as spent. */
export function creditsOf(purchase: Purchase): number {
  if (purchase.state === 'answered') return purchase.call?.credits ?? 0;
  return purchase.state === 'requested' || purchase.state === 'unclear' ? purchase.amount : 0;
}

export function ledgerOf(book: Book, purchases: readonly Purchase[]): Ledger {
  const counted = new Set(book.counted);
  return { book, purchases: purchases.filter(({ token }) => !counted.has(token)) };
}

export function openPurchases({ purchases }: Ledger, now: number): Purchase[] {
  return purchases.filter((one) => isOpen(one, now));
}

/** Credits spent, or possibly spent, on a day and in its month: all that is open counts, whenever it was sent. */
export interface Committed {
  readonly today: number;
  readonly month: number;
}

/** The book keeps the days of two months. */
export function committedBy({ book, purchases }: Ledger, today: string, now: number): Committed {
  const committedIn = (days: string) => {
    const counted = Object.entries(book.days).filter(([day]) => day.startsWith(days));
    const logged = purchases.filter((one) => one.day.startsWith(days) || isOpen(one, now));
    const credits = [...counted.map(([, spent]) => spent), ...logged.map(creditsOf)];
    return credits.reduce((sum, one) => sum + one, 0);
  };
  return { today: committedIn(today), month: committedIn(today.slice(0, 'YYYY-MM-'.length)) };
}

/** The book with purchases that have ended. @param logged tokens that the log still has */
export function withPurchases(
  book: Book,
  ended: readonly Purchase[],
  logged: readonly string[],
  today: string,
): Book {
  const known = new Set(book.counted);
  const added = ended.filter(({ token }) => !known.has(token));
  const days = { ...book.days };
  for (const one of added) days[one.day] = (days[one.day] ?? 0) + creditsOf(one);
  const balance = added.reduce(laterBalance, book.balance);
  const since = addDays(today, -KEPT_DAYS);
  const stays = new Set(logged);
  return {
    days: Object.fromEntries(Object.entries(days).filter(([day, credits]) => day >= since && credits > 0)),
    ...(balance && { balance }),
    counted: [...book.counted, ...added.map(({ token }) => token)].filter((token) => stays.has(token)),
    listed: book.listed + added.filter(({ call }) => call).length,
  };
}

export function laterBalance(
  balance: Book['balance'],
  { call, balance: credits, sentAt: at }: Purchase,
): Book['balance'] {
  if (!call || credits === undefined || (balance && balance.at > at)) return balance;
  return { at, credits };
}

/** Those of calls that are over, and whose outcome is not known. */
export function heldPurchases(ledger: Ledger, now: number): Purchase[] {
  return openPurchases(ledger, now).filter(({ amount, sentAt }) => amount > 0 && now - sentAt >= LEASE_MS);
}
