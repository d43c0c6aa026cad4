/** Finds the stored answer of a question without a request, a wait or a payment. */
import { resolveQuery } from '../../core/query.js';
import { nextStep, staleTable } from '../../core/resolve.js';
import { readRefreshAfter } from '../account/context.js';
import { readSettings } from '../account/settings.js';
import { ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { type Answer, answerOf, refreshOf } from './answers.js';
import { stepContextOf } from './step-context.js';
import { resolveTargets } from './targets.js';

interface FoundAnswer {
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** True if a formula would show this answer without a request, at no cost. */
  readonly isFreshEnough: boolean;
}

/**
 * @param token the value of `refresh`; no stored answer is fresh enough for a new one
 * @param payer whose records are searched: one payer's records are not shown to another
 */
export function findStoredAnswer(
  platform: Platform,
  question: Question,
  token: string,
  { payer, today }: { readonly payer: string; readonly today: string },
): FoundAnswer | undefined {
  // finding the companies of this question would take a request
  const refuse = () => {
    throw new Error('companies are not looked up here');
  };
  const targets = ignoreErrors(() => resolveTargets(question, [], { tracked: refuse, search: refuse }));
  if (!targets || !platform.documentProperties) return undefined;
  const query = resolveQuery(question, today, targets);
  const settings = readSettings(platform.documentProperties);
  const state = new PurchaseStore(platform).state(question.dataset, payer);
  const context = { payer, settings, refreshAfter: readRefreshAfter(platform) };
  const common = stepContextOf(state, query, context, {}, platform.clock.now());
  const step = { ...common, policy: { ...common.policy, refresh: refreshOf(identityOf(question), token) } };
  const next = nextStep(state, query, step);
  const fresh = next.kind === 'show' && !next.table.isBudgetUsed && next.table.asOf === undefined;
  const table = next.kind === 'show' && fresh ? next.table : staleTable(state, query, step);
  return table && { answer: answerOf(table), askedAt: table.completeAt, isFreshEnough: fresh };
}
