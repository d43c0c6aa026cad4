/** Reads how a formula shows its answer: columns, order of rows, header row. */
import { type Column, columnsOf, type FieldTable, isField } from '../../contract/fields.js';
import { COLUMN_ALIASES, ownValue } from '../../contract/options.js';
import { errors } from '../errors.js';
import { textOf } from '../question/cells.js';
import { closest } from '../question/closest.js';
import { readTexts } from '../question/lists.js';

/** A column to show. It joins several fields if an inner object was named: city, state, country. */
export interface ShownColumn {
  readonly header: string;
  readonly fields: readonly Column[];
}

export interface SortKey {
  readonly column: ShownColumn;
  readonly descending: boolean;
}

export interface View {
  readonly columns: readonly ShownColumn[];
  readonly sort: readonly SortKey[];
  readonly headers: boolean;
  /** True to show only whole-word matches of the companies. */
  readonly exact: boolean;
}

/**
 * Reads `columns`, `sort`, `headers` and `exact`.
 * @throws BAD_INPUT naming the column and the nearest one
 */
export function readView(
  record: FieldTable,
  defaults: readonly string[],
  options: ReadonlyMap<string, readonly unknown[]>,
): View {
  const all = columnsOf(record);
  const named = readTexts('columns', options.get('columns') ?? [], true);
  // a person has to name the column `known`, because it keeps the excluded records
  const columns = (named.length > 0 ? named : defaults).flatMap((name) =>
    name.toLowerCase() === 'all'
      ? all.filter(({ path }) => path !== 'known').map(showField)
      : [findColumn(record, all, name)],
  );
  const sort = readTexts('sort', options.get('sort') ?? [], true, all.length).map((text) => ({
    column: findColumn(record, all, text.replace(/^[-−+]\s*/, '')),
    descending: /^[-−]/.test(text),
  }));
  return {
    columns: withoutRepeats(columns),
    sort,
    headers: readFlag('headers', options, true),
    exact: readFlag('exact', options, false),
  };
}

/** Keeps only the first of equal columns. */
function withoutRepeats(columns: readonly ShownColumn[]): ShownColumn[] {
  const pathsOf = ({ fields }: ShownColumn) => fields.map((field) => field.path).join();
  const known = new Set<string>();
  return columns.filter((column) => !known.has(pathsOf(column)) && known.add(pathsOf(column)));
}

/**
 * Finds by path, alias, header, or unique last part of a path; case and blanks do not matter.
 * @throws BAD_INPUT naming the nearest one
 */
export function findColumn(record: FieldTable, all: readonly Column[], typed: string): ShownColumn {
  const name = normalize(typed);
  const byName =
    all.find((column) => normalize(column.path) === name) ??
    byAlias(record, all, name) ??
    all.find((column) => normalize(column.header) === name);
  if (byName) return 'fields' in byName ? byName : showField(byName);
  const inner = innerTable(record, all, name);
  if (inner) return inner;
  const byEnding = all.filter(
    (column) => normalize(column.path.slice(column.path.lastIndexOf('.') + 1)) === name,
  );
  if (byEnding.length === 1) return showField(byEnding[0]!);
  throw errors.badColumn(typed, closest(typed, [...all.map((c) => c.header), ...all.map((c) => c.path)]));
}

function byAlias(record: FieldTable, all: readonly Column[], name: string): ShownColumn | undefined {
  for (const path of ownValue(COLUMN_ALIASES, name) ?? []) {
    const column = all.find((candidate) => candidate.path === path);
    const found = column ? showField(column) : innerTable(record, all, normalize(path));
    if (found) return found;
  }
  return undefined;
}

/** Joins the fields of a place, the smallest first; shows another inner object by its name. */
function innerTable(record: FieldTable, all: readonly Column[], name: string): ShownColumn | undefined {
  const key = Object.keys(record).find(
    (candidate) => normalize(candidate) === name && !isField(record[candidate]!),
  );
  if (key === undefined) return undefined;
  const fields = all.filter((column) => column.path.startsWith(`${key}.`));
  if (fields.some((field) => field.path.endsWith('.city'))) {
    return { header: key === 'location' ? 'Location' : 'Expansion location', fields: [...fields].reverse() };
  }
  return showField(fields.find((field) => field.path === `${key}.name`) ?? fields[0]!);
}

function showField(column: Column): ShownColumn {
  return { header: column.header, fields: [column] };
}

function readFlag(
  name: string,
  options: ReadonlyMap<string, readonly unknown[]>,
  fallback: boolean,
): boolean {
  const cells = options.get(name);
  if (!cells) return fallback;
  const flags = cells.map((cell) => ownValue(FLAGS, textOf(name, cell).toLowerCase()));
  const [flag] = flags;
  if (flag === undefined) throw errors.badFlag(name, textOf(name, cells[0]));
  if (flags.some((other) => other !== flag)) throw errors.oneValue(name);
  return flag;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function normalize(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, '');
}
