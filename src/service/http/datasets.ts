/** The three dataset queries: checked, answered, charged, sent, in that order. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { parseQuery } from '../../contract/query.js';
import type { AnyQuery } from '../database/conditions.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { Deliveries } from './deliveries.js';
import { etagOf } from './etag.js';
import type { AnswerPaid, PaidAnswer } from './paid-answer.js';
import type { Receipts } from './receipts.js';
import { datasetSchema } from './schemas.js';

/** Maximum number of values of one list: each is compared with every name. */
const MAX_PARTIAL_VALUES = 500;
const MAX_WHOLE_VALUES = 10_000;

export interface DatasetOptions {
  readonly store: Pick<Store, 'queryRecords'>;
  readonly answerPaid: AnswerPaid;
  readonly deliveries: Pick<Deliveries, 'send'>;
  readonly receipts: Pick<Receipts, 'expect'>;
  readonly answerShape: 'list' | 'object';
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

export function registerDatasets(app: FastifyInstance, options: DatasetOptions): void {
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(dataset.path, {
      schema: datasetSchema(name, dataset, options),
      // the schema of the headers is documentation only
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => checkBody(dataset, body, options) : () => true,
      handler: async (request, reply) => {
        const limit = (request.body['limit'] as number | undefined) ?? options.defaultLimit;
        const asked = { dataset: name, query: request.body, limit };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await options.store.queryRecords(asked)).json);
        const paid = await options.answerPaid(request, reply, {
          dataset: name,
          asked: { ...request.body, limit },
          limit,
          read: (most, withVersions) => options.store.queryRecords({ ...asked, limit: most, withVersions }),
        });
        const text = shape(options, reply, paid);
        if (paid.storedFor !== undefined) {
          options.receipts.expect(reply, paid.storedFor);
          reply.header('etag', etagOfAnswer(paid.storedFor, options));
        }
        return paid.charge ? options.deliveries.send(reply, text, paid.charge) : reply.send(text);
      },
    });
  }
}

/** The same for each repetition. Weak where the answer also contains the balance, which may be another one by then. */
function etagOfAnswer(chargeId: number, { answerShape }: DatasetOptions): string {
  return `${answerShape === 'list' ? '' : 'W/'}${etagOf(`answer ${chargeId}`)}`;
}

function shape(
  { answerShape }: DatasetOptions,
  reply: FastifyReply,
  { json, charged, owned, left }: PaidAnswer,
): string {
  reply.headers({
    'x-credits-charged': charged,
    'x-credits-remaining': left,
    'x-records-owned': owned,
  });
  if (answerShape === 'list') return json;
  return `{"dataset":${json},"creditsConsumed":${charged},"closingBalance":${left}}`;
}

/** A checked query, or why it is refused. */
export function checkBody(
  { filters, dates }: Dataset,
  body: unknown,
  { maxLimit }: Pick<DatasetOptions, 'maxLimit'>,
): { value: AnyQuery } | { error: ServiceError } {
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
