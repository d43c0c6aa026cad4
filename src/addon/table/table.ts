/** Rows as the table that a formula returns: chosen columns, sorted, real dates and numbers, never jagged, never empty. */
import { isoFromWire } from '../../contract/dates.js';
import type { Column } from '../../contract/fields.js';
import type { Cell, Table } from '../question/cells.js';
import type { Zone } from '../question/zone.js';
import type { FieldValue } from './field-readers.js';
import { cutToCell } from './plain-text.js';
import type { Row } from './rows.js';
import { sortRows } from './sort-rows.js';
import type { ShownColumn, View } from './view.js';

export interface Shown {
  readonly rows: readonly Row[];
  /** The columns that the rows are made of. */
  readonly columns: readonly Column[];
  readonly view: Pick<View, 'columns' | 'sort' | 'headers'>;
  readonly zone: Zone;
  /** Said in the first header: "first 100", "as of 19 Nov". */
  readonly notes: readonly string[];
}

export function toTable({ rows, columns, view, zone, notes }: Shown): Table {
  const sources = view.columns.map((shown) => createCellSource(shown, columns, zone));
  const sorted = view.sort.length > 0 ? sortRows(rows, columns, view.sort) : rows;
  const table: Table = [];
  if (view.headers) table.push(headerRow(view.columns, notes));
  for (const row of sorted) {
    const cells = new Array<Cell>(sources.length);
    for (let index = 0; index < sources.length; index++) {
      const { at, get } = sources[index]!;
      cells[index] = get === undefined ? toCell(row[at]) : get(row);
    }
    table.push(cells);
  }
  // a function that returns no cell at all is an error in Sheets
  return table.length > 0 ? table : [view.columns.map(() => '')];
}

function headerRow(columns: readonly ShownColumn[], notes: readonly string[]): Cell[] {
  return columns.map(({ header }, index) =>
    index === 0 && notes.length > 0 ? `${header} (${notes.join(', ')})` : header,
  );
}

/** Where the cells of a column come from: a place in the row, as it is or through `get`. */
interface CellSource {
  readonly at: number;
  readonly get?: (row: Row) => Cell;
}

function createCellSource(shown: ShownColumn, columns: readonly Column[], zone: Zone): CellSource {
  const [field, ...others] = shown.fields;
  const at = columns.findIndex((column) => column.path === field?.path);
  if (others.length > 0) {
    const places = shown.fields.map((part) => columns.findIndex((column) => column.path === part.path));
    return { at, get: (row) => cutToCell(places.flatMap((place) => row[place] ?? []).join(', ')) };
  }
  if (field?.type === 'date') return { at, get: createDateGetter(at, zone) };
  return { at };
}

/** Days repeat, so each is looked up once. A text that is no day, or lies before the dates of a sheet, stays text. */
function createDateGetter(at: number, zone: Zone): (row: Row) => Cell {
  const cells = new Map<FieldValue, Cell>();
  return (row) => {
    const day = row[at] ?? null;
    let cell = cells.get(day);
    if (cell === undefined) {
      const isDay = typeof day === 'string' && day >= FIRST_SHEET_DAY && isoFromWire(day, 'YYYY-MM-DD');
      cell = isDay ? zone.midnight(day) : toCell(day);
      cells.set(day, cell);
    }
    return cell;
  };
}

const FIRST_SHEET_DAY = '1900-01-01';

function toCell(value: FieldValue | undefined): Cell {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? cutToCell(value.join(', ')) : value;
}
