/** The questions that are being asked at the moment: a narrower one waits for the wider answer instead of paying for it again. */
import { listOf, objectOf, readJson } from '../../contract/json.js';
import { identityOf, type Question } from '../question/question.js';
import { asciiJson } from '../storage/ascii-json.js';
import { covers } from './coverage.js';
import { questionOf } from './derive-from-wider.js';
import { limitOf } from './merge.js';

/** Under this name the cache holds them, written with the lease of each. */
export const IN_FLIGHT_KEY = 'under-way';
/** As long as a lease. */
const LASTS_MS = 21_000;
/** Longer ones, of very many companies, are not worth the room; a value of the cache has 100 KB. */
const MAX_IDENTITY_LENGTH = 1_500;
const MAX_LENGTH = 90_000;

interface InFlightQuestion {
  readonly identity: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const areQuestions = listOf(objectOf<InFlightQuestion>({ identity: 'string', at: 'number' }));

/** A wider question, or the same in other words, that is in flight, or was a moment ago. */
export function findWiderInFlight(
  question: Question,
  today: string,
  stored: string | undefined,
  now: number,
): Question | undefined {
  const own = identityOf(question);
  return parse(stored, now)
    .filter(({ identity }) => identity !== own)
    .map(({ identity }) => questionOf(identity))
    .filter((wide) => wide !== undefined && covers(wide, question, today))
    .find((wide) => !covers(question, wide!, today) || limitOf(wide!) >= limitOf(question));
}

/** The text to store when one more is in flight. */
export function addInFlight(identity: string, stored: string | undefined, now: number): string {
  const asked = parse(stored, now);
  const all = identity.length <= MAX_IDENTITY_LENGTH ? [...asked, { identity, at: now }] : asked;
  let text = asciiJson(all);
  for (let left = all.slice(1); text.length > MAX_LENGTH; left = left.slice(1)) text = asciiJson(left);
  return text;
}

function parse(stored: string | undefined, now: number): readonly InFlightQuestion[] {
  return (readJson(stored, areQuestions) ?? []).filter(({ at }) => now - at < LASTS_MS);
}
