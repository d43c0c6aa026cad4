/** The ledger of one spreadsheet: reads and writes the book, keeps the last calls, and tells what was spent. */
import { DATASETS } from '../../contract/datasets.js';
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { Activity, ActivityCall } from '../../contract/spending.js';
import type { Properties } from '../platform.js';
import type { WireBody } from '../service/client.js';
import { asciiJson } from '../storage/ascii-json.js';
import { requireKnownVersion, versionValues } from '../storage/data-version.js';
import { heldOf, type OpenCall } from './held.js';
import {
  type Book,
  committed,
  EMPTY_BOOK,
  markUnclear,
  type Reservation,
  refund,
  reserve,
  settle,
  turnTo,
  upgraded,
} from './ledger-book.js';
import { type Asking, slotNames } from './slots.js';

const BOOK = 'ledger';
const CALLS = 'calls';
/** A property holds 9 KB. */
const BOOK_CHARACTERS = 8_900;
/** So many calls share a property; so many properties make the log. */
const CALLS_PER_PAGE = 10;
const PAGES = 20;
/** Longest question text in the log. */
const QUESTION_CHARACTERS = 120;
/** Of what is asked; longer requests are known by their digest alone. */
const ASKED_CHARACTERS = 1_000;

/** What a purchase has cost. */
export interface Receipt {
  readonly token: string;
  readonly call: ActivityCall;
  readonly balance?: number;
}

export interface Ledger {
  /** Credits spent today, or possibly spent. */
  committed(): number;
  /** What an earlier execution reserved for the same request and never settled. */
  findOpen(key: string, asked: string): Reservation | undefined;
  /** The same for any request of a question, with the request where it is short. */
  findOpenOf(key: string): (Reservation & { readonly bodies?: readonly WireBody[] }) | undefined;
  /** All that is not settled. */
  open(): OpenCall[];
  /** @returns its slot */
  reserve(reservation: Omit<Reservation, 'slot'> & { readonly slot?: number }, asking: Asking): number;
  /** The call was refused: nothing was charged. */
  refund(token: string): void;
  /** The call timed out: it may have been charged. */
  markUnclear(token: string): void;
  /** The call is over and its cost is known. The log is a ring of pages. */
  settle(token: string, call: ActivityCall, balance?: number): void;
  /** What has to be written, in one call with whatever must not be there without it. */
  values(): Readonly<Record<string, string>>;
}

/**
 * Opens the ledger on a day. Changes are made in memory until `values` are written; hold the document's lock from
 * opening to writing.
 * @param day today in the spreadsheet's zone
 * @param now milliseconds since 1970
 */
export function openLedger(properties: Properties, day: string, now: number): Ledger {
  const read = readLedger(properties);
  const { pages } = read;
  let book = turnTo(read.book, day, now);
  let asked: Readonly<Record<string, string>> = {};
  return {
    committed: () => committed(book),
    findOpen: (key, digest) => book.open.find((open) => open.key === key && open.asked === digest),
    findOpenOf(key) {
      const left = book.open.find((open) => open.key === key);
      return left && { ...left, ...askingOf(properties, left) };
    },
    open: () => book.open.map((call) => ({ ...call, ...askingOf(properties, call) })),
    reserve(reservation, { dataset, bodies }) {
      const slot = reservation.slot ?? freeSlot(book, properties);
      book = reserve(book, { ...reservation, slot });
      const text = asciiJson({ token: reservation.token, dataset, bodies });
      if (text.length <= ASKED_CHARACTERS) asked = { [slotNames(slot).asked]: text };
      return slot;
    },
    refund(token) {
      book = refund(book, token);
    },
    markUnclear(token) {
      book = markUnclear(book, token);
    },
    settle(token, call, balance) {
      book = settled(book, pages, properties, { token, call, ...(balance !== undefined && { balance }) });
    },
    values: () => ({
      ...asked,
      ...versionValues(properties),
      ...bookValues(book),
      ...Object.fromEntries([...pages].map(([name, calls]) => [name, pageText(calls)])),
    }),
  };
}

/** What a reservation asks, where it is short enough to be kept. */
function askingOf(properties: Properties, reservation: Reservation): Partial<Asking> {
  const { slot, token } = reservation;
  const asking = readJson(properties.get(slotNames(slot).asked), isAsking);
  if (asking?.token === token && asking.dataset in DATASETS) return asking;
  // version 1 had it here
  const { bodies } = reservation as Partial<Asking>;
  return bodies ? { dataset: 'business-expansion', bodies } : {};
}

/** To be written with what came. It holds for a reservation with this token in this slot. */
export function receiptValues(slot: number, { token, call, balance }: Receipt): Record<string, string> {
  return { [slotNames(slot).cost]: asciiJson({ token, call: shortened(call), balance }) };
}

