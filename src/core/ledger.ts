/** The spending of a spreadsheet: a pure fold of logged purchases and of a book that sums up older ones. */
import { addDays } from '../contract/dates.js';
import { isOpen, type Purchase } from './purchase.js';

/** The sums of purchases that have left the log. */
export interface Book {
  /** Credits by day, in the zone of the spreadsheet. */
  readonly days: Readonly<Record<string, number>>;
  readonly balance?: { readonly at: number; readonly credits: number };
  /** Tokens of purchases in these sums, as long as the log may also contain them. */
  readonly counted: readonly string[];
  /** The number of calls listed so far, which is the position of the next one. */
  readonly listed: number;
}

export const EMPTY_BOOK: Book = { days: {}, counted: [], listed: 0 };

/** The book covers this many days before today. */
const KEPT_DAYS = 62;

export interface Ledger {
  readonly book: Book;
  /** The logged purchases that the book does not include. */
  readonly purchases: readonly Purchase[];
}

/** Returns the cost of a purchase. One without an answer or repetition within a day counts as spent. */
export function creditsOf(purchase: Purchase): number {
  if (purchase.state === 'answered') return purchase.call?.credits ?? 0;
  return purchase.state === 'refused' || purchase.state === 'released' ? 0 : purchase.amount;
}

export function ledgerOf(book: Book, purchases: readonly Purchase[]): Ledger {
  const counted = new Set(book.counted);
  return { book, purchases: purchases.filter(({ token }) => !counted.has(token)) };
}

/** Credits that are spent, or may be, on a day and in its month. Each open purchase counts in both. */
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

/** Adds ended purchases to the book. @param logged tokens that the log still has */
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

export function laterBalance(balance: Book['balance'], purchase: Purchase): Book['balance'] {
  const { call, balance: credits, sentAt: at } = purchase;
  if (!call || credits === undefined || (balance && balance.at > at)) return balance;
  return { at, credits };
}
