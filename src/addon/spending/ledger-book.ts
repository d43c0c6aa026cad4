/** The arithmetic of the ledger: what is reserved, what was spent, by whom. Pure: it is read and written elsewhere. */
import { addDays } from '../../contract/dates.js';

/** Credits that a call may cost, set aside until its cost is known. */
export interface Reservation {
  /** Also the Idempotency-Key of the call. */
  readonly token: string;
  /** The question's key. */
  readonly key: string;
  /** Digest of what was asked, so that the same token never goes out with something else. */
  readonly asked: string;
  /** The limits that went out, where the budget had too little left for all; then the digest is of the rest. */
  readonly limits?: readonly number[];
  /** 0 for what costs nothing: it is only kept while the call is made. */
  readonly amount: number;
  /** When it was first sent, and last; milliseconds since 1970. */
  readonly at: number;
  readonly sent: number;
  /** Of all that are open it alone has this number; see slots.ts. */
  readonly slot: number;
  /** Why it was forced, as in `Purchase`. */
  readonly refreshCause: string;
  /** The call timed out: it may have been charged, and is only retried by a refresh. */
  readonly unclear?: boolean;
}

export interface Book {
  /** The day in the spreadsheet's zone that `today` counts. */
  readonly day: string;
  readonly today: number;
  /** The month that `thisMonth` counts. */
  readonly month: string;
  readonly thisMonth: number;
  /** What was spent on each day before, for a month. */
  readonly days: Readonly<Record<string, number>>;
  readonly open: readonly Reservation[];
  /** Today's credits by cell and by person. */
  readonly cells: Readonly<Record<string, number>>;
  readonly people: Readonly<Record<string, number>>;
  /** What the service last said is left; absent where it does not say. */
  readonly balance?: number;
  /** Number of calls ever logged: where the next one goes. */
  readonly logged: number;
}

export interface Spending {
  readonly credits: number;
  readonly cell: string;
  readonly person: string;
  readonly balance?: number;
}

export const EMPTY_BOOK: Book = {
  day: '',
  today: 0,
  month: '',
  thisMonth: 0,
  days: {},
  open: [],
  cells: {},
  people: {},
  logged: 0,
};

/** Of the last days, today included. */
const SHOWN_DAYS = 30;
/** More names than this are counted together: the book has to fit into one property. */
const MAX_NAMES = 60;
const OTHERS = 'others';
const MAX_OPEN = 33;

/** As long as a service gives the same answer again for the same key, a call may be repeated under it. */
const REPEATABLE_MS = 86_400_000;
/**
 * A call that has not ended by then is taken for dead: a little longer than the longest one, and short enough that those
 * who wait can still take its place.
 */
export const FLIGHT_MS = 21_000;

/**
 * The book on a day, at an instant. A new day begins at nothing but what is still open: the next execution that needs it
 * repeats the call under its key, and it is settled then. What nobody has repeated within a day may have been charged, so
 * it is counted as spent: the ledger never says less than the service took.
 */
export function turnTo(book: Book, day: string, now: number): Book {
  const open = book.open.filter(({ at, amount }) => at > now - (amount > 0 ? REPEATABLE_MS : FLIGHT_MS));
  const lost = amountOf(book.open) - amountOf(open);
  // an execution that began before midnight counts into the day that others have turned to
  if (day <= book.day) return lost === 0 ? book : { ...book, open, ...spent(book, lost) };
  const month = day.slice(0, 7);
  const since = addDays(day, 1 - SHOWN_DAYS);
  const days = Object.entries({ ...book.days, [book.day]: book.today + lost });
  return {
    ...EMPTY_BOOK,
    day,
    month,
    thisMonth: book.month === month ? book.thisMonth + lost : 0,
    days: Object.fromEntries(days.filter(([one, credits]) => one >= since && credits > 0)),
    // on another day nobody waits for a refresh
    open: open.map(({ unclear: _unclear, ...reservation }) => reservation),
    logged: book.logged,
    ...(book.balance !== undefined && { balance: book.balance }),
  };
}

/** What is spent today, or may have been. */
export function committed({ today, open }: Book): number {
  return today + amountOf(open);
}

/** Of very many that stay open the oldest count as spent: the book has to fit into one property. */
export function reserve(book: Book, reservation: Reservation): Book {
  const open = [...book.open.filter(({ token }) => token !== reservation.token), reservation];
  return { ...book, open: open.slice(-MAX_OPEN), ...spent(book, amountOf(open.slice(0, -MAX_OPEN))) };
}

/** A reservation as version 1 of the stored data had it. */
interface FirstReservation extends Omit<Reservation, 'slot' | 'sent'> {
  readonly bodies?: unknown;
}

/** Slots of reservations from version 1: no others have such numbers. */
const FIRST_SLOT = 100;

/** The book as this version has it. */
export function upgraded(book: Book): Book {
  const open = book.open.map((reservation: Reservation | FirstReservation, index): Reservation => {
    if ('slot' in reservation) return reservation;
    return { ...reservation, slot: FIRST_SLOT + index, sent: reservation.at };
  });
  return { ...book, open };
}

/** The call is over and its cost is known. */
export function settle(book: Book, token: string, { credits, cell, person, balance }: Spending): Book {
  const open = book.open.filter((reservation) => reservation.token !== token);
  // settled before: by the execution that was thought dead
  if (open.length === book.open.length) return book;
  return {
    ...book,
    open,
    ...spent(book, credits),
    cells: addTo(book.cells, cell, credits),
    people: addTo(book.people, person, credits),
    ...(balance !== undefined && { balance }),
  };
}

/** The call was refused: nothing was charged. */
export function refund(book: Book, token: string): Book {
  return { ...book, open: book.open.filter((reservation) => reservation.token !== token) };
}

export function markUnclear(book: Book, token: string): Book {
  return {
    ...book,
    open: book.open.map((reservation) =>
      reservation.token === token ? { ...reservation, unclear: true } : reservation,
    ),
  };
}

function spent({ today, thisMonth }: Book, credits: number): Pick<Book, 'today' | 'thisMonth'> {
  return { today: today + credits, thisMonth: thisMonth + credits };
}

function amountOf(open: readonly Reservation[]): number {
  return open.reduce((sum, { amount }) => sum + amount, 0);
}

function addTo(
  sums: Readonly<Record<string, number>>,
  name: string,
  credits: number,
): Readonly<Record<string, number>> {
  if (credits === 0) return sums;
  const known = Object.prototype.hasOwnProperty.call(sums, name) || Object.keys(sums).length < MAX_NAMES;
  const key = known ? name : OTHERS;
  return { ...sums, [key]: (sums[key] ?? 0) + credits };
}
