/** The requests of a question, as a formula in a new spreadsheet would send them, and what their answers are worth. */
import { type Known, survey, type Wanted, wantedOf } from '../addon/answers/known.js';
import { bodyOf, subtract } from '../addon/answers/plan.js';
import type { Pool } from '../addon/answers/pool.js';
import { typedBody } from '../addon/answers/requests.js';
import { type FindTrackedCompanies, resolveTargets, trackedOnly } from '../addon/answers/targets.js';
import type { Question } from '../addon/question/question.js';
import { windowOf } from '../addon/question/window.js';
import type { WireBody } from '../addon/service/client.js';
import { shares } from '../addon/spending/purchase.js';
import { createExactTest } from '../addon/table/exact.js';
import { mergeAnswers } from '../addon/table/merge-answers.js';
import type { Row } from '../addon/table/rows.js';

export interface RequestPlan {
  readonly wanted: Wanted;
  readonly bodies: readonly WireBody[];
}

/** What a spreadsheet knows that has never asked. */
const NOTHING: Pool = {
  payer: '',
  unsorted: {},
  shelves: [],
  batchesOf: () => undefined,
  served: [],
  sizes: new Map(),
};

/**
 * @param groups in which names of companies are looked up where the question names none
 * @throws BAD_INPUT naming the company that no group has; NO_GROUP
 */
export function planRequests(question: Question, { today, now, groups, find }: PlanContext): RequestPlan {
  const wanted = wantedOf(question, windowOf(question, today), resolveTargets(question, groups, find));
  const demand = { now, freshness: { mode: 'manual', minutes: 0 }, since: 0 } as const;
  const rules = { isWhole: true, takesWider: false, takesChanges: false, gaps: 1, begun: new Map() };
  const known: Known = survey(NOTHING, wanted, demand);
  const typed = typedBody(question, today);
  return { wanted, bodies: subtract(wanted, known, demand, rules).map((ask) => bodyOf(ask, typed)) };
}

export interface PlanContext {
  readonly today: string;
  readonly now: number;
  readonly groups: readonly string[];
  readonly find: FindTrackedCompanies;
}

/** The same requests for no more records than a ceiling allows; undefined where each of them would not get one. */
export function withinCeiling(bodies: readonly WireBody[], ceiling: number): readonly WireBody[] | undefined {
  if (ceiling < bodies.length) return undefined;
  const limits = shares(ceiling, bodies.map(limitOf));
  return bodies.map((body, index) => ({ ...body, limit: Math.min(limitOf(body), limits[index]!) }));
}

export function limitOf(body: WireBody): number {
  return Number(body['limit']);
}

/** The rows of all answers as those of one: each record once, newest first, only of the companies that were meant. */
export function joinRows(
  { question, targets, layout, byModified }: Wanted,
  lists: readonly (readonly Row[])[],
): Row[] {
  const rows = mergeAnswers(lists, layout.columns, byModified);
  const tracked = trackedOnly(question, targets);
  return tracked.length > 0 ? rows.filter(createExactTest(layout.columns, tracked)) : [...rows];
}
