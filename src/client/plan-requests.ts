/** Plans a question's requests as a formula in a new spreadsheet sends them, and joins the answers. */
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
 * @param groups the groups in which names are looked up if the question names none
 * @throws BAD_INPUT naming a company that no group has; NO_GROUP
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

/** Lowers the limits to a maximum cost. Returns undefined if it is below one record per request. */
export function withinCeiling(bodies: readonly WireBody[], ceiling: number): readonly WireBody[] | undefined {
  if (ceiling < bodies.length) return undefined;
  const limits = shares(ceiling, bodies.map(limitOf));
  return bodies.map((body, index) => ({ ...body, limit: Math.min(limitOf(body), limits[index]!) }));
}

export function limitOf(body: WireBody): number {
  return Number(body['limit']);
}

/**
 * Joins the rows of all answers: each record once in its newest version, only of the question's companies.
 * Keeps the service's order of a single list, and sorts several lists like the service.
 */
export function joinRows({ dataset, axis, companies }: Query, lists: readonly (readonly Row[])[]): Row[] {
  const places = placesOf(dataset);
  const newest = new Map<string | Row, Row>();
  for (const row of lists.flat()) {
    // a row without an id is never a duplicate
    const id = textAt(row, places.id) || row;
    const known = newest.get(id);
    if (!known || textAt(row, places.modified) > textAt(known, places.modified)) newest.set(id, row);
  }
  const rows = lists.length === 1 ? [...lists[0]!] : [...newest.values()].sort(byNewest(axis, places));
  return companies.length > 0 ? rows.filter(createExactTest(RECORD_COLUMNS[dataset], companies)) : rows;
}
