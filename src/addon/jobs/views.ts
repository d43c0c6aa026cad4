/** Starter views: a tab of summaries and native charts of what a synced tab holds. Nothing is asked, nothing is paid. */
import type { Outcome } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import { literal } from '../literal.js';
import type { Platform, Tab } from '../platform.js';
import { createZone } from '../question/zone.js';
import { readJob, readProgress } from './job-store.js';
import { type Summary, summariesOf } from './summaries.js';

const FIRST_ROW = 3;
/** Rows between two tables, and columns between tables and charts. */
const GAP = 2;
const CHART_ROWS = 18;

/** @returns a function of a job's id that makes the tab, or makes it anew */
export function createViews(platform: Platform): (id: unknown) => Outcome {
  return (id) => {
    const { documentProperties: properties, grid, clock } = platform;
    if (!properties) throw errors.noDocument();
    const job = typeof id === 'string' ? readJob(properties, id) : undefined;
    if (!job?.sync) throw errors.noJob();
    const { place } = readProgress(properties, job.id);
    const source = grid.tabs().find((tab) => tab.id === place?.tab);
    if (!source) throw errors.noTab(job.sync.tab);
    const zone = createZone(platform.spreadsheet.timeZone());
    const summaries = summariesOf(read(source), zone);
    if (summaries.length === 0) throw errors.nothingToShow(source.name());
    const name = `${source.name()} summary`.slice(0, 100);
    const tab = grid.tabs().find((one) => one.name() === name) ?? grid.insert(name);
    const title = `${source.name()}, ${zone.dayOf(new Date(clock.now()))}`;
    write(tab, title, summaries);
    return { kind: 'sheet', name };
  };
}

function read(tab: Tab): unknown[][] {
  const { rows, columns } = tab.used();
  return rows === 0 ? [] : tab.values({ row: 1, column: 1, numRows: rows, numColumns: columns });
}

function write(tab: Tab, title: string, summaries: readonly Summary[]): void {
  const width = Math.max(...summaries.map(({ header }) => header.length));
  const blocks: unknown[][] = [[title], []];
  const places: number[] = [];
  for (const { heading, header, rows } of summaries) {
    blocks.push([heading]);
    places.push(blocks.length + 1);
    blocks.push(header as unknown[], ...(rows as unknown[][]));
    blocks.push(...Array.from({ length: Math.max(GAP, CHART_ROWS - rows.length) }, () => []));
  }
  const { rows, columns } = tab.size();
  if (blocks.length > rows) tab.addRows(blocks.length - rows);
  if (width > columns) tab.addColumns(width - columns);
  tab.removeCharts();
  tab.clear({
    row: 1,
    column: 1,
    numRows: Math.max(rows, blocks.length),
    numColumns: Math.max(columns, width),
  });
  tab.write(
    { row: 1, column: 1, numRows: blocks.length, numColumns: width },
    blocks.map((cells) => Array.from({ length: width }, (_, index) => literal(cells[index] ?? ''))),
  );
  summaries.forEach(({ heading, header, rows: values, chart }, index) => {
    tab.addChart({
      type: chart,
      title: heading,
      area: {
        row: places[index] ?? FIRST_ROW,
        column: 1,
        numRows: values.length + 1,
        numColumns: header.length,
      },
      row: (places[index] ?? FIRST_ROW) - 1,
      column: width + GAP,
    });
  });
}
