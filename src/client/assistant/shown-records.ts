/** Records as an assistant sees them: the wanted columns, by their paths, with texts that are safe to read. */
import type { Today } from '../../addon/question/filters.js';
import { DATASETS } from '../../contract/datasets.js';
import { type Column, columnsOf } from '../../contract/fields.js';
import { resolveOption } from '../../contract/options.js';
import { forClient } from '../errors.js';
import { readQuestion } from '../read-question.js';
import { safeText, safeUrl } from './safe-text.js';
import type { AssistantQuestion } from './schemas.js';

export type ShownRecord = Readonly<Record<string, string | number | readonly string[]>>;

const MAX_TEXT = 300;
const MAX_ITEM = 120;
const MAX_ITEMS = 20;
/** The longest line of the text; the structured content has all of it. */
const MAX_LINE = 300;
const MAX_LINE_VALUE = 90;
/** The day is of no consequence for the names of columns. */
const ANY_DAY: Today = {
  today: () => '2026-01-01',
  zone: () => ({ dayOf: () => '2026-01-01', hourOf: () => 0, midnight: () => new Date(0) }),
};

/** The columns that a question wants shown. @throws BAD_INPUT */
export function shownColumns(asked: AssistantQuestion): Column[] {
  const wanted = wantedColumns(asked);
  const id = columnsOf(DATASETS[asked.dataset].record).filter(({ path }) => path === 'id');
  return [...id, ...wanted.filter(({ path }) => path !== 'id')];
}

function wantedColumns({ dataset, question }: AssistantQuestion): Column[] {
  const { filters } = DATASETS[dataset];
  const columns = Object.entries(question).filter(([name]) => resolveOption(filters, name) === 'columns');
  try {
    const { view } = readQuestion(dataset, Object.fromEntries(columns), ANY_DAY);
    return view.columns.flatMap(({ fields }) => [...fields]);
  } catch (error) {
    throw forClient(error);
  }
}

export function showRecord(record: unknown, columns: readonly Column[]): ShownRecord {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = showValue(valueAt(record, column.path), column);
      return value === undefined ? [] : [[column.path, value]];
    }),
  );
}

/** One record on one line. */
export function lineOf(record: ShownRecord, number: number): string {
  const values = Object.entries(record)
    .filter(([path]) => path !== 'id' && path !== 'url')
    .map(([path, value]) => {
      // a number alone could be anything
      if (typeof value === 'number') return `${path} ${value}`;
      return safeText(Array.isArray(value) ? value.join(', ') : String(value), MAX_LINE_VALUE);
    });
  return safeText(`${number}. ${values.join(' | ')}`, MAX_LINE);
}

function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function showValue(value: unknown, { path, type }: Column): ShownRecord[string] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => safeText(String(item), MAX_ITEM));
  const text = String(value);
  if (path === 'url') return safeUrl(text);
  return safeText(text, type === 'text' ? MAX_TEXT : MAX_ITEM);
}
