/** Starter views: a tab with summaries and charts of a synced tab. It sends no request and costs nothing. */
import { CHART_SIZE, freeSheetName, type NewChart, topLeft } from '../../contract/new-sheet.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import { changeDocumentProperties } from '../account/context.js';
import { errors } from '../errors.js';
import type { Platform, Tab } from '../platform.js';
import { createZone, todayIn } from '../question/zone.js';
import { requireDocument } from '../storage/document-lock.js';
import { escapeCellText } from '../tab/cell-text.js';
import { allValues, findTab } from '../tab/find-tab.js';
import type { Job } from './job.js';
import { readJob, readProgress, writeJob } from './job-store.js';
import { type Summary, summariesOf } from './summaries.js';

/** Rows between two tables. */
const GAP = 2;

/** Creates or refills the tab of charts of a job. */
export function makeViews(platform: Platform, id: unknown): Outcome {
  const job = readJob(requireDocument(platform), String(id));
  if (!job?.sync) throw errors.noJob();
  const { source, summaries } = summariesNow(platform, job, platform.grid.tabs());
  if (!source) throw errors.noTab(job.sync.tab);
  if (summaries.length === 0)
    throw (source.used().rows < 2 ? errors.noRows : errors.nothingToShow)(source.name());
  const tab = openSummary(platform, job, source);
  writeSummaries(tab, titleOf(platform, source), summaries);
  return { kind: 'sheet', name: tab.name() };
}

/** Redraws the charts of a job, if their tab still exists. */
export function updateViews(platform: Platform, id: string): void {
  const job = readJob(requireDocument(platform), id);
  if (job?.summary === undefined) return;
  const tabs = platform.grid.tabs();
  const tab = tabs.find((one) => one.id === job.summary);
  if (!tab) return;
  const { source, summaries } = summariesNow(platform, job, tabs);
  if (source && tab.id !== source.id && summaries.length > 0)
    writeSummaries(tab, titleOf(platform, source), summaries);
}

/** Returns the summaries of a sync's tab, and the tab; none if it does not exist. */
function summariesNow(
  platform: Platform,
  { id, sync }: Job,
  tabs: readonly Tab[],
): { readonly source?: Tab; readonly summaries: readonly Summary[] } {
  const { place: cursor } = readProgress(requireDocument(platform), id);
  const source = tabs.find((tab) => tab.id === cursor?.tab);
  if (!sync || !cursor || !source) return { summaries: [] };
  const synced = { from: sync.from, through: cursor.through };
  const zone = createZone(platform.spreadsheet.timeZone());
  return { source, summaries: summariesOf(allValues(source), zone, synced) };
}

function titleOf(platform: Platform, source: Tab): string {
  return `${source.name()}, ${todayIn(createZone(platform.spreadsheet.timeZone()), platform)}`;
}

/** Returns the job's tab of charts, else a new one: the add-on must not clear a person's own tab. */
function openSummary(platform: Platform, job: Job, source: Tab): Tab {
  const tabs = platform.grid.tabs();
  const known = tabs.find(({ id }) => id === job.summary && id !== source.id);
  if (known) return known;
  const name = freeSheetName(source.name(), ' summary', (one) => findTab(tabs, one) !== undefined);
  const tab = platform.grid.insert(name);
  changeDocumentProperties(platform, (properties) => {
    const current = readJob(properties, job.id);
    if (current) writeJob(platform, properties, { ...current, summary: tab.id });
  });
  return tab;
}

function writeSummaries(tab: Tab, title: string, summaries: readonly Summary[]): void {
  const width = CHART_SIZE.columns + Math.max(...summaries.map(({ header }) => header.length));
  const chartCells = Array.from({ length: CHART_SIZE.columns }, () => '');
  const blocks: unknown[][] = [[title], []];
  const charts = summaries.map(({ heading, header, rows, chart, region }): NewChart => {
    const row = blocks.length + 1;
    blocks.push(...[[heading], header, ...rows].map((cells) => [...chartCells, ...cells]));
    blocks.push(...Array.from({ length: Math.max(GAP, CHART_SIZE.rows - rows.length) }, () => []));
    const area = {
      row: row + 1,
      column: CHART_SIZE.columns + 1,
      numRows: rows.length + 1,
      numColumns: header.length,
    };
    return { type: chart, title: heading, area, row, column: 1, ...(region && { region }) };
  });
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
    topLeft(blocks.length, width),
    blocks.map((cells) => Array.from({ length: width }, (_, index) => escapeCellText(cells[index] ?? ''))),
  );
  for (const chart of charts) tab.addChart(chart);
}
