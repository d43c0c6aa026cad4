/** Starter views: a tab with summaries and charts of a synced tab. It sends no request and costs nothing. */
import { type Area, areaOf, CHART_SIZE, type NewChart, topLeft } from '../../contract/new-sheet.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import { changeDocumentProperties } from '../account/context.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Platform, Tab } from '../platform.js';
import { createZone, todayIn } from '../question/zone.js';
import { withJournalLease } from '../refresh/journal.js';
import { requireDocument } from '../storage/document-lock.js';
import { escapeCellText } from '../tab/cell-text.js';
import { allValues, extendTab, insertNumbered, tabWithId } from '../tab/find-tab.js';
import type { Job } from './job.js';
import { readJob, readProgress, requireJob, writeJob } from './job-store.js';
import { type Summary, summariesOf } from './summaries.js';

/** Rows between two tables. */
const GAP = 2;

/** @throws BUSY while another execution draws charts or runs formulas again; BAD_INPUT if nothing can be shown */
export function makeViews(platform: Platform, id: unknown): Outcome {
  // two at the same time would insert two tabs, or draw each chart twice
  return withJournalLease(platform, ({ properties }) => {
    const job = requireJob(properties, id);
    if (!job.sync) throw errors.noJob();
    const { place, tab: synced } = readProgress(properties, job.id);
    const tabs = platform.grid.tabs();
    const source = tabWithId(tabs, synced);
    if (!place || !source) throw errors.noTab(job.sync.tab);
    const zone = createZone(platform.spreadsheet.timeZone());
    const days = { from: job.sync.from, through: place.through };
    const summaries = summariesOf(allValues(source), zone, days);
    if (summaries.length === 0)
      throw (source.used().rows < 2 ? errors.noRows : errors.nothingToShow)(source.name());
    const tab = openSummary(platform, job, source, tabs);
    writeSummaries(tab, `${source.name()}, ${todayIn(zone, platform)}`, summaries);
    return { kind: 'sheet', name: tab.name() };
  });
}

/** Redraws the charts of a job, if their tab still exists. @throws as `makeViews` */
export function updateViews(platform: Platform, id: string): void {
  const tab = readJob(requireDocument(platform), id)?.summary;
  if (tab !== undefined && tabWithId(platform.grid.tabs(), tab)) makeViews(platform, id);
}

/** Returns the job's tab of charts, else a new one: the add-on must not clear a person's own tab. */
function openSummary(platform: Platform, job: Job, source: Tab, tabs: readonly Tab[]): Tab {
  const known = tabs.find(({ id }) => id === job.summary && id !== source.id);
  if (known) return known;
  const tab = insertNumbered(platform.grid, source.name(), ' summary');
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
  const tables: Area[] = [];
  const charts = summaries.map(({ heading, header, rows, chart, region }): NewChart => {
    const row = blocks.length + 1;
    tables.push(areaOf(row, CHART_SIZE.columns + 1, rows.length + 2, header.length));
    blocks.push(...[[heading], header, ...rows].map((cells) => [...chartCells, ...cells]));
    blocks.push(...Array.from({ length: Math.max(GAP, CHART_SIZE.rows - rows.length) }, () => []));
    const area = areaOf(row + 1, CHART_SIZE.columns + 1, rows.length + 1, header.length);
    return { type: chart, title: heading, area, row, column: 1, ...(region && { region }) };
  });
  extendTab(tab, { rows: blocks.length, columns: width });
  const { rows, columns } = tab.size();
  tab.removeCharts();
  tab.clear(topLeft(rows, columns));
  tab.write(
    topLeft(blocks.length, width),
    blocks.map((cells) => Array.from({ length: width }, (_, index) => escapeCellText(cells[index] ?? ''))),
  );
  // the old charts are gone: what refuses a format, such as a table of Sheets, must not prevent the new ones
  ignoreErrors(() => tab.formatSummaries(tables));
  for (const chart of charts) tab.addChart(chart);
}
