/**
 * The charts of a template. Plain formulas of Sheets beside its table calculate their figures: they follow
 * every change of the table and cost nothing.
 */
import { COMMA, lettersOf, type Separators, translate, writeLiteral } from '../../contract/formula.js';
import { CHART_SIZE, type NewCell, type NewChart, type SheetInsertion } from '../../contract/new-sheet.js';
import { REGIONS } from '../../contract/regions.js';
import { tableStyleOf } from '../../contract/table-style.js';

type Column = keyof typeof COLUMNS;

/** Records, or the sum of their investments, by the values of a column. */
export interface StarterChart {
  readonly title: Exclude<Column, 'currency'> | 'sumByCompany' | 'sumByType';
  readonly by: Column;
  readonly type: NewChart['type'];
  readonly isSum?: boolean;
  /** The code of the country whose states a map shows. */
  readonly region?: string;
}

/** The words of charts in the person's language. */
interface ChartWords extends Readonly<Record<'nothing' | 'records' | 'investment', string>> {
  readonly names: Readonly<Record<Column, string>>;
  readonly titles: Readonly<Record<StarterChart['title'], string>>;
}

const COLUMNS = {
  city: 'expansionLocation.city',
  state: 'expansionLocation.state',
  country: 'expansionLocation.country',
  company: 'company.name',
  type: 'expansionType',
  position: 'executiveTitleCategory',
  currency: 'currency',
} as const;
/** The most bars of a chart, the longest first. */
const BARS = 12;
/** Two columns of figures, and an empty one. */
const FIGURES_WIDTH = 3;
/** Pixels of an empty column, and of the columns that a chart of 600 pixels covers. */
const [GAP, BELOW_CHART] = [24, 90];

/** Shows projects in a place on a map of its states, if Google has one, else by city. */
export function placeChart(place: string): StarterChart {
  const wanted = place.trim().toLowerCase();
  const [, region] = Object.entries(REGIONS).find(([name]) => name.toLowerCase() === wanted) ?? [];
  return region
    ? { title: 'state', by: 'state', type: 'map', region }
    : { title: 'city', by: 'city', type: 'bar' };
}

export interface ChartedTable {
  readonly columns: readonly string[];
  readonly charts: readonly StarterChart[];
}

/** Puts charts to the right of a table that begins in A1, and their figures to the right of them. */
export function withCharts(
  sheet: SheetInsertion,
  table: ChartedTable,
  separators: Separators,
  words: ChartWords,
): SheetInsertion {
  if (table.charts.length === 0) return sheet;
  const chartColumn = table.columns.length + 2;
  // figures are right of the charts, so that the table can get further columns below the charts
  const firstFigures = chartColumn + CHART_SIZE.columns;
  const figures = figuresOf(table, firstFigures, words);
  const cellOf = (cell: string): NewCell =>
    cell.startsWith('=') ? { formula: translate(cell, COMMA, separators) } : cell;
  const rows = [0, 1].map((at): NewCell[] => {
    const before = sheet.rows[at] ?? [];
    const aside = Array(firstFigures - 1 - before.length).fill('');
    return [...before, ...aside, ...figures.flatMap(({ cells }) => cells[at]!.map(cellOf))];
  });
  const charts = table.charts.map(({ title, type, region }, index): NewChart => {
    const column = firstFigures + (figures.length - table.charts.length + index) * FIGURES_WIDTH;
    return {
      type,
      title: words.titles[title],
      area: { row: 1, column, numRows: 1 + BARS, numColumns: 2 },
      row: 2 + index * (CHART_SIZE.rows + 1),
      column: chartColumn,
      ...(region && { region }),
    };
  });
  return { ...sheet, ...styleWith(sheet, figures), rows, charts };
}

/** Formats the figures like the table: a bold header, wide columns, and numbers in one format. */
function styleWith({ widths = [], formats = [] }: SheetInsertion, figures: readonly Figures[]) {
  const aside = [GAP, ...Array<number>(CHART_SIZE.columns).fill(BELOW_CHART)];
  const styles = figures.map(({ by }) => tableStyleOf([COLUMNS[by], 'investment']));
  return {
    widths: [...widths, ...aside, ...styles.flatMap((style) => [...style.widths, GAP])],
    formats: [...formats, ...aside.map(() => ''), ...styles.flatMap((style) => [...style.formats, ''])],
  };
}

/** A header and a formula in English notation, which fills two columns: names, and numbers, descending. */
interface Figures {
  readonly by: Column;
  readonly cells: readonly (readonly string[])[];
}

/** Returns the figures of the charts, and before them the currencies of sums. */
function figuresOf({ columns, charts }: ChartedTable, firstColumn: number, words: ChartWords): Figures[] {
  const lettersIn = (path: string) => lettersOf(columns.indexOf(path) + 1);
  const columnOf = (path: string) => `${lettersIn(path)}:${lettersIn(path)}`;
  const nothing = `HSTACK(${writeLiteral(words.nothing, COMMA)}, 0)`;
  // amounts in several currencies cannot be added, so sum those in the currency of the most records
  const [currency, count] = [firstColumn, firstColumn + 1].map((column) => `$${lettersOf(column)}$2`);
  const figures = (by: Column, isSum = false): Figures => {
    const values = columnOf(COLUMNS[by]);
    const amountOf = (condition: string) =>
      isSum
        ? `SUMPRODUCT(${condition}*(${columnOf(COLUMNS.currency)}=${currency}), ${columnOf('investment')})`
        : `SUMPRODUCT(${condition}*1)`;
    const sumHeader = `=${writeLiteral(words.investment, COMMA)}&IF(${count}=0, "", " ("&${currency}&")")`;
    // leave the header out by its text, because rows may be inserted above it
    const names = `UNIQUE(FILTER(${values}, (${values}<>"")*(${values}<>${lettersIn(COLUMNS[by])}1)))`;
    const amounts = `MAP(names, LAMBDA(name, ${amountOf(`(${values}=name)`)}))`;
    const formula = `=IFERROR(LET(names, ${names}, SORT(HSTACK(names, ${amounts}), 2, FALSE)), ${nothing})`;
    const header = [words.names[by], isSum ? sumHeader : words.records, ''];
    return { by, cells: [header, [formula, '', '']] };
  };
  const sums = charts.some(({ isSum }) => isSum) ? [figures('currency')] : [];
  return [...sums, ...charts.map(({ by, isSum }) => figures(by, isSum))];
}
