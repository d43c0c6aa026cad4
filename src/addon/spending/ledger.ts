/** The ledger of one spreadsheet: reads and writes the book, keeps the last calls, and tells what was spent. */
import type { Activity, ActivityCall } from '../../contract/sidebar-api.js';
import type { Properties } from '../platform.js';
import { asciiJson } from '../storage/ascii-json.js';
import { type Book, committed, EMPTY_BOOK } from './ledger-book.js';

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
  call: ActivityCall,
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

function readPage(properties: Properties, page: string): readonly ActivityCall[] {
  try {
    const calls: unknown = JSON.parse(properties.get(page) ?? '[]');
    return Array.isArray(calls) ? (calls as ActivityCall[]) : [];
  } catch {
    return [];
  }
}

function sums(credits: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(credits).sort((a, b) => b[1] - a[1]);
}
