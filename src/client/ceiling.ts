/** Keeps requests within a maximum cost: lowers their limits, or refuses before anything is paid. */

import type { Estimate } from '../contract/estimate.js';
import type { WireBody } from '../core/wire.js';
import { clientErrors } from './errors.js';
import { limitOf, withinCeiling } from './plan-requests.js';

export interface AllowedRequest {
  readonly body: WireBody;
  /** The limit without a maximum cost. */
  readonly planned: number;
  /** The exact number of matching records; null (it is stored as JSON) if unknown. */
  readonly matching: number | null;
  /** The maximum cost to send with the request; null if its limit already ensures it. */
  readonly most: number | null;
}

/**
 * @param estimates of the bodies, if the service has estimates. They allow limits that keep within `ceiling`.
 * If the key already owns more records than `ceiling`, each request also gets a maximum cost, because the
 * data may have changed since the estimate
 * @returns no requests if nothing matches now, and `ceiling` leaves no credits for new records
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
    // skips a request without records, because new ones could exceed the maximum
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
 * Lowers the maximum cost of an earlier purchase. The service repeats a paid answer anyway, and refuses a new
 * one that costs more. @throws BUDGET
 */
export function withLowerMaxCost(
  requests: readonly AllowedRequest[],
  ceiling: number,
): readonly AllowedRequest[] {
  const bodies = requests.map(({ body }) => body);
  const within = withinCeiling(bodies, ceiling);
  if (!within) throw clientErrors.overCeiling(ceiling);
  return requests.map((request, index) => ({
    ...request,
    most: Math.min(request.most ?? Number.POSITIVE_INFINITY, limitOf(within[index]!)),
  }));
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
