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

interface PlannedRequest extends AllowedRequest {
  readonly returned: number;
  readonly credits: number;
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
  const planned = bodies.map((body, index): PlannedRequest => {
    const estimate = estimates?.[index];
    const matching = estimate?.isExact ? estimate.matching : null;
    const { returned = 0, credits = 0 } = estimate ?? {};
    return { body, planned: limitOf(body), matching, returned, credits, most: null };
  });
  const withLimits = (limits: (returned: number, index: number) => number, all = planned): AllowedRequest[] =>
    all.map(({ returned, credits: _credits, body, ...request }, index) => ({
      ...request,
      body: { ...body, limit: Math.min(request.planned, limits(returned, index)) },
    }));

  if (planned.reduce((sum, one) => sum + one.planned, 0) <= ceiling)
    return withLimits(() => Number.POSITIVE_INFINITY);
  if (estimates && sumOf(estimates, 'credits') <= ceiling) {
    const spare = Math.max(0, ceiling - sumOf(estimates, 'returned'));
    const each = Math.floor(spare / bodies.length);
    if (each > 0) return withLimits((returned) => returned + each);
    // what has no record now must not bring one that is not allowed
    const asked = planned.filter(({ returned }) => returned > 0);
    const reserve = Math.floor((ceiling - sumOf(estimates, 'credits')) / Math.max(1, asked.length));
    return withLimits(
      (returned) => returned,
      asked.map((one) => ({ ...one, most: one.credits + reserve })),
    );
  }
  const allowed = withinCeiling(bodies, ceiling);
  if (!allowed) throw clientErrors.overCeiling(ceiling);
  return withLimits((_, index) => limitOf(allowed[index]!));
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

function sumOf(estimates: readonly Estimate[], name: 'credits' | 'returned'): number {
  return estimates.reduce((sum, estimate) => sum + estimate[name], 0);
}
