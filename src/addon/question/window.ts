/** The days that a question is about, on a given day. */
import { addDays } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import type { Question } from './question.js';

/** Both ends belong to it; an empty text is an open end. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

export function windowOf({ filters }: Pick<Question, 'filters'>, today: string): Window {
  const { date, startDate, endDate } = filters as Readonly<Record<string, string | undefined>>;
  if (date !== undefined) return resolveDay(date, today);
  return {
    start: startDate === undefined ? '' : resolveDay(startDate, today).start,
    end: endDate === undefined ? '' : resolveDay(endDate, today).end,
  };
}

export function inWindow({ start, end }: Window, day: string): boolean {
  return (start === '' || day >= start) && (end === '' || day <= end);
}

export function contains(outer: Window, inner: Window): boolean {
  const fromStart = outer.start === '' || (inner.start !== '' && inner.start >= outer.start);
  const toEnd = outer.end === '' || (inner.end !== '' && inner.end <= outer.end);
  return fromStart && toEnd;
}

/**
 * The last day whose changes the service has settled, in its own time (UTC). The hours after midnight are left for
 * what was still in progress.
 */
export function settledDay(now: number): string {
  return addDays(utcDay(now - SETTLING_MS), -1);
}

export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

const SETTLING_MS = 3 * 3_600_000;

/** Whole days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

export function later(a: string, b: string): string {
  return a > b ? a : b;
}

export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
