/** The ledger of one spreadsheet: reads and writes the book, keeps the last calls, and tells what was spent. */
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { Activity, ActivityCall } from '../../contract/spending.js';
import type { Properties } from '../platform.js';
import { asciiJson } from '../storage/ascii-json.js';
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
} from './ledger-book.js';

const BOOK = 'ledger';
const CALLS = 'calls';
/** A property holds 9 KB. */
const BOOK_CHARACTERS = 8_900;
/** So many calls share a property; so many properties make the log. */
const CALLS_PER_PAGE = 10;
const PAGES = 20;
/** Longest question text in the log: a page has to fit into 9 KB. */
const QUESTION_CHARACTERS = 120;

export interface Ledger {
  /** Credits spent today, or possibly spent. */
  committed(): number;
  /** What an earlier execution reserved for the same request and never settled. */
  findOpen(key: string, asked: string): Reservation | undefined;
  /** The same for any request of a question. */
  findOpenOf(key: string): Reservation | undefined;
  reserve(reservation: Reservation): void;
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
  let book = turnTo(readBook(properties), day, now);
  let page: Readonly<Record<string, string>> = {};
  return {
    committed: () => committed(book),
    findOpen: (key, asked) => book.open.find((open) => open.key === key && open.asked === asked),
    findOpenOf: (key) => book.open.find((open) => open.key === key),
    reserve(reservation) {
      book = reserve(book, reservation);
    },
    refund(token) {
      book = refund(book, token);
    },
    markUnclear(token) {
      book = markUnclear(book, token);
    },
    settle(token, call, balance) {
      const { credits, cell, who: person } = call;
      book = settle(book, token, { credits, cell, person, ...(balance !== undefined && { balance }) });
      const name = `${CALLS}.${Math.floor(book.logged / CALLS_PER_PAGE) % PAGES}`;
      const before = book.logged % CALLS_PER_PAGE === 0 ? [] : readPage(properties, name);
      const entry = { ...call, question: call.question.slice(0, QUESTION_CHARACTERS) };
      page = { [name]: asciiJson([...before, entry]) };
      book = { ...book, logged: book.logged + 1 };
    },
    values: () => ({ ...bookValues(book), ...page }),
  };
}

const isBook = objectOf<Partial<Book>>({
  day: 'string?',
  today: 'number?',
  month: 'string?',
  thisMonth: 'number?',
  open: 'list?',
  cells: 'object?',
  people: 'object?',
  balance: 'number?',
  logged: 'number?',
});

const areCalls = listOf(
  objectOf<ActivityCall>({
    at: 'number',
    who: 'string',
    cell: 'string',
    question: 'string',
    records: 'number',
    fresh: 'number',
    credits: 'number',
    source: 'string',
    ms: 'number',
  }),
);

function readBook(properties: Properties): Book {
  return { ...EMPTY_BOOK, ...readJson(properties.get(BOOK), isBook) };
}

/** Where there is too much, the sums matter more than who they belong to, and than what can be repeated. */
function bookValues(book: Book): Readonly<Record<string, string>> {
  const nameless = { ...book, cells: {}, people: {} };
  const open = book.open.map(({ bodies: _bodies, ...reservation }) => reservation);
  const texts = [book, nameless, { ...nameless, open }].map(asciiJson);
  return { [BOOK]: texts.find(({ length }) => length <= BOOK_CHARACTERS) ?? texts[2]! };
}

/** @param day today in the spreadsheet's zone */
export function readActivity(properties: Properties, day: string, now: number, budget: number): Activity {
  const book = turnTo(readBook(properties), day, now);
  const calls = Array.from({ length: PAGES }, (_, page) => readPage(properties, `${CALLS}.${page}`)).flat();
  return {
    today: committed(book),
    month: book.month === day.slice(0, 7) ? book.thisMonth : 0,
    budget,
    ...(book.balance !== undefined && { balance: book.balance }),
    byCell: sums(book.cells).map(([cell, credits]) => ({ cell, credits })),
    byPerson: sums(book.people).map(([person, credits]) => ({ person, credits })),
    calls: calls.sort((a, b) => b.at - a.at),
  };
}

function readPage(properties: Properties, page: string): readonly ActivityCall[] {
  return readJson(properties.get(page), areCalls) ?? [];
}

function sums(credits: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(credits).sort((a, b) => b[1] - a[1]);
}
