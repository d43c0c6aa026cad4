/** The book of the ledger and the list of calls, in the document's properties: what the checkpoint has of what was spent. */
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { ActivityCall } from '../../contract/spending.js';
import { type Book, EMPTY_BOOK, withPurchases } from '../../core/ledger.js';
import type { Purchase } from '../../core/purchase.js';
import { blanked, inPieces, joined, type PiecesMark } from './pieces.js';
import { asciiJson } from './text.js';

type Values = Readonly<Record<string, string>>;

const BOOK = 'ledger';
/** In two halves, of which the book names one: many formulas that open together have more tokens than a property holds. */
const TOKENS = ['ledger.counted.a', 'ledger.counted.b'] as const;
const CALLS = 'calls';
/** A property holds 9 KB. */
const MAX_CHARACTERS = 8_900;
/** So many calls share a property; so many properties make the list. */
const CALLS_PER_PAGE = 10;
const PAGES = 20;

/** Without the tokens, which are in pieces. */
interface StoredBook extends Omit<Book, 'counted'> {
  readonly tokens: { readonly name: string; readonly mark: PiecesMark };
}

const isBook = objectOf<StoredBook>({
  days: 'object',
  balance: 'object?',
  listed: 'number',
  tokens: 'object',
});
const areTokens = (value: unknown): value is string[] => Array.isArray(value);
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

export function readBook(values: Values): Book {
  const stored = readJson(values[BOOK], isBook);
  if (!stored) return EMPTY_BOOK;
  const { tokens, ...book } = stored;
  return { ...book, counted: readJson(joined(values, tokens.name, tokens.mark), areTokens) ?? [] };
}

/** To be written in this order. */
export function bookValues(values: Values, { counted, ...sums }: Book): Values {
  const before = readJson(values[BOOK], isBook)?.tokens.name;
  const name = before === TOKENS[0] ? TOKENS[1] : TOKENS[0];
  const { values: pieces, mark } = inPieces(name, asciiJson(counted));
  const book: StoredBook = { ...sums, tokens: { name, mark } };
  return { ...pieces, [BOOK]: asciiJson(book), ...(before !== undefined && blanked(values, before)) };
}

/** The book with purchases that leave the log, and the pages of the list that they change. */
export function foldedBook(
  values: Values,
  ended: readonly Purchase[],
  logged: readonly string[],
  today: string,
): { readonly book: Book; readonly calls: Values } {
  const before = readBook(values);
  const known = new Set(before.counted);
  const added = ended.flatMap(({ token, call }) => (call && !known.has(token) ? [call] : []));
  const pages = new Map<string, readonly ActivityCall[]>();
  added.forEach((call, index) => {
    const place = before.listed + index;
    const name = pageName(Math.floor(place / CALLS_PER_PAGE) % PAGES);
    const kept = (pages.get(name) ?? readPage(values, name)).slice(0, place % CALLS_PER_PAGE);
    pages.set(name, [...kept, call]);
  });
  return {
    book: withPurchases(before, ended, logged, today),
    calls: Object.fromEntries([...pages].map(([name, calls]) => [name, pageText(calls)])),
  };
}

/** The calls of purchases that have left the log. */
export function listedCalls(values: Values): ActivityCall[] {
  return Array.from({ length: PAGES }, (_, page) => pageName(page)).flatMap((name) => readPage(values, name));
}

function pageName(page: number): string {
  return `${CALLS}.${page}`;
}

function readPage(values: Values, name: string): readonly ActivityCall[] {
  return readJson(values[name], areCalls) ?? [];
}

/** In many alphabets a letter takes six characters: of long words the oldest calls are left out. */
function pageText(calls: readonly ActivityCall[]): string {
  const text = asciiJson(calls);
  return text.length > MAX_CHARACTERS ? pageText(calls.slice(1)) : text;
}
