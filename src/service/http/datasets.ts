/** The three dataset queries: checked, answered, charged, sent, in that order. */
import type { FastifyInstance } from 'fastify';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { parseQuery } from '../../contract/query.js';
import { ServiceError } from '../service-error.js';
import type { AnyQuery } from '../store/conditions.js';
import type { Store } from '../store/create-store.js';
import type { Account } from '../store/keys.js';
import type { RecordAnswer } from '../store/query-records.js';
import { accountOf } from './authentication.js';
import { datasetSchema } from './schemas.js';

/** Most values of one list: each is compared with every name. */
const MAX_PARTIAL_VALUES = 500;
const MAX_WHOLE_VALUES = 10_000;

export interface DatasetOptions {
  readonly store: Pick<Store, 'queryRecords' | 'charge'>;
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

export function registerDatasets(app: FastifyInstance, options: DatasetOptions): void {
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(dataset.path, {
      schema: datasetSchema(name, dataset, options),
      validatorCompiler: () => (body: unknown) => checkBody(dataset, body, options),
      handler: async (request, reply) => {
        const limit = (request.body['limit'] as number | undefined) ?? options.defaultLimit;
        const asked = { dataset: name, query: request.body, limit };
        const answer = dataset.paid
          ? await answerPaid(options.store, accountOf(request), asked)
          : await options.store.queryRecords(asked);
        return reply.type('application/json; charset=utf-8').send(answer.json);
      },
    });
  }
}

function checkBody(
  { filters, dates }: Dataset,
  body: unknown,
  { maxLimit }: DatasetOptions,
): { value: AnyQuery } | { error: Error } {
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
      return { error: new ServiceError('BAD_INPUT', `${name} must not hold more than ${most} values`) };
    }
  }
  return { value: query };
}

interface Asked {
  readonly dataset: DatasetName;
  readonly query: AnyQuery;
  readonly limit: number;
}

async function answerPaid(
  store: DatasetOptions['store'],
  { keyId, credits }: Account,
  asked: Asked,
): Promise<RecordAnswer> {
  if (credits === 0) throw noCredits();
  // one record more than can be paid tells that the credits are too few; the rest need not be read
  const answer = await store.queryRecords({ ...asked, limit: Math.min(asked.limit, credits + 1) });
  if (answer.count === 0) return answer;
  if (answer.count > credits) throw fewCredits(credits);
  const outcome = await store.charge({ keyId, amount: answer.count, reason: asked.dataset });
  if (outcome === 'NO_CREDITS') throw noCredits();
  if (outcome === 'FEW_CREDITS') throw fewCredits(credits);
  return answer;
}

function noCredits(): ServiceError {
  return new ServiceError('NO_CREDITS', 'No credits are left: ask the operator of the service for more');
}

function fewCredits(credits: number): ServiceError {
  return new ServiceError(
    'FEW_CREDITS',
    `More records match than the ${credits} credits left can pay; nothing was charged: narrow the query or lower limit`,
  );
}
