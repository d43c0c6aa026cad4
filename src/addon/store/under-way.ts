/** The questions that are being asked at the moment: a narrower one waits for the wider answer instead of paying for it again. */
import type { Question } from '../question/question.js';
import { covers } from './coverage.js';
import { questionOf } from './wider.js';

/** Under this name the cache holds them, written with the lease of each. */
export const UNDER_WAY_KEY = 'under-way';
/** As long as a lease. */
const LASTS_MS = 21_000;
const MAX_QUESTIONS = 60;

interface Asked {
  readonly identity: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A wider question that is under way, or was a moment ago. */
export function findWiderUnderWay(
  question: Question,
  today: string,
  stored: string | undefined,
  now: number,
): Question | undefined {
  return parse(stored, now)
    .map(({ identity }) => questionOf(identity))
    .find((wide) => wide !== undefined && covers(wide, question, today) && !covers(question, wide, today));
}

/** The text to store when one more is under way. */
export function addUnderWay(identity: string, stored: string | undefined, now: number): string {
  return JSON.stringify([...parse(stored, now), { identity, at: now }].slice(-MAX_QUESTIONS));
}

function parse(stored: string | undefined, now: number): readonly Asked[] {
  try {
    const asked = JSON.parse(stored ?? '[]') as Asked[];
    return asked.filter(({ at }) => now - at < LASTS_MS);
  } catch {
    return [];
  }
}
