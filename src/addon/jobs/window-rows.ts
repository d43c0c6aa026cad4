/** What came of a window of days, as rows for the tab, and what it says of what may be missing. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import type { Query } from '../../core/query.js';
import { placesOf, textAt } from '../../core/records.js';
import type { CacheState } from '../../core/state.js';
import { later } from '../question/window.js';
import type { Zone } from '../question/zone.js';
import type { Incoming } from '../tab/upsert-plan.js';
import { createExactTest } from '../table/exact.js';
import { mergeAnswers } from '../table/merge-answers.js';
import { createLinker } from '../table/record-links.js';
import type { Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import type { SyncQuestion } from './sync-question.js';
import { looksCut } from './sync-window.js';

export interface BoughtWindow {
  readonly incoming: readonly Incoming[];
  /** What they are made from. */
  readonly rows: readonly Row[];
  readonly records: number;
  readonly isFull: boolean;
  /** Fewer than asked for, and yet so round a number that the service may have cut it. */
  readonly looksCut: boolean;
  readonly lastDay: string;
}

interface WindowList {
  readonly rows: readonly Row[];
  readonly records: number;
}

type Brought =
  | { readonly known: readonly Row[] }
  | {
      readonly lists: readonly WindowList[];
      /** The service has told how many there are: no round number is a riddle. */
      readonly isAll: boolean;
      /** Of several days the doubtful ones are asked again; one day alone would bring the same. */
      readonly isSplit: boolean;
    };

export function boughtWindow(asked: SyncQuestion, zone: Zone, query: Query, brought: Brought): BoughtWindow {
  const { companies, dataset, limit } = query;
  const columns = RECORD_COLUMNS[dataset];
  const isWanted = companies.length > 0 ? createExactTest(columns, companies) : () => true;
  if ('known' in brought) {
    const rows = brought.known.filter(isWanted);
    const nothing = { isFull: false, looksCut: false, lastDay: '' };
    return { incoming: incomingOf(rows, asked, zone), rows, records: brought.known.length, ...nothing };
  }
  const { lists, isAll, isSplit } = brought;
  const isCut = lists.map(({ records }) => !isAll && looksCut(records, limit));
  const full = lists.filter(({ records }, index) => records >= limit || (isSplit && isCut[index]));
  const all = mergeAnswers(
    lists.map(({ rows }) => rows),
    columns,
    true,
  );
  const rows = (lists.length > 0 ? all : []).filter(isWanted);
  const { modified } = placesOf(dataset);
  return {
    incoming: incomingOf(rows, asked, zone),
    rows,
    records: lists.reduce((sum, { records }) => sum + records, 0),
    isFull: full.length > 0,
    looksCut: isCut.some(Boolean),
    lastDay: full.map((list) => lastDayOf(list.rows, modified)).reduce(later, ''),
  };
}

/** The newest known version of each row. @param at when the rows were first asked for */
export function newestOf(rows: readonly Row[], { records, places }: CacheState, at: number): readonly Row[] {
  return rows.map((row) => {
    const known = records.get(textAt(row, places.id));
    if (!known) return row;
    const [day, knownDay] = [textAt(row, places.modified), textAt(known.row, places.modified)];
    return knownDay > day || (knownDay === day && known.seenAt > at) ? known.row : row;
  });
}

function incomingOf(
  rows: readonly Row[],
  { question: { dataset }, columns: shown }: SyncQuestion,
  zone: Zone,
): Incoming[] {
  if (rows.length === 0) return [];
  const columns = RECORD_COLUMNS[dataset];
  const places = placesOf(dataset);
  const view = { columns: shown, sort: [], headers: false };
  const table = toTable({ rows, columns, view, zone, notes: [] });
  const linksOf = createLinker(columns, shown);
  return rows.flatMap((row, index) => {
    const id = textAt(row, places.id);
    const cells = new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? '']));
    // a record without an id could not be found again
    if (id === '') return [];
    return [{ id, changedOn: textAt(row, places.modified), cells, links: linksOf(row) }];
  });
}

/** Of a list that is newest first; in any other list, something may be missing anywhere. */
function lastDayOf(list: readonly Row[], modified: number): string {
  const days = list.map((row) => textAt(row, modified));
  const ordered = days.every((day, index) => index === 0 || day <= days[index - 1]!);
  return ordered ? (days[days.length - 1] ?? '') : '';
}
