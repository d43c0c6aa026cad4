/** The requests of a question, as a formula in a new spreadsheet would send them, and what their answers are worth. */
import { type CompanyDirectory, resolveTargets } from '../addon/answers/targets.js';
import type { Question } from '../addon/question/question.js';
import { createExactTest } from '../addon/table/exact.js';
import type { Row } from '../addon/table/rows.js';
import { DATASETS, RECORD_COLUMNS } from '../contract/datasets.js';
import { shared, shares, wholeRequests } from '../core/plan.js';
import { type Query, resolveQuery } from '../core/query.js';
import { byNewest, placesOf, textAt } from '../core/records.js';
import { bodyOf, type WireBody } from '../core/wire.js';

export interface RequestPlan {
  readonly query: Query;
  readonly bodies: readonly WireBody[];
}

/**
 * @param groups in which names of companies are looked up where the question names none
 * @throws BAD_INPUT naming the company that no group has; NO_GROUP
 */
export function planRequests(question: Question, { today, groups, directory }: PlanContext): RequestPlan {
  const query = resolveQuery(question, today, resolveTargets(question, groups, directory));
  const whole = wholeRequests(query);
  const requests = DATASETS[query.dataset].paid ? shared(whole, false) : whole;
  return { query, bodies: requests.map(bodyOf) };
}

export interface PlanContext {
  readonly today: string;
  readonly groups: readonly string[];
  readonly directory: CompanyDirectory;
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

/**
 * The rows of all answers as those of one: each record once in its newest version, only of the companies that were meant.
 * One list stays as the service ordered it; several are ordered as the service does.
 */
export function joinRows({ dataset, axis, companies }: Query, lists: readonly (readonly Row[])[]): Row[] {
  const places = placesOf(dataset);
  const newest = new Map<string | Row, Row>();
  for (const row of lists.flat()) {
    // what has no id is the same as nothing else
    const id = textAt(row, places.id) || row;
    const known = newest.get(id);
    if (!known || textAt(row, places.modified) > textAt(known, places.modified)) newest.set(id, row);
  }
  const rows = lists.length === 1 ? [...lists[0]!] : [...newest.values()].sort(byNewest(axis, places));
  return companies.length > 0 ? rows.filter(createExactTest(RECORD_COLUMNS[dataset], companies)) : rows;
}
