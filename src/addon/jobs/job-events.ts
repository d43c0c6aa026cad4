/** The webhook for all records of a job: a run logs changes in an outbox and sends them before it ends. */

import { OUTBOX_TAB } from '../../contract/jobs.js';
import { axisOf, covers, windowOf } from '../../core/query.js';
import { positionsOf, textAt } from '../../core/records.js';
import type { Alert, NewRecord } from '../alerts/alert.js';
import { addressOf } from '../alerts/destinations.js';
import { EventLog, keyOf, type LoggedEvent, type RecordState } from '../alerts/event-log.js';
import { NO_ANSWER, prepareSignedPost, sheetAddress } from '../alerts/send-alerts.js';
import type { Answer } from '../answers/answers.js';
import { hash } from '../storage/text.js';
import { summaryOf } from '../table/record-summary.js';
import type { Row } from '../table/rows.js';
import { type Shown, shownRows } from '../table/shown-rows.js';
import type { Job } from './job.js';
import type { Run } from './run.js';
import { isNewVersion, type SeenVersions } from './seen-versions.js';
import type { Buyer } from './window-query.js';

/** If this many events wait, a run adds none: further changes stay new until the receiver accepts those. */
export const MAX_WAITING = 2_000;
/** The most events of a message: it stays below some hundred kilobytes. */
const MAX_EVENTS = 100;

export function allRecordsWebhookOf({ alerts }: Pick<Job, 'alerts'>): Alert | undefined {
  return alerts?.find(({ whole }) => whole);
}

/** Opens the job's outbox, if the job has a webhook for all records. @throws BUSY if the lease is lost */
export function openEventLog(run: Run): void {
  if (!allRecordsWebhookOf(run.job)) return;
  const { outbox } = run.progress;
  const log = new EventLog(run.platform.grid, `${OUTBOX_TAB} ${run.job.id}`, outbox?.tab);
  if (log.tab.id !== outbox?.tab) run.commit({ outbox: { waiting: 0, failure: '', tab: log.tab.id } });
  run.log = log;
}

/** True if too many events wait for a run to add more. */
export function isFull({ log }: Run): boolean {
  return log !== undefined && log.waiting().length >= MAX_WAITING;
}

/**
 * Sends waiting events in order and in batches, in the owner's runs: only the owner has the address. Without a good
 * answer, a batch and all later events wait and are sent again. A receiver recognizes repeated events by their ids.
 * @returns true if time ran out
 */
export function sendWaitingEvents(run: Run): boolean {
  const { platform, job, log } = run;
  if (!log) return false;
  const destination = run.isByOwner ? addressOf(platform, allRecordsWebhookOf(job)?.id ?? '') : undefined;
  const storeState = (failure: string) =>
    run.commit({ outbox: { tab: log.tab.id, waiting: log.waiting().length, failure } });
  // a colleague's run may not send: it leaves the reason why events wait
  const mayKeep = !run.isByOwner && log.waiting().length > 0;
  let failure = (mayKeep && run.progress.outbox?.failure) || '';
  for (let sent = 0; destination && failure === ''; sent += 1) {
    const batch = nextBatch(log.waiting());
    if (batch.length === 0) {
      log.trim();
      break;
    }
    // this also renews the lease
    storeState('');
    if (sent > 0 && run.isOver()) return true;
    const left = log.waiting().length - batch.length;
    const data = { job: job.name, url: sheetAddress(platform), events: log.read(batch), left };
    const id = `msg_${hash(batch.map(({ event }) => event).join())}`;
    const send = prepareSignedPost(platform, destination, id, { type: 'records.changed', data });
    failure = send() ?? NO_ANSWER;
    if (failure === '') log.markSent(batch, platform.clock.now());
  }
  storeState(failure);
  return false;
}

/** Returns the first events in consecutive rows. */
function nextBatch(waiting: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const end = waiting.findIndex(({ rowNumber }, index) => rowNumber !== waiting[0]!.rowNumber + index);
  return waiting.slice(0, Math.min(MAX_EVENTS, end < 0 ? waiting.length : end));
}

/** Logs records that left the query. Only requests for changes by formulas with this query reveal them. */
export function logRemoved(buyer: Buyer): void {
  const { log } = buyer.run;
  if (!log) return;
  const { left } = buyer.state();
  if (left.size === 0) return;
  const { dataset } = buyer.syncQuestion.question;
  const latest = log.latest();
  const keys = buyer.queryKeys();
  const removed = [...left].flatMap(([id, list]): RecordState[] => {
    const isKnown = latest.has(keyOf({ dataset, id }));
    const hasLeft = isKnown && list.some((one) => keys.every((key) => covers(one.key, key)));
    return hasLeft ? [{ kind: 'removed', dataset, id, question: '' }] : [];
  });
  log.add(removed, buyer.platform.clock.now());
}

export type ShownAnswer = ReturnType<typeof shownAnswerOf>;

/**
 * Returns the records of a question that its formulas show, as summaries and with all columns.
 * @param asked the views of the formulas that ask the question; at least one
 */
export function shownAnswerOf(
  { rows: all, isTruncated }: Answer,
  asked: readonly Shown[],
  tab: string,
  today: string,
) {
  const [{ question: own }] = asked as [Shown];
  const { dataset } = own;
  const { id, modified } = positionsOf(dataset);
  const versionOf = (row: Row) => `${textAt(row, id)} ${textAt(row, modified)}`;
  const shown = new Set(asked.flatMap((one) => shownRows({ ...one, since: '' }, all).rows.map(versionOf)));
  const rows = all.filter((row) => shown.has(versionOf(row)));
  const records = rows.map((row): NewRecord => ({ ...summaryOf(dataset, row), tab }));
  const axis = axisOf(dataset, own.filters['dateType']);
  return { dataset, records, rows, isTruncated, window: windowOf(own, today), axis };
}

/**
 * Logs how a refresh's records differ from what the receiver knows. A record is removed if its question no
 * longer returns it, although its day is in the window and no limit truncated the answer. If no formula asks
 * that question any more, this must be true of the dataset's other questions.
 * @param isAll true if all questions were answered
 * @param hasAllAnswers true if all formulas were read and have answers that are neither old nor cut by a budget
 */
export function logFound(
  log: EventLog,
  shownAnswers: ReadonlyMap<string, ShownAnswer>,
  seen: ReadonlyMap<string, SeenVersions>,
  { isAll, hasAllAnswers }: { readonly isAll: boolean; readonly hasAllAnswers: boolean },
  now: number,
): void {
  const latest = log.latest();
  const found = new Map<string, RecordState>();
  for (const [question, { records, rows, axis }] of shownAnswers) {
    records.forEach((record, index) => {
      const { dataset, id } = record;
      const name = keyOf(record);
      if (id === '' || found.has(name)) return;
      const isOld = !isNewVersion(record, seen.get(question));
      found.set(name, { kind: 'new', dataset, id, row: rows[index]!, axis, question, isOld });
    });
  }
  const all = [...shownAnswers.values()];
  const removed = [...latest].flatMap(([name, { dataset, id, day, question }]): RecordState[] => {
    if (!isAll || found.has(name)) return [];
    const own = shownAnswers.get(question);
    const of = own ? [own] : all.filter((one) => one.dataset === dataset);
    const isIn = of.some(({ window: { start, end } }) => day >= start && (end === '' || day <= end));
    return isIn && (own || hasAllAnswers) && of.every(({ isTruncated }) => !isTruncated)
      ? [{ kind: 'removed', dataset, id, question }]
      : [];
  });
  log.add([...removed, ...[...found.values()].reverse()], now);
}
