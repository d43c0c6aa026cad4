/** Keeps requests under a ceiling of credits: it lowers their limits, or refuses before anything is paid. */

import type { Estimate } from '../contract/estimate.js';
import type { WireBody } from '../core/wire.js';
import { clientErrors } from './errors.js';
import { limitOf, withinCeiling } from './plan-requests.js';

/** A request as it goes out. */
export interface AllowedRequest {
  readonly body: WireBody;
  /** The limit that the question would have. */
  readonly planned: number;
  /** How many records match, where that is known exactly; else null, because it is kept as JSON. */
  readonly matching: number | null;
  /** The most credits that the service may charge for it, where its limit allows more; else null. */
  readonly most: number | null;
}

/**
 * @param estimates of the bodies, where the service has them. Limits then leave no room for more than the ceiling. Where
 *   the key owns more records than the ceiling allows, the service is told the most that it may charge for each request:
 *   what was estimated may have changed
 * @returns none where nothing matches, and the ceiling has nothing for what may match in a moment
 * @throws BUDGET
 */
export function allowedRequests(
  bodies: readonly WireBody[],
  ceiling: number,
  estimates: readonly Estimate[] | undefined,
): readonly AllowedRequest[] {
  const planned = bodies.map((body, index): AllowedRequest => {
    const { isExact = false, matching = 0 } = estimates?.[index] ?? {};
    return { body, planned: limitOf(body), matching: isExact ? matching : null, most: null };
  });
  const limitedTo = (limits: readonly number[]) =>
    planned.map(({ body, ...request }, index) => ({
      ...request,
      body: { ...body, limit: Math.min(request.planned, limits[index]!) },
    }));

  if (sumOf(planned.map((one) => one.planned)) <= ceiling) return planned;
  const credits = sumOf(estimates?.map((one) => one.credits) ?? []);
  if (estimates && credits <= ceiling) {
    const returned = estimates.map((one) => one.returned);
    const spare = Math.floor((ceiling - sumOf(returned)) / bodies.length);
    if (spare > 0) return limitedTo(returned.map((one) => one + spare));
    // what has no record now must not bring one that is not allowed
    const isAsked = (_request: unknown, index: number) => returned[index]! > 0;
    const reserve = Math.floor((ceiling - credits) / Math.max(1, returned.filter(isAsked).length));
    return limitedTo(returned)
      .map((request, index) => ({ ...request, most: estimates[index]!.credits + reserve }))
      .filter(isAsked);
  }
  const allowed = withinCeiling(bodies, ceiling);
  if (!allowed) throw clientErrors.overCeiling(ceiling);
  return limitedTo(allowed.map(limitOf));
}

/**
 * An earlier purchase under a lower ceiling: the service repeats an answer whatever the ceiling, and charges no more than
 * that for a new one. @throws BUDGET
 */
export function lowered(requests: readonly AllowedRequest[], ceiling: number): readonly AllowedRequest[] {
  const bodies = requests.map(({ body }) => body);
  const within = withinCeiling(bodies, ceiling);
  if (!within) throw clientErrors.overCeiling(ceiling);
  return requests.map((request, index) => ({
    ...request,
    most: Math.min(request.most ?? Number.POSITIVE_INFINITY, limitOf(within[index]!)),
  }));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
