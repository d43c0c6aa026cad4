/** The ledger's book and the list of calls, in document properties, for purchases in the checkpoint. */
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { ActivityCall } from '../../contract/spending.js';
import { type Book, EMPTY_BOOK, withPurchases } from '../../core/ledger.js';
import type { Purchase } from '../../core/purchase.js';
import type { Values } from '../platform.js';
import { cleared, inPieces, joined, type PiecesMark } from './pieces.js';
import { asciiJson } from './text.js';

const BOOK = 'ledger';
/** Two halves, of which the book names one. They consist of pieces, because a property holds few tokens. */
const TOKENS = ['ledger.counted.a', 'ledger.counted.b'] as const;
const CALLS = 'calls';
/** Google allows 9 KB per property. */
const MAX_CHARACTERS = 8_900;
/** The calls in a property, and the properties of the list. */
const CALLS_PER_PAGE = 10;
const PAGES = 20;

/** The book without its tokens, which are stored in pieces. */
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

/** Returns the values to write, in this order. */
export function bookValues(values: Values, { counted, ...sums }: Book): Values {
  const before = readJson(values[BOOK], isBook)?.tokens.name;
  const name = before === TOKENS[0] ? TOKENS[1] : TOKENS[0];
  const { values: pieces, mark } = inPieces(name, asciiJson(counted));
  const book: StoredBook = { ...sums, tokens: { name, mark } };
  return { ...pieces, [BOOK]: asciiJson(book), ...(before !== undefined && cleared(values, before)) };
}

/** Adds purchases that leave the log. Returns the book and the changed pages of the list. */
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
    const position = before.listed + index;
    const name = pageName(Math.floor(position / CALLS_PER_PAGE) % PAGES);
    const earlier = (pages.get(name) ?? readPage(values, name)).slice(0, position % CALLS_PER_PAGE);
    pages.set(name, [...earlier, call]);
  });
  return {
    book: withPurchases(before, ended, logged, today),
    calls: Object.fromEntries([...pages].map(([name, calls]) => [name, pageText(calls)])),
  };
}

/** Returns the calls of purchases that have left the log. */
export function listedCalls(values: Values): ActivityCall[] {
  return Array.from({ length: PAGES }, (_, page) => pageName(page)).flatMap((name) => readPage(values, name));
}

function pageName(page: number): string {
  return `${CALLS}.${page}`;
}

function readPage(values: Values, name: string): readonly ActivityCall[] {
  return readJson(values[name], areCalls) ?? [];
}

/** Returns the text of a page without its oldest calls if it is too long: some letters take six characters. */
function pageText(calls: readonly ActivityCall[]): string {
  const text = asciiJson(calls);
  return text.length > MAX_CHARACTERS ? pageText(calls.slice(1)) : text;
}
