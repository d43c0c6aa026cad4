/** What is known of a question, without asking, waiting or paying. */
import { readSettings } from '../account/settings.js';
import type { Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { windowOf } from '../question/window.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Answer } from './answers.js';
import { openPool } from './arrivals.js';
import { lastComplete, survey, wantedOf } from './known.js';
import { resolveTargets } from './targets.js';

export interface FoundAnswer {
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether a formula would be content with it, and so cost nothing. */
  readonly isFreshEnough: boolean;
}

/** @param payer whose records are looked through: what one payer bought is not shown to another */
export function findStoredAnswer(
  platform: Platform,
  question: Question,
  { payer, today }: { readonly payer: string; readonly today: string },
): FoundAnswer | undefined {
  // whose companies have to be looked up first is not known without asking
  const targets = ignoreErrors(() =>
    resolveTargets(question, [], () => {
      throw new Error('groups are not looked up here');
    }),
  );
  if (!targets) return undefined;
  const wanted = wantedOf(question, windowOf(question, today), targets);
  const { freshness } = readSettings(platform.documentProperties);
  const pool = openPool(platform, payer, new Map());
  const known = survey(pool, wanted, { now: platform.clock.now(), freshness, since: 0 });
  const askedAt = lastComplete(known, wanted);
  if (askedAt === undefined) return undefined;
  return { answer: { rows: known.rows, cut: known.isCut }, askedAt, isFreshEnough: known.isEnough };
}
