/** Describes the fields of records. Types and columns are derived from these tables. */

/**
 * `refs` is an array of objects with an `id` (the companies of a news item).
 * A `date` has the format of its dataset (see `DateFormat`).
 */
export type FieldType = 'text' | 'date' | 'number' | 'list' | 'refs';

export interface Field {
  readonly type: FieldType;
  /** Header of the column in a sheet. */
  readonly header: string;
  /** The possible values, if the service enumerates them. */
  readonly values?: readonly string[];
}

/** A record's fields by their key in requests; an inner table is an inner object. */
export interface FieldTable {
  readonly [key: string]: Field | FieldTable;
}

interface Values {
  text: string;
  date: string;
  number: number;
  list: readonly string[];
  refs: readonly { readonly id: string }[];
}

/** The object that a table describes. The service omits missing values, so all are optional. */
export type RecordOf<T extends FieldTable> = {
  readonly [K in keyof T]?: T[K] extends Field
    ? Values[T[K]['type']]
    : T[K] extends FieldTable
      ? RecordOf<T[K]>
      : never;
};

/** A field with its path in the record: `company.name`. */
export interface Column extends Field {
  readonly path: string;
}

/** Returns the index of a path's column; -1 if there is none. */
export function positionOf(columns: readonly Column[], path: string): number {
  return columns.findIndex((column) => column.path === path);
}

export function isField(node: Field | FieldTable): node is Field {
  return typeof node.type === 'string';
}

/** Returns all fields of a table in its order, inner fields with a dotted path. */
export function columnsOf(table: FieldTable, prefix = ''): Column[] {
  return Object.keys(table).flatMap((key) => {
    const node = table[key]!;
    const path = prefix + key;
    return isField(node) ? [{ ...node, path }] : columnsOf(node, `${path}.`);
  });
}

/** Returns an object with a value at each path; a value that is null or undefined is left out. */
export function objectAt(
  paths: readonly (readonly string[])[],
  values: readonly unknown[],
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  paths.forEach((path, index) => {
    const value = values[index];
    if (value === undefined || value === null) return;
    let inner = object;
    for (const key of path.slice(0, -1)) {
      inner[key] ??= {};
      inner = inner[key] as Record<string, unknown>;
    }
    inner[path[path.length - 1]!] = value;
  });
  return object;
}
