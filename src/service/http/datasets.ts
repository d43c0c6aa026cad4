/** The three dataset queries: checked, answered, charged, sent, in that order. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CURSOR_HEADER } from '../../contract/changes.js';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { IDEMPOTENCY_HEADER } from '../../contract/endpoints.js';
import type { AnyQuery } from '../database/conditions.js';
import type { Store } from '../store/create-store.js';
import { type Authentication, accountOf } from './authentication.js';
import { checkBody } from './check-body.js';
import { writeCursor } from './cursor.js';
import { followedQuery } from './followed-query.js';
import type { AnswerPaid, PaidAnswer } from './paid-answer.js';
import { datasetSchema } from './schemas.js';
import type { SendPaid } from './send-paid.js';

export interface DatasetOptions {
  readonly store: Pick<Store, 'queryRecords' | 'buyRecords' | 'followQuestion'>;
  readonly answerPaid: AnswerPaid;
  readonly sendPaid: SendPaid;
  readonly authentication: Pick<Authentication, 'refuse' | 'remember'>;
  readonly answerShape: 'list' | 'object';
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Most records that a query may match that is followed. */
  readonly maxFollowed: number;
  readonly tellsChanges: boolean;
}

export function registerDatasets(app: FastifyInstance, options: DatasetOptions): void {
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(dataset.path, {
      schema: datasetSchema(name, dataset, options),
      ...(dataset.paid && { config: { looksKeyUp: isBoughtAtOnce } }),
      // the schema of the headers is documentation only
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => checkBody(dataset, body, options.maxLimit) : () => true,
      handler: async (request, reply) => {
        const limit = (request.body['limit'] as number | undefined) ?? options.defaultLimit;
        const asked = { dataset: name, query: request.body, limit };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await options.store.queryRecords(asked)).json);
        let cursor: string | undefined;
        const begin = async () => {
          if (!options.tellsChanges || request.headers[CURSOR_HEADER] !== 'begin') return;
          const { account } = request;
          const { maxFollowed } = options;
          const how = { account, position: undefined, limit: 0, maxFollowed };
          const begun = await options.store.followQuestion(followedQuery(name, request.body, how));
          cursor = typeof begun === 'string' ? undefined : writeCursor(begun.position);
        };
        const paid = await options.answerPaid(request, reply, {
          dataset: name,
          asked: { ...request.body, limit },
          limit,
          read: async (affordable) => {
            // first: what changes between the two is told twice rather than never
            await begin();
            return options.store.queryRecords({ ...asked, ...affordable });
          },
          buy: async (ceiling) => {
            await begin();
            const bought = await options.store.buyRecords({
              ...{ ...asked, digest: request.digest, lastKnown: accountOf(request) },
              ...(ceiling !== undefined && { ceiling }),
            });
            if (!bought) return options.authentication.refuse(request, reply);
            options.authentication.remember(request, bought.account);
            return bought;
          },
        });
        // a repetition is of an earlier time
        const isNew = reply.getHeader('idempotent-replayed') === undefined;
        if (cursor !== undefined && isNew) reply.header(CURSOR_HEADER, cursor);
        const text = shape(options, paid);
        return options.sendPaid(reply, paid, { text, hasBalance: options.answerShape !== 'list' });
      },
    });
  }
}

/** Nothing else has to be known of its key first. */
function isBoughtAtOnce({ headers }: FastifyRequest): boolean {
  return headers[IDEMPOTENCY_HEADER] === undefined && headers[CURSOR_HEADER] === undefined;
}

function shape({ answerShape }: DatasetOptions, { json, charged, left }: PaidAnswer): string {
  if (answerShape === 'list') return json;
  return `{"dataset":${json},"creditsConsumed":${charged},"closingBalance":${left}}`;
}
