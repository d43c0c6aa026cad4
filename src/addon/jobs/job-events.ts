/** The webhook that gets all records of a job: what changes is noted in the outbox of the job, and sent before a run ends. */

import type { DatasetName } from '../../contract/datasets.js';
import { OUTBOX_TAB } from '../../contract/jobs.js';
import { isoOf, settledDay } from '../../core/days.js';
import { covers } from '../../core/query.js';
import { placesOf, textAt } from '../../core/records.js';
import type { Alert, NewRecord } from '../alerts/alert.js';
import { addressOf } from '../alerts/destinations.js';
import { EventLog, keyOf, type RecordNow } from '../alerts/event-log.js';
import { sendEvents } from '../alerts/send-events.js';
import type { Answer } from '../answers/answers.js';
import { windowOf } from '../question/window.js';
import { summaryOf } from '../table/record-summary.js';
import type { Row } from '../table/rows.js';
import { type Shown, shownRows } from '../table/shown-rows.js';
import type { Job } from './job.js';
import type { Run } from './run.js';
import { isNewVersion, type SeenVersions } from './seen-versions.js';
import { type Buyer, queryOf } from './window-query.js';

/** With so many events that the receiver has not taken, nothing is added: what changes stays new until they have left. */
const MAX_WAITING = 2_000;

export function wholeAlertOf({ alerts }: Pick<Job, 'alerts'>): Alert | undefined {
  return alerts?.find(({ whole }) => whole);
}

/** The outbox of a job; undefined where it has no such webhook. @throws BUSY when the lease is lost */
export function openLog(run: Run): EventLog | undefined {
  if (!wholeAlertOf(run.job)) return undefined;
  const { outbox } = run.progress();
  const log = new EventLog(run.platform.grid, `${OUTBOX_TAB} ${run.job.id}`, outbox?.tab);
  if (log.tab.id !== outbox?.tab) run.commit({ outbox: { waiting: 0, failure: '', tab: log.tab.id } });
  return log;
}

export function isFull(log: EventLog | undefined): boolean {
  return log !== undefined && log.waiting().length >= MAX_WAITING;
}

/** Whether there is room for more; where there is not, the run says so. */
export function hasRoom(log: EventLog | undefined, run: Run): boolean {
  if (!log || !isFull(log)) return true;
  run.say({ kind: 'outbox-full', events: log.waiting().length });
  return false;
}

/** Sends what waits, for the person who has the address. @returns whether only time was missing */
export function deliver(run: Run, log: EventLog): boolean {
  const { platform, job } = run;
  const destination = run.isOwners ? addressOf(platform, wholeAlertOf(job)?.id ?? '') : undefined;
  const note = (failure: string) =>
    run.commit({ outbox: { tab: log.tab.id, waiting: log.waiting().length, failure } });
  if (!destination) {
    note('');
    return false;
  }
  let messages = 0;
  const hasTime = () => {
    // it keeps the lease, too
    note('');
    messages += 1;
    return messages === 1 || platform.clock.now() < run.stopAt;
  };
  const { failure, isTimeOut } = sendEvents(platform, log, job.name, destination, hasTime);
  if (failure !== '') run.say({ kind: 'webhook-waits', events: log.waiting().length, failure });
  note(failure);
  return isTimeOut;
}

/** Records of a sync that match its query no more: only a service that tells changes says so, to formulas that ask the same. */
export function noteLeft(buyer: Buyer, log: EventLog | undefined): void {
  if (!log) return;
  const { clock } = buyer.platform;
  const { dataset } = buyer.asked.question;
  const { left } = buyer.store.state(dataset, buyer.connection.payer);
  if (left.size === 0) return;
  const latest = log.latest();
  const day = isoOf(settledDay(clock.now()));
  const { keys } = queryOf(buyer, { start: day, end: day });
  const gone = [...left].filter(
    ([id, list]) =>
      latest.has(keyOf({ dataset, id })) && list.some((one) => keys.every((key) => covers(one.key, key))),
  );
  log.add(
    gone.map(([id]) => ({ kind: 'removed', dataset, id, question: '' })),
    clock.now(),
  );
}

/** The records of a question that its formulas show. */
export interface Brought {
  readonly dataset: DatasetName;
  readonly records: readonly NewRecord[];
  /** The same records in all their columns. */
  readonly rows: readonly Row[];
  /** More records match than it has. */
  readonly isCut: boolean;
  /** The first day of its window; empty for an open one. */
  readonly start: string;
}

/** @param asked as each formula that asks the question shows it; at least one */
export function broughtBy(
  { rows: all, cut: isCut }: Answer,
  asked: readonly Shown[],
  tab: string,
  today: string,
): Brought {
  const [{ question: own }] = asked as [Shown];
  const { dataset } = own;
  const { id, modified } = placesOf(dataset);
  const versionOf = (row: Row) => `${textAt(row, id)} ${textAt(row, modified)}`;
  const shown = new Set(asked.flatMap((one) => shownRows({ ...one, since: '' }, all).rows.map(versionOf)));
  const rows = all.filter((row) => shown.has(versionOf(row)));
  const records = rows.map((row) => ({ ...summaryOf(dataset, row), tab }));
  const { start } = windowOf(own, today);
  return { dataset, records, rows, isCut, start };
}

/**
 * What a refresh has found, against what the receiver knows. A record is gone where the very question that brought it lacks
 * it, though its day lies in the window and no limit has cut the answer. Once no formula asks that question any more, it is
 * gone where this is so of all others.
 * @param isAll whether all questions were answered
 * @param areBrought whether all formulas were read, and all that they ask is here, nothing of it old or cut by a budget
 */
export function noteFound(
  log: EventLog,
  brought: ReadonlyMap<string, Brought>,
  seen: ReadonlyMap<string, SeenVersions>,
  { isAll, areBrought }: { readonly isAll: boolean; readonly areBrought: boolean },
  now: number,
): void {
  const latest = log.latest();
  const found = new Map<string, RecordNow>();
  for (const [question, { records, rows }] of brought) {
    records.forEach((record, index) => {
      const { dataset, id } = record;
      const name = keyOf(record);
      if (id === '' || found.has(name)) return;
      const isOld = !isNewVersion(record, seen.get(question));
      found.set(name, { kind: 'new', dataset, id, row: rows[index]!, question, isOld });
    });
  }
  const all = [...brought.values()];
  const gone = [...latest].flatMap(([name, { dataset, id, announced, question }]): RecordNow[] => {
    if (!isAll || found.has(name)) return [];
    const own = brought.get(question);
    const of = own ? [own] : all.filter((one) => one.dataset === dataset);
    const isIn = of.some(({ start }) => announced >= start);
    return isIn && (own || areBrought) && of.every(({ isCut }) => !isCut)
      ? [{ kind: 'removed', dataset, id, question }]
      : [];
  });
  log.add([...gone, ...[...found.values()].reverse()], now);
}
