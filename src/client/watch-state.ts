/** The progress of a watch, which is stored so that the program's next run continues there. */
import type { Question } from '../addon/question/question.js';
import { type Window, windowOf } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { addDays } from '../contract/dates.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { axisOf } from '../core/query.js';
import { placesOf, textAt } from '../core/records.js';
import { digestOf } from './buy.js';
import type { ClientContext } from './context.js';
import type { AskedQuestion } from './read-question.js';

const DIGEST_LENGTH = 16;
/** An end that is a word, such as `yesterday` or `last year`, is another day after so many days. */
const END_MOVES_WITHIN_DAYS = 400;

export interface WatchState {
  /** One per request; empty if the service has no changes. */
  readonly cursors: readonly string[];
  /** The limits of unanswered requests, which a repetition must keep; 0 for none. */
  readonly limits?: readonly number[];
  /** The last day of last changes that is completely reported. */
  readonly day: string;
  /** Set after the service has deleted the cursors: the watch then catches up by days after this day. */
  readonly missedSince?: string;
  /** While days of last change are read: the last one of them, and the last one that is not reported yet. */
  readonly until?: string;
  readonly rest?: string;
  /** The first day of the subscribed queries when they began: that of a rolling window moves. */
  readonly start?: string;
  /** Reported versions of days after `day`, which catching up by days would report again. */
  readonly seen?: readonly string[];
}

const isState = objectOf<WatchState>({
  cursors: 'list',
  limits: 'list?',
  day: 'string',
  missedSince: 'string?',
  until: 'string?',
  rest: 'string?',
  start: 'string?',
  seen: 'list?',
});
const isTexts = listOf((value: unknown): value is string => typeof value === 'string');

/** Returns undefined if the stored text is damaged. */
export function readState(text: string | undefined): WatchState | undefined {
  const stored = readJson(text, isState);
  return stored && isTexts(stored.cursors) && isTexts(stored.seen ?? []) ? stored : undefined;
}

/**
 * The window of a question. It is open if its end moves on with the days, as `yesterday` does: what comes after
 * it would be in the window on a later day, when the service has already reported it.
 */
export function windowOfWatch(context: ClientContext, { question }: AskedQuestion): Window {
  const today = context.today();
  const { start, end } = windowOf(question, today);
  const later = windowOf(question, addDays(today, END_MOVES_WITHIN_DAYS));
  return { start, end: later.end === end ? end : '' };
}

/** Tests if a row is in the window of the watch today. */
export function createWindowTest(context: ClientContext, asked: AskedQuestion): (row: Row) => boolean {
  const column = placesOf(asked.dataset)[axisOf(asked.dataset, asked.question.filters['dateType'])];
  const { start, end } = windowOfWatch(context, asked);
  return (row) => textAt(row, column) >= start && (end === '' || textAt(row, column) <= end);
}

/** Day of last change, digest and id of a row, because a record can change several times a day. */
function versionOf(question: Question, row: Row): string {
  const { modified, id } = placesOf(question.dataset);
  return [textAt(row, modified), digestOf(row).slice(0, DIGEST_LENGTH), textAt(row, id)].join(' ');
}

export function idOfVersion(version: string): string {
  return version.split(' ').slice(2).join(' ');
}

/** The versions of days after this one, without duplicates. */
export function laterVersions(
  day: string,
  versions: readonly string[],
  question: Question,
  rows: readonly Row[],
): string[] {
  const all = new Set([...versions, ...rows.map((row) => versionOf(question, row))]);
  return [...all].filter((version) => version.slice(0, day.length) > day);
}

export function unseenRows(question: Question, rows: readonly Row[], seen: readonly string[]): Row[] {
  const known = new Set(seen);
  return rows.filter((row) => !known.has(versionOf(question, row)));
}
