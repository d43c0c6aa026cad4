/**
 * The charts of a template. Beside its table stand figures by plain formulas of Sheets: they follow the table whenever it
 * changes, and cost nothing.
 */
import { COMMA, type Separators, translate, writeLiteral } from '../../contract/formula.js';
import { CHART_SIZE, type NewCell, type NewChart, type SheetInsertion } from '../../contract/new-sheet.js';
import { REGIONS } from '../../contract/regions.js';

/** Records, or the sum of their investments, by the values of a column. */
export interface StarterChart {
  readonly title: keyof ChartWords['titles'];
  readonly by: keyof typeof COLUMNS;
  readonly type: NewChart['type'];
  readonly isSum?: boolean;
  /** Of a map: the code of the country whose states it shows. */
  readonly region?: string;
}

/** In the person's language. */
export interface ChartWords {
  readonly nothing: string;
  readonly records: string;
  readonly investment: string;
  readonly names: Readonly<Record<keyof typeof COLUMNS, string>>;
  readonly titles: Readonly<
    Record<Exclude<keyof typeof COLUMNS, 'currency'> | 'sumByCompany' | 'sumByType', string>
  >;
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
/** The longest bars of a chart. */
const BARS = 12;
/** Two columns of figures, and an empty one. */
const FIGURES_WIDTH = 3;

/** Of projects in a place: a map of its states where Google has one, else its cities. */
export function placeChart(place: string): StarterChart {
  const wanted = place.trim().toLowerCase();
  const [, region] = Object.entries(REGIONS).find(([name]) => name.toLowerCase() === wanted) ?? [];
  return region
    ? { title: 'state', by: 'state', type: 'map', region }
    : { title: 'city', by: 'city', type: 'bar' };
}

interface ChartedTable {
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
  // a column that the table gets later has room below the charts, and is not stopped by figures
  const firstFigures = chartColumn + CHART_SIZE.columns;
  const figures = figuresOf(table, firstFigures, words);
  const aside: NewCell[] = Array(firstFigures - 1 - (sheet.rows[0]?.length ?? 0)).fill('');
  const written = (cell: string): NewCell =>
    cell.startsWith('=') ? { formula: translate(cell, COMMA, separators) } : cell;
  const rows = [
    [...(sheet.rows[0] ?? []), ...aside, ...figures.flatMap(({ header }) => [...header.map(written), ''])],
    [...Array(firstFigures - 1).fill(''), ...figures.flatMap(({ formula }) => [written(formula), '', ''])],
  ];
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
  return { ...sheet, rows, charts };
}

/** In the separators of English. The formula fills two columns below the header: names, and numbers. */
interface Figures {
  readonly header: readonly [string, string];
  readonly formula: string;
}

/** Those of the charts, and before them the currencies of what is summed. */
function figuresOf({ columns, charts }: ChartedTable, firstColumn: number, words: ChartWords): Figures[] {
  const columnOf = (path: string) => {
    const letters = lettersOf(columns.indexOf(path) + 1);
    return `${letters}:${letters}`;
  };
  const nothing = `HSTACK(${writeLiteral(words.nothing, COMMA)}, 0)`;
  // amounts in several currencies have no sum: those in the currency of the most records are added up
  const [currency, count] = [firstColumn, firstColumn + 1].map((column) => `$${lettersOf(column)}$2`);
  const figures = (by: StarterChart['by'], isSum = false): Figures => {
    const amount = (condition: string) =>
      isSum
        ? `SUMPRODUCT(${condition}*(${columnOf(COLUMNS.currency)}=${currency}), ${columnOf('investment')})`
        : `SUMPRODUCT(${condition}*1)`;
    const values = columnOf(COLUMNS[by]);
    return {
      header: [
        words.names[by],
        isSum
          ? `=${writeLiteral(words.investment, COMMA)}&IF(${count}=0, "", " ("&${currency}&")")`
          : words.records,
      ],
      formula: byName(values, amount, nothing),
    };
  };
  const sums = charts.some(({ isSum }) => isSum) ? [figures('currency')] : [];
  return [...sums, ...charts.map(({ by, isSum }) => figures(by, isSum))];
}

type Amount = (condition: string) => string;

/** The names of a column, below its header, with the greatest amount first. */
function byName(values: string, amount: Amount, nothing: string): string {
  return (
    `=IFERROR(LET(names, UNIQUE(FILTER(${values}, (${values}<>"")*(ROW(${values})>1))), ` +
    `SORT(HSTACK(names, MAP(names, LAMBDA(name, ${amount(`(${values}=name)`)}))), 2, FALSE)), ${nothing})`
  );
}

function lettersOf(column: number): string {
  const before = Math.ceil(column / 26) - 1;
  return (before > 0 ? lettersOf(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}
