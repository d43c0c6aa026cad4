/** The stored answer of a question, without asking, waiting or paying. */

import { readSettings } from '../account/settings.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { windowOf } from '../question/window.js';
import { cacheKey } from '../storage/cache-tier.js';
import type { Answer } from './answers.js';
import { isFresh } from './freshness.js';
import { rowsShown } from './merge.js';
import { answerKey, createStoredAnswers } from './stored-answers.js';

export interface FoundAnswer {
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether a formula would be content with it, and so cost nothing. */
  readonly isFreshEnough: boolean;
}

/** @param payer whose answers are looked through: what one payer fetched is not shown to another */
export function findStoredAnswer(
  platform: Platform,
  question: Question,
  { payer, today }: { readonly payer: string; readonly today: string },
): FoundAnswer | undefined {
  const identity = identityOf(question);
  const stored = createStoredAnswers(platform);
  const key = cacheKey(answerKey(identity));
  const cached = platform.documentCache?.getAll([key])[key];
  const held = stored.fromCache(identity, payer, cached) ?? stored.fromProperties(identity, payer, false);
  if (!held) return undefined;
  const window = windowOf(question, today);
  const { freshness } = readSettings(platform.documentProperties);
  return {
    answer: rowsShown(question, held, window),
    askedAt: held.askedAt,
    isFreshEnough: isFresh(held, { now: platform.clock.now(), window, freshness, forced: false }),
  };
}