type Pages = Map<string, readonly ActivityCall[]>;

/** The book and the pages of the log that are not written yet, with all receipts settled. */
function readLedger(properties: Properties): { readonly book: Book; readonly pages: Pages } {
  const pages: Pages = new Map();
  requireKnownVersion(properties);
  let book = upgraded(readBook(properties));
  for (const { slot, token } of book.open) {
    const receipt = readJson(properties.get(slotNames(slot).cost), isReceipt);
    if (receipt?.token === token) book = settled(book, pages, properties, receipt);
  }
  return { book, pages };
}

/** The book after a call, which is written into the log. */
function settled(
  before: Book,
  pages: Pages,
  properties: Properties,
  { token, call, balance }: Receipt,
): Book {
  const { credits, cell, who: person } = call;
  const book = settle(before, token, { credits, cell, person, ...(balance !== undefined && { balance }) });
  // settled before: it is in the log, too
  if (book === before) return before;
  const name = `${CALLS}.${Math.floor(book.logged / CALLS_PER_PAGE) % PAGES}`;
  const isNewPage = book.logged % CALLS_PER_PAGE === 0;
  const known = isNewPage ? [] : (pages.get(name) ?? readPage(properties, name));
  pages.set(name, [...known, shortened(call)]);
  return { ...book, logged: book.logged + 1 };
}

function shortened(call: ActivityCall): ActivityCall {
  return { ...call, question: call.question.slice(0, QUESTION_CHARACTERS) };
}

/** In many alphabets a letter takes six characters: of long words the oldest calls are left out. */
function pageText(calls: readonly ActivityCall[]): string {
  const text = asciiJson(calls);
  return text.length > BOOK_CHARACTERS ? pageText(calls.slice(1)) : text;
}

/** The first that no purchase has whose cost or whose records have not found their place. */
function freeSlot({ open }: Book, properties: Properties): number {
  const taken = new Set(open.map(({ slot }) => slot));
  for (let slot = 0; ; slot++) {
    if (!taken.has(slot) && !properties.get(slotNames(slot).came)) return slot;
  }
}

const isAsking = objectOf<Asking & { readonly token: string }>({
  token: 'string',
  dataset: 'string',
  bodies: 'list',
});

const isBook = objectOf<Partial<Book>>({
  day: 'string?',
  today: 'number?',
  month: 'string?',
  thisMonth: 'number?',
  days: 'object?',
  open: 'list?',
  cells: 'object?',
  people: 'object?',
  balance: 'number?',
  logged: 'number?',
});

const isCall = objectOf<ActivityCall>({
  at: 'number',
  who: 'string',
  cell: 'string',
  question: 'string',
  records: 'number',
  fresh: 'number',
  credits: 'number',
  source: 'string',
  ms: 'number',
});
const areCalls = listOf(isCall);
const isReceipt = (value: unknown): value is Receipt => hasToken(value) && isCall(value.call);
const hasToken = objectOf<Receipt>({ token: 'string', call: 'object', balance: 'number?' });

function readBook(properties: Properties): Book {
  return { ...EMPTY_BOOK, ...readJson(properties.get(BOOK), isBook) };
}

/** Where there is too much, the sums matter more than who they belong to. */
function bookValues(book: Book): Readonly<Record<string, string>> {
  const nameless = { ...book, cells: {}, people: {} };
  const texts = [book, nameless].map(asciiJson);
  return { [BOOK]: texts.find(({ length }) => length <= BOOK_CHARACTERS) ?? texts[1]! };
}

/** @param day today in the spreadsheet's zone */
export function readActivity(properties: Properties, day: string, now: number, budget: number): Activity {
  const read = readLedger(properties);
  const book = turnTo(read.book, day, now);
  const calls = Array.from({ length: PAGES }, (_, page) => `${CALLS}.${page}`).flatMap(
    (page) => read.pages.get(page) ?? readPage(properties, page),
  );
  return {
    today: committed(book),
    month: book.month === day.slice(0, 7) ? book.thisMonth : 0,
    budget,
    days: [...Object.entries(book.days), [book.day, committed(book)] as const].map(([one, credits]) => ({
      day: one,
      credits: Number(credits) || 0,
    })),
    ...(book.balance !== undefined && { balance: book.balance }),
    byCell: sums(book.cells).map(([cell, credits]) => ({ cell, credits })),
    byPerson: sums(book.people).map(([person, credits]) => ({ person, credits })),
    held: heldOf(
      book.open.map((call) => ({ ...call, ...askingOf(properties, call) })),
      now,
    ),
    calls: calls.sort((a, b) => b.at - a.at),
  };
}

function readPage(properties: Properties, page: string): readonly ActivityCall[] {
  return readJson(properties.get(page), areCalls) ?? [];
}

function sums(credits: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(credits).sort((a, b) => b[1] - a[1]);
}
