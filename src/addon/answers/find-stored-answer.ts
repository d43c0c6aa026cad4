/** Finds the stored answer of a question, or what its update would request, without a request or a payment. */
import { dayAt, LAST } from '../../core/days.js';
import { resolveQuery, type Targets } from '../../core/query.js';
import { completeTable, nextStep, type TableState } from '../../core/resolve.js';
import { updatesFor } from '../../core/update.js';
import { bodyOf, type WireBody } from '../../core/wire.js';
import { readRefreshAfter } from '../account/context.js';
import { readSettings } from '../account/settings.js';
import { ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import { refreshOf } from './answers.js';
import { stepContextOf } from './step-context.js';
import { resolveTargets } from './targets.js';

/**
 * Returns the answer that a formula would show without a request, at no cost.
 * @param token the value of `refresh`; no stored answer is fresh enough for a new one
 * @param payer whose records are searched: one payer's records are not shown to another
 */
export function findStoredAnswer(
  platform: Platform,
  question: Question,
  token: string,
  asker: Asker,
): TableState | undefined {
  // finding the companies of this question would take a request
  const refuse = () => {
    throw new Error('companies are not looked up here');
  };
  const targets = ignoreErrors(() => resolveTargets(question, [], { tracked: refuse, search: refuse }));
  if (!targets) return undefined;
  const stored = readStored(platform, question, token, targets, asker);
  if (!stored) return undefined;
  const { state, query, context } = stored;
  const table = completeTable(state, query, context);
  return table?.asOf === undefined ? table : undefined;
}

/**
 * Returns the free requests that estimate the changes with which a formula would first update stored days.
 * They can contain records that its table does not show.
 */
export function estimateUpdates(
  platform: Platform,
  question: Question,
  token: string,
  targets: Targets,
  asker: Asker,
): WireBody[] {
  const stored = readStored(platform, question, token, targets, asker);
  if (!stored) return [];
  const { state, query, context } = stored;
  const rules = updatesFor(query, hash(identityOf(question)), state.uses);
  const creditsLeft = Number.POSITIVE_INFINITY;
  const next = nextStep(state, query, { ...context, ...rules, creditsLeft, isStepwise: false });
  const requests = next.kind === 'buy' ? next.requests : [];
  return requests.flatMap(({ since, ...request }) => {
    if (since) return [bodyOf({ ...request, axis: 'modified', from: dayAt(since.sentAt), to: LAST })];
    return request.axis === query.axis ? [] : [bodyOf(request)];
  });
}

interface Asker {
  readonly payer: string;
  readonly today: string;
}

function readStored(
  platform: Platform,
  question: Question,
  token: string,
  targets: Targets,
  { payer, today }: Asker,
) {
  if (!platform.documentProperties) return undefined;
  const query = resolveQuery(question, today, targets);
  const settings = readSettings(platform.documentProperties);
  const state = new PurchaseStore(platform).state(question.dataset, payer);
  const from = { payer, settings, refreshAfter: readRefreshAfter(platform) };
  const common = stepContextOf(state, query, from, {}, platform.clock.now());
  const refresh = refreshOf(identityOf(question), token);
  return { state, query, context: { ...common, policy: { ...common.policy, refresh } } };
}
