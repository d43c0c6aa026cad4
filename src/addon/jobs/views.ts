/** Starter views: a tab with summaries and charts of a synced tab. It sends no request and costs nothing. */
import { areaOf, CHART_SIZE, freeSheetName, type NewChart, topLeft } from '../../contract/new-sheet.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import { changeDocumentProperties } from '../account/context.js';
import { errors } from '../errors.js';
import type { Platform, Tab } from '../platform.js';
import { createZone, todayIn, type Zone } from '../question/zone.js';
import { requireDocument } from '../storage/document-lock.js';
import { withCellsLease } from '../storage/lease.js';
import { escapeCellText } from '../tab/cell-text.js';
import { allValues, findTab, tabWithId } from '../tab/find-tab.js';
import type { Job } from './job.js';
import { readJob, readProgress, requireJob, writeJob } from './job-store.js';
import { type Summary, summariesOf } from './summaries.js';

/** Rows between two tables. */
const GAP = 2;

/** @throws BUSY while another execution draws charts or runs formulas again; BAD_INPUT if nothing can be shown */
export function makeViews(platform: Platform, id: unknown): Outcome {
  const properties = requireDocument(platform);
  // two at the same time would insert two tabs, or draw each chart twice
  return withCellsLease(platform, properties, () => {
    const job = requireJob(properties, id);
    if (!job.sync) throw errors.noJob();
    const found = summariesNow(platform, job, platform.grid.tabs());
    if (!found) throw errors.noTab(job.sync.tab);
    const { source, summaries } = found;
    if (summaries.length === 0)
      throw (source.used().rows < 2 ? errors.noRows : errors.nothingToShow)(source.name());
    const tab = openSummary(platform, job, source);
    writeSummaries(platform, tab, found);
    return { kind: 'sheet', name: tab.name() };
  });
}

/** Redraws the charts of a job, if their tab still exists. @throws BUSY as `makeViews` */
export function updateViews(platform: Platform, id: string): void {
  const properties = requireDocument(platform);
  const job = readJob(properties, id);
  if (job?.summary === undefined) return;
  withCellsLease(platform, properties, () => {
    const tabs = platform.grid.tabs();
    const tab = tabWithId(tabs, job.summary);
    const found = tab && summariesNow(platform, job, tabs);
    if (found && tab.id !== found.source.id && found.summaries.length > 0)
      writeSummaries(platform, tab, found);
  });
}

interface Found {
  /** The sync's tab. */
  readonly source: Tab;
  readonly summaries: readonly Summary[];
  readonly zone: Zone;
}

/** Returns the summaries of a sync's tab, if the tab exists. */
function summariesNow(platform: Platform, { id, sync }: Job, tabs: readonly Tab[]): Found | undefined {
  const { place: cursor } = readProgress(requireDocument(platform), id);
  const source = tabWithId(tabs, cursor?.tab);
  if (!sync || !cursor || !source) return undefined;
  const synced = { from: sync.from, through: cursor.through };
  const zone = createZone(platform.spreadsheet.timeZone());
  return { source, summaries: summariesOf(allValues(source), zone, synced), zone };
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

function writeSummaries(platform: Platform, tab: Tab, { source, summaries, zone }: Found): void {
  const title = `${source.name()}, ${todayIn(zone, platform)}`;
  const width = CHART_SIZE.columns + Math.max(...summaries.map(({ header }) => header.length));
  const chartCells = Array.from({ length: CHART_SIZE.columns }, () => '');
  const blocks: unknown[][] = [[title], []];
  const charts = summaries.map(({ heading, header, rows, chart, region }): NewChart => {
    const row = blocks.length + 1;
    blocks.push(...[[heading], header, ...rows].map((cells) => [...chartCells, ...cells]));
    blocks.push(...Array.from({ length: Math.max(GAP, CHART_SIZE.rows - rows.length) }, () => []));
    const area = areaOf(row + 1, CHART_SIZE.columns + 1, rows.length + 1, header.length);
    return { type: chart, title: heading, area, row, column: 1, ...(region && { region }) };
  });
  const { rows, columns } = tab.size();
  if (blocks.length > rows) tab.addRows(blocks.length - rows);
  if (width > columns) tab.addColumns(width - columns);
  tab.removeCharts();
  tab.clear(topLeft(Math.max(rows, blocks.length), Math.max(columns, width)));
  tab.write(
    topLeft(blocks.length, width),
    blocks.map((cells) => Array.from({ length: width }, (_, index) => escapeCellText(cells[index] ?? ''))),
  );
  for (const chart of charts) tab.addChart(chart);
}
