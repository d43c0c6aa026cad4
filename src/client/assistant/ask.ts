/** The tool `ask`: returns records page by page, up to a maximum cost. */
import { isSignalsError } from '../../addon/errors.js';
import { DATASETS } from '../../contract/datasets.js';
import { asFields } from '../../contract/json.js';
import { badInput } from '../errors.js';
import type { SignalsClient } from '../types.js';
import { credits, lineOf, markedData, NOTICE, type ToolAnswer } from './results.js';
import { safeText, safeUrl } from './safe-text.js';
import { type AskArguments, questionOf } from './schemas.js';

type ShownRecord = Readonly<Record<string, string | number | readonly string[]>>;

const MAX_TEXT = 300;
const MAX_ITEM = 120;
const MAX_ITEMS = 20;

/** The limit that left records out, with the advice that the assistant gets. */
const CUT = {
  limit: ['limit', 'More records may match: raise "limit" or narrow the dates to get others.'],
  maxCredits: [
    'max_credits',
    'More records match than max_credits pays for: ask the user before you raise it.',
  ],
} as const;

/** @throws BAD_INPUT before a request; the client's errors, with their cost */
export async function callAsk(
  client: SignalsClient,
  { max_credits: ceiling, page_size: size, cursor, ...args }: AskArguments,
): Promise<ToolAnswer> {
  const { dataset, question } = questionOf(args);
  const answer = await (typeof cursor === 'string'
    ? storedAnswer(client.ask(dataset, { ...question, maxCredits: 0 }), cursor)
    : client.ask(dataset, { ...question, maxCredits: ceiling }));
  const offset = offsetOf(cursor ?? '');
  const { charged, owned, balance, source, cut, askedAt, columns } = answer;
  const total = answer.records.length;
  const records = answer.records.slice(offset, offset + size).map((record) => showRecord(record, columns));
  const first = total > 0 ? offset + 1 : 0;
  const end = offset + records.length;
  const next = end < total ? `${askedAt}.${end}` : undefined;
  const before = answer.paid - charged;
  const [cutBy, advice] = cut ? CUT[cut] : [];
  const cost = { charged, owned, ...(balance !== undefined && { balance }) };
  const content = {
    notice: NOTICE,
    dataset,
    records,
    first,
    total,
    next_cursor: next,
    cut: cutBy,
    ...cost,
    paid_before: before > 0 ? before : undefined,
    source,
    asked_at: new Date(askedAt).toISOString(),
  };
  const shown = total === 0 ? 'No records' : `Records ${first} to ${end} of ${total}`;
  const price = [
    `Cost: ${credits(charged)} of at most ${ceiling}.`,
    ...(before > 0 ? [`The answer had cost ${credits(before)} before.`] : []),
    ...(balance === undefined ? [] : [`${credits(balance)} left.`]),
  ];
  const lines = [
    `${shown} of ${dataset}. ${DATASETS[dataset].paid ? price.join(' ') : 'Free.'}`,
    ...(advice ? [advice] : []),
    ...markedData(records.map(({ id: _id, url: _url, ...record }) => lineOf(record))),
    ...(next === undefined ? [] : [`More: call ask with the same arguments and cursor "${next}"; free.`]),
  ];
  return { content, lines, charge: { ...cost, unclear: false, source } };
}

/** Returns the answer of a further page, which is asked for without credits, so that it is never paid. @throws BAD_INPUT */
async function storedAnswer(asked: ReturnType<SignalsClient['ask']>, cursor: string) {
  const badCursor = badInput('"cursor" is of another question, or its answer is gone; ask again without it');
  const answer = await asked.catch((error: unknown) => {
    throw isSignalsError(error) && error.code === 'BUDGET' ? badCursor : error;
  });
  // another answer may have other records at this place
  if (!cursor.startsWith(`${answer.askedAt}.`) || offsetOf(cursor) >= answer.records.length) throw badCursor;
  return answer;
}

/** Returns the number of records before a page; a cursor has it after the time of its answer. */
function offsetOf(cursor: string): number {
  return Number(cursor.split('.')[1] ?? 0);
}

/** Returns a record with the wanted columns and cleaned texts. @param paths of the columns */
function showRecord(record: unknown, paths: readonly string[]): ShownRecord {
  return Object.fromEntries(
    [...new Set(['id', ...paths])].flatMap((path) => {
      const found = path.split('.').reduce((value, name) => asFields(value)[name], record);
      const value = showValue(found, path);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

function showValue(value: unknown, path: string): ShownRecord[string] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => safeText(String(item), MAX_ITEM));
  return path === 'url' ? safeUrl(String(value)) : safeText(String(value), MAX_TEXT);
}
