/** What may go out under a ceiling of credits: the requests with lower limits, or a refusal before anything is paid. */
import type { WireBody } from '../addon/service/client.js';
import type { Estimate } from '../contract/estimate.js';
import { clientErrors } from './errors.js';
import { limitOf, withinCeiling } from './plan-requests.js';

/** A request as it goes out. */
export interface AllowedRequest {
  readonly body: WireBody;
  /** The limit that the question would have. */
  readonly planned: number;
  /** How many records match, where that is known exactly; else null, because it is kept as JSON. */
  readonly matching: number | null;
}

/**
 * @param estimates of the bodies, where the service has them. Limits then leave no room for more than the ceiling; but
 *   where the key owns more records than the ceiling allows, what they cost rests on the estimate
 * @returns none where nothing matches, and the ceiling has nothing for what may match in a moment
 * @throws BUDGET
 */
export function allowedRequests(
  bodies: readonly WireBody[],
  ceiling: number,
  estimates: readonly Estimate[] | undefined,
): readonly AllowedRequest[] {
  const planned = bodies.map((body, index) => {
    const estimate = estimates?.[index];
    const matching = estimate?.isExact ? estimate.matching : null;
    return { body, planned: limitOf(body), matching, returned: estimate?.returned ?? 0 };
  });
  const withLimits = (limits: (returned: number, index: number) => number, all = planned): AllowedRequest[] =>
    all.map(({ returned, body, ...request }, index) => ({
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
    return withLimits(
      (returned) => returned,
      planned.filter(({ returned }) => returned > 0),
    );
  }
  const allowed = withinCeiling(bodies, ceiling);
  if (!allowed) throw clientErrors.overCeiling(ceiling);
  return withLimits((_, index) => limitOf(allowed[index]!));
}

function sumOf(estimates: readonly Estimate[], name: 'credits' | 'returned'): number {
  return estimates.reduce((sum, estimate) => sum + estimate[name], 0);
}
