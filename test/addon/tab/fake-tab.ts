/** A tab in memory. A job's calls change it, and a person may change it between any two of them. */
import type { Area, Tab } from '../../../src/addon/platform.js';

interface Cell {
  value: unknown;
  formula: string;
  note: string;
}

/** A formula in row 1 that shows a zero in each blank cell below, like a person's array formula. */
export const FILLING = '=FILL()';

export interface FakeTab extends Tab {
  /** All cells, row by row. */
  readonly cells: readonly (readonly Readonly<Cell>[])[];
  insertColumn(before: number): void;
  deleteColumn(column: number): void;
  moveColumn(from: number, to: number): void;
  deleteRow(row: number): void;
  /** Sorts the rows below the header by a column. */
  sort(column: number): void;
  type(row: number, column: number, value: unknown): void;
}

/**
 * @param before called with the name of each call before it: a person may act, or the execution may die
 * @param id stays the same when a person renames the tab
 */
export function createFakeTab(
  before: (call: string) => void,
  id = 7,
  name: () => string = () => 'Synced',
): FakeTab {
  const blank = (): Cell => ({ value: '', formula: '', note: '' });
  let rows: Cell[][] = Array.from({ length: 12 }, () => Array.from({ length: 8 }, blank));

  const width = () => rows[0]?.length ?? 0;
  const blankRows = (count: number) =>
    Array.from({ length: count }, () => Array.from({ length: width() }, blank));
  const at = (row: number, column: number): Cell => {
    const cell = rows[row - 1]?.[column - 1];
    if (!cell) throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
    return cell;
  };
  const read = <T>({ row, column, numRows, numColumns }: Area, of: (cell: Cell) => T): T[][] =>
    Array.from({ length: numRows }, (_, r) =>
      Array.from({ length: numColumns }, (_, c) => of(at(row + r, column + c))),
    );
  const each = <T>(area: Area, values: readonly (readonly T[])[], put: (cell: Cell, value: T) => void) => {
    values.forEach((cells, r) => {
      cells.forEach((value, c) => {
        put(at(area.row + r, area.column + c), value);
      });
    });
  };
  // a text that is written with an apostrophe is shown without it, as in Sheets
  const plain = (value: unknown) =>
    typeof value === 'string' && value.startsWith("'") ? value.slice(1) : value;
  const put = (cell: Cell, value: unknown) => {
    const isFormula = typeof value === 'string' && value.startsWith('=');
    cell.formula = isFormula ? value : '';
    cell.value = isFormula ? `shown by ${value}` : plain(value);
  };
  const isFilled = ({ value, formula }: Cell) => value !== '' || formula !== '';
  const isFilledByHeader = (column: number) => rows[0]?.[column - 1]?.formula === FILLING;

  return {
    id,
    get cells() {
      return rows;
    },
    name,
    size() {
      before('size');
      return { rows: rows.length, columns: width() };
    },
    used() {
      before('used');
      let [last, right] = [0, 0];
      rows.forEach((cells, r) => {
        cells.forEach((cell, c) => {
          if (!isFilled(cell) && !isFilledByHeader(c + 1)) return;
          last = r + 1;
          right = Math.max(right, c + 1);
        });
      });
      return { rows: last, columns: right };
    },
    values(area) {
      before('values');
      return read(area, ({ value }) => value).map((cells) =>
        cells.map((value, c) => (value === '' && isFilledByHeader(area.column + c) ? 0 : value)),
      );
    },
    withoutSecondApostrophe: (_area, values) => values,
    formulas(area) {
      before('formulas');
      return read(area, ({ formula }) => formula);
    },
    notes(area) {
      before('notes');
      return read(area, ({ note }) => note);
    },
    canEdit: () => true,
    write(area, values) {
      before('write');
      each(area, values, put);
    },
    text: (cell) => String(read(cell, ({ value }) => value)[0]?.[0]),
    writeFormula(cell, formula) {
      before('writeFormula');
      each(cell, [[formula]], put);
    },
    writeFormulas(area, formulas) {
      before('writeFormulas');
      each(area, formulas, put);
    },
    writeNotes(area, notes) {
      before('writeNotes');
      each(area, notes, (cell, note) => {
        cell.note = note;
      });
    },
    clear(area) {
      before('clear');
      const blanks = read(area, () => '');
      each(area, blanks, put);
    },
    insertRows(first, count) {
      before('insertRows');
      rows.splice(first - 1, 0, ...blankRows(count));
    },
    deleteRows(first, count) {
      before('deleteRows');
      rows.splice(first - 1, count);
    },
    addRows(count) {
      before('addRows');
      rows.push(...blankRows(count));
    },
    addColumns(count) {
      before('addColumns');
      for (const cells of rows) cells.push(...Array.from({ length: count }, blank));
    },
    format: () => before('format'),
    formatSummaries: () => before('formatSummaries'),
    formatLike: () => before('formatLike'),
    clip: () => before('clip'),
    freezeHeader: () => before('freezeHeader'),
    addChart: () => before('addChart'),
    removeCharts: () => before('removeCharts'),
    activate: () => before('activate'),

    insertColumn(first) {
      for (const cells of rows) cells.splice(first - 1, 0, blank());
    },
    deleteColumn(column) {
      for (const cells of rows) cells.splice(column - 1, 1);
    },
    moveColumn(from, to) {
      for (const cells of rows) cells.splice(to - 1, 0, ...cells.splice(from - 1, 1));
    },
    deleteRow(row) {
      rows.splice(row - 1, 1);
    },
    sort(column) {
      const [header, ...others] = rows;
      const text = (cells: Cell[]) => String(cells[column - 1]?.value ?? '');
      const filled = others.filter((cells) => cells.some(isFilled));
      const empty = others.filter((cells) => !cells.some(isFilled));
      filled.sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
      rows = [header!, ...filled, ...empty];
    },
    type: (row, column, value) => put(at(row, column), value),
  };
}
