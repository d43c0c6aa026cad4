/** Plans a question's requests as a formula in a new spreadsheet sends them, within a maximum cost; joins the answers. */
import { createExactTest } from '../addon/table/exact.js';
import type { Row } from '../addon/table/rows.js';
import { RECORD_COLUMNS } from '../contract/datasets.js';
import type { Estimate } from '../contract/estimate.js';
import { idOf } from '../core/facts.js';
import { shared, shares, wholeRequests } from '../core/plan.js';
import { type Query, resolveQuery, type Targets } from '../core/query.js';
import { byNewest, positionsOf } from '../core/records.js';
import { bodyOf, type WireBody } from '../core/wire.js';
import { clientErrors } from './errors.js';
import type { AskedQuestion } from './read-question.js';

/** The maximum cost of what is free. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

export interface RequestPlan {
  readonly query: Query;
  readonly bodies: readonly WireBody[];
  /** One for each body; undefined if the service has none, or was not asked. */
  readonly estimates?: readonly Estimate[] | undefined;
}

/** The answer of a request that was paid for. */
export interface PaidAnswer {
  readonly text: string;
  /** The credits, if the service reports them. */
  readonly charged?: string | undefined;
}

export interface QueryRequest {
  readonly body: WireBody;
  /** The maximum cost to send with the request; null if its limit suffices. A service may not support it. */
  readonly most: number | null;
  /** Its answer, if an earlier call has paid for it: it is not sent again. */
  readonly answer?: PaidAnswer | undefined;
}

export interface AllowedRequest extends QueryRequest {
  /** The limit without a maximum cost. */
  readonly planned: number;
  /** The exact number of matching records; null (it is stored as JSON) if unknown. */
  readonly matching: number | null;
}

/** The requests of a paid question share its limit, unless all records are wanted. */
export function planRequests(
  { question, isPaid, wantsAll }: AskedQuestion,
  today: string,
  targets: Targets,
): RequestPlan {
  const query = resolveQuery(question, today, targets);
  const whole = wholeRequests(query);
  const requests = isPaid && !wantsAll ? shared(whole, false) : whole;
  return { query, bodies: requests.map(bodyOf) };
}

/**
 * Estimates allow limits that keep within `ceiling`. Each request then also names its maximum cost, because the key
 * may own records, and the data may have changed.
 * @returns no requests if nothing matches now, and `ceiling` leaves no credits for new records
 * @throws BUDGET
 */
export function allowedRequests(
  { bodies, estimates }: RequestPlan,
  ceiling: number,
): readonly AllowedRequest[] {
  const planned = bodies.map((body, index): AllowedRequest => {
    const { isExact = false, matching = 0 } = estimates?.[index] ?? {};
    return { body, planned: limitOf(body), matching: isExact ? matching : null, most: null };
  });
  if (sumOf(planned.map((one) => one.planned)) <= ceiling) return planned;
  const credits = sumOf(estimates?.map((one) => one.credits) ?? []);
  if (estimates && credits <= ceiling) {
    /** The part of each request in what the ceiling leaves, for records that are new since the estimate. */
    const spare = (used: number) => Math.max(0, Math.floor((ceiling - used) / bodies.length));
    const [records, reserve] = [spare(sumOf(estimates.map((one) => one.returned))), spare(credits)];
    return planned
      .map((request, index) => ({
        ...limited(request, estimates[index]!.returned + records),
        most: estimates[index]!.credits + reserve,
      }))
      .filter(({ body }) => limitOf(body) > 0);
  }
  if (ceiling < bodies.length) throw clientErrors.overCeiling(ceiling);
  const limits = shares(ceiling, bodies.map(limitOf));
  return planned.map((request, index) => limited(request, limits[index]!));
}

function limited(request: AllowedRequest, limit: number): AllowedRequest {
  return { ...request, body: { ...request.body, limit: Math.min(request.planned, limit) } };
}

export function limitOf(body: WireBody): number {
  return Number(body['limit']);
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Joins the rows of all answers, newest first: each record once in its newest version, only of the companies. */
export function joinRows({ dataset, axis, companies }: Query, lists: readonly (readonly Row[])[]): Row[] {
  const positions = positionsOf(dataset);
  const oldestFirst = lists.flat().sort(byNewest('modified', positions)).reverse();
  const newest = new Map(oldestFirst.map((row) => [idOf(row, positions), row]));
  const rows = [...newest.values()].sort(byNewest(axis, positions));
  return companies.length > 0 ? rows.filter(createExactTest(RECORD_COLUMNS[dataset], companies)) : rows;
}
