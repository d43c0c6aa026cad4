/** Returns the days that a question covers on a given day. */
import { resolveDay } from '../../contract/day-words.js';
import type { Question } from './question.js';

/** Both days are included; '' is an open end. */
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

/** Returns the whole days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
