/** Widths and number formats of a table's columns. */

const DAY = 'yyyy-mm-dd';
const MOMENT = 'yyyy-mm-dd hh:mm';
const NUMBER = '#,##0';
/** Pixels and number format of a column. */
type ColumnStyle = readonly [number, string?];
const COLUMN_STYLES: Readonly<Record<string, ColumnStyle>> = {
  announcedDate: [170, DAY],
  lastModified: [190, DAY],
  effectiveDate: [120, DAY],
  name: [240],
  domain: [200],
  'company.name': [240],
  'company.domain': [200],
  expansionType: [200],
  investment: [130, NUMBER],
  currency: [80],
  'expansionLocation.country': [170],
  'location.country': [170],
  jobs: [80, NUMBER],
  score: [250],
  why: [320],
  known: [150],
  numberOfJobs: [80, NUMBER],
  executiveName: [170],
  executiveTitle: [260],
  executiveTitleCategory: [150],
  'executivePreviousCompany.name': [210],
  title: [380],
  url: [320],
  publishDate: [120, DAY],
  publisher: [170],
  desc: [380],
  companies: [240],
  // columns that belong to no record
  moment: [150, MOMENT],
  place: [220],
  question: [380],
  count: [90, NUMBER],
};
const DEFAULT_WIDTH = 130;

/** Widths in pixels and number formats of the columns; '' is no format. A table without widths has no header. */
export interface TableStyle {
  readonly widths: readonly number[];
  readonly formats: readonly string[];
}

/** @param paths of the columns, or names such as `moment`; an unknown one gets the default width */
export function tableStyleOf(paths: readonly string[]): TableStyle {
  const styles = paths.map((path): ColumnStyle => COLUMN_STYLES[path] ?? [DEFAULT_WIDTH]);
  return { widths: styles.map(([width]) => width), formats: styles.map(([, format = '']) => format) };
}
