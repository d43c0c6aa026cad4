/** The progress of a watch, which is stored so that the program's next run continues there. */
import { type Window, windowOf } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { addDays } from '../contract/dates.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { axisOf } from '../core/query.js';
import { placesOf, textAt } from '../core/records.js';
import type { ClientContext } from './context.js';
import type { AskedQuestion } from './read-question.js';

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
  /** The first day of the subscribed queries when they began: that of a rolling window moves. */
  readonly start?: string;
}

const isState = objectOf<WatchState>({
  cursors: 'list',
  limits: 'list?',
  day: 'string',
  missedSince: 'string?',
  start: 'string?',
});
const isTexts = listOf((value: unknown): value is string => typeof value === 'string');

/** Returns undefined if the stored text is damaged. */
export function readState(text: string | undefined): WatchState | undefined {
  const stored = readJson(text, isState);
  return stored && isTexts(stored.cursors) ? stored : undefined;
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
