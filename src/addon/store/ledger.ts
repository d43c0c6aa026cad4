/** The ledger of one spreadsheet: reads and writes the book, keeps the last calls, and tells what was spent. */
import type { Properties } from '../platform.js';
import { asciiJson } from './ascii-json.js';
import { type Book, committed, EMPTY_BOOK } from './ledger-book.js';

/** A call to the service, or an answer that needed none. */
export interface Call {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly cell: string;
  readonly question: string;
  readonly records: number;
  /** Records or versions that were not held before. */
  readonly fresh: number;
  readonly credits: number;
  readonly source: 'service' | 'delta' | 'store' | 'covered';
  /** Duration in milliseconds. */
  readonly ms: number;
}

export interface Activity {
  /** Credits of today, with what may still be charged. */
  readonly today: number;
  readonly month: number;
  readonly budget: number;
  /** What the service last said is left. */
  readonly balance?: number;
  readonly byCell: readonly { readonly cell: string; readonly credits: number }[];
  readonly byPerson: readonly { readonly person: string; readonly credits: number }[];
  /** Newest first, at most 200. */
  readonly calls: readonly Call[];
}

const BOOK = 'ledger';
const CALLS = 'calls';
/** A property holds 9 KB. */
const BOOK_CHARACTERS = 8_900;
/** So many calls share a property; so many properties make the log. */
const CALLS_PER_PAGE = 10;
const PAGES = 20;
/** Longest question text in the log: a page has to fit into 9 KB. */
const QUESTION_CHARACTERS = 120;

export function readBook(properties: Properties): Book {
  try {
    return { ...EMPTY_BOOK, ...(JSON.parse(properties.get(BOOK) ?? '{}') as Partial<Book>) };
  } catch {
    return EMPTY_BOOK;
  }
}

/** What has to be written for a book: one value, so that it can be written with others in one call. */
export function bookValues(book: Book): Readonly<Record<string, string>> {
  const text = asciiJson(book);
  // very long names: the sums matter more than who they belong to
  return { [BOOK]: text.length <= BOOK_CHARACTERS ? text : asciiJson({ ...book, cells: {}, people: {} }) };
}

/** The book with one more call, and the values to write for both. The log is a ring of pages. */
export function logCall(
  properties: Properties,
  book: Book,
  call: Call,
): { book: Book; values: Readonly<Record<string, string>> } {
  const page = `${CALLS}.${Math.floor(book.logged / CALLS_PER_PAGE) % PAGES}`;
  const before = book.logged % CALLS_PER_PAGE === 0 ? [] : readPage(properties, page);
  const entry = { ...call, question: call.question.slice(0, QUESTION_CHARACTERS) };
  const next = { ...book, logged: book.logged + 1 };
  return { book: next, values: { ...bookValues(next), [page]: asciiJson([...before, entry]) } };
}

/** @param day today in the spreadsheet's zone */
export function readActivity(properties: Properties, day: string, budget: number): Activity {
  const book = readBook(properties);
  const sameDay = book.day === day;
  const calls = Array.from({ length: PAGES }, (_, page) => readPage(properties, `${CALLS}.${page}`)).flat();
  return {
    today: sameDay ? committed(book) : 0,
    month: book.month === day.slice(0, 7) ? book.thisMonth : 0,
    budget,
    ...(book.balance !== undefined && { balance: book.balance }),
    byCell: sums(sameDay ? book.cells : {}).map(([cell, credits]) => ({ cell, credits })),
    byPerson: sums(sameDay ? book.people : {}).map(([person, credits]) => ({ person, credits })),
    calls: calls.sort((a, b) => b.at - a.at),
  };
}

function readPage(properties: Properties, page: string): readonly Call[] {
  try {
    const calls: unknown = JSON.parse(properties.get(page) ?? '[]');
    return Array.isArray(calls) ? (calls as Call[]) : [];
  } catch {
    return [];
  }
}

function sums(credits: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(credits).sort((a, b) => b[1] - a[1]);
}
