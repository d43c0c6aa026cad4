/** The options of all endpoints, and the checks of a query's body by the contract and this service. */
import type { FastifyRequest } from 'fastify';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { asFields } from '../../contract/json.js';
import { parseQuery, type Query } from '../../contract/query.js';
import type { Config } from '../config.js';
import type { PushOptions } from '../push/push-news.js';
import { badInput } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { AnswerRecords } from './paid-answer.js';

export interface EndpointOptions
  extends Pick<Config, 'defaultLimit' | 'maxLimit' | 'rateLimit' | 'extras'>,
    PushOptions {
  readonly store: Store;
  readonly answerRecords: AnswerRecords;
}

export const DATASET_ENTRIES = Object.entries(DATASETS) as [DatasetName, Dataset][];

/** The limit for values of a partial match, each of which is compared with every name. */
const MAX_PARTIAL_VALUES = 500;
const MAX_WHOLE_VALUES = 10_000;

const BODY_FIELDS = new Set([
  ...DATASET_ENTRIES.flatMap(([, { filters }]) => Object.keys(filters)),
  'cursor',
]);

/** Refuses fields in the address, where the service does not read them: the answer would be longer and cost more. */
export async function refuseFieldsInAddress({ query, routeOptions }: FastifyRequest): Promise<void> {
  if (!routeOptions.url?.includes('/dataset/')) return;
  const name = Object.keys(asFields(query)).find((key) => BODY_FIELDS.has(key));
  if (name !== undefined)
    throw badInput(`${name} is in the address, where it is not read: send it in the JSON body`);
}

/** Returns a hook that replaces the body by the result of the check, before the request waits for its share. */
export function checkedBy(check: (body: unknown) => unknown) {
  return async (request: FastifyRequest): Promise<void> => {
    request.body = check(request.body);
  };
}

export type CheckedQuery = Query & { readonly limit: number };

/** @throws QueryError, ServiceError */
export function checkQuery(
  { filters, dates }: Dataset,
  body: unknown,
  { defaultLimit, maxLimit }: Pick<EndpointOptions, 'defaultLimit' | 'maxLimit'>,
): CheckedQuery {
  const query = { limit: defaultLimit, ...parseQuery(filters, dates, body) } as CheckedQuery;
  if (query.limit > maxLimit) throw badInput(`limit must not be above ${maxLimit}`);
  for (const [name, { match }] of Object.entries(filters)) {
    const most = match === 'part' ? MAX_PARTIAL_VALUES : MAX_WHOLE_VALUES;
    const value = query[name];
    if (Array.isArray(value) && value.length > most)
      throw badInput(`${name} must have at most ${most} values`);
  }
  return query;
}
