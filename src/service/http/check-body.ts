/** Checks the bodies of queries: the contract's checks, and the limits of this service. */
import type { FastifyRequest } from 'fastify';
import { DATASETS, type Dataset } from '../../contract/datasets.js';
import { asFields } from '../../contract/json.js';
import { parseQuery } from '../../contract/query.js';
import type { AnyQuery } from '../database/conditions.js';
import { ServiceError } from '../service-error.js';

/** The limit for values of a partial match, each of which is compared with every name. */
const MAX_PARTIAL_VALUES = 500;
const MAX_WHOLE_VALUES = 10_000;

const FILTER_NAMES = new Set(Object.values(DATASETS).flatMap(({ filters }) => Object.keys(filters)));

/** Refuses filters in the address, which are not read: without them, the answer would have and cost more. */
export async function refuseFiltersInAddress({ query, routeOptions }: FastifyRequest): Promise<void> {
  if (!routeOptions.url?.includes('/dataset/')) return;
  const name = Object.keys(asFields(query)).find((key) => FILTER_NAMES.has(key));
  if (name === undefined) return;
  throw new ServiceError(
    'BAD_INPUT',
    `${name} is in the address, where it is not read: send it in the JSON body`,
  );
}

/** The result type that Fastify's validators return. */
export type Checked<T> = { readonly value: T } | { readonly error: ServiceError };

export function checkBody({ filters, dates }: Dataset, body: unknown, maxLimit: number): Checked<AnyQuery> {
  const parsed = parseQuery(filters, dates, body);
  if (!parsed.ok) return { error: new ServiceError(parsed.problem.code, parsed.problem.message) };
  const query = parsed.value as AnyQuery;
  const limit = query['limit'];
  if (typeof limit === 'number' && limit > maxLimit) {
    return { error: new ServiceError('BAD_INPUT', `limit must not be above ${maxLimit}`) };
  }
  for (const [name, { match }] of Object.entries(filters)) {
    const most = match === 'part' ? MAX_PARTIAL_VALUES : MAX_WHOLE_VALUES;
    const value = query[name];
    if (Array.isArray(value) && value.length > most) {
      return { error: new ServiceError('BAD_INPUT', `${name} must have at most ${most} values`) };
    }
  }
  return { value: query };
}
