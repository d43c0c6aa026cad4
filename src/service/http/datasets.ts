/** The three dataset queries. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CURSOR_HEADER } from '../../contract/changes.js';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import type { AnyQuery } from '../database/conditions.js';
import type { Store } from '../store/create-store.js';
import { excessOf } from './affordable.js';
import { accountOf } from './authentication.js';
import { checkBody } from './check-body.js';
import { writeCursor } from './cursor.js';
import type { StartFollowing } from './follow-limit.js';
import { followedQuery } from './followed-query.js';
import type { AnswerPaid, PaidAnswer } from './paid-answer.js';
import { datasetSchema } from './schemas.js';

export interface DatasetOptions {
  readonly store: Pick<Store, 'queryRecords' | 'followQuestion'>;
  readonly answerPaid: AnswerPaid;
  readonly answerShape: 'list' | 'object';
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Most records that a query may match that is followed. */
  readonly maxFollowed: number;
  readonly tellsChanges: boolean;
  readonly startFollowing: StartFollowing;
}

export function registerDatasets(app: FastifyInstance, options: DatasetOptions): void {
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(dataset.path, {
      schema: datasetSchema(name, dataset, options),
      // the schema of the headers is documentation only
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => checkBody(dataset, body, options.maxLimit) : () => true,
      handler: async (request, reply) => {
        const limit = (request.body['limit'] as number | undefined) ?? options.defaultLimit;
        const asked = { dataset: name, query: request.body, limit };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await options.store.queryRecords(asked)).json);
        let cursor: string | undefined;
        return options.answerPaid(request, reply, {
          dataset: name,
          asked: { ...request.body, limit },
          limit,
          read: async (affordable) => {
            // first: what changes between the two is told twice rather than never
            cursor = await beginFollowing(name, request, options);
            return options.store.queryRecords({ ...asked, ...affordable });
          },
          bodyOf: (paid) => {
            // a repetition is of an earlier time
            if (cursor !== undefined && !paid.isRepetition) reply.header(CURSOR_HEADER, cursor);
            return shape(options, paid);
          },
          hasBalance: options.answerShape !== 'list',
        });
      },
    });
  }
}

/** The cursor from which on the changes of the answer can be asked for, where the client wants one and may have it. */
async function beginFollowing(
  dataset: DatasetName,
  request: FastifyRequest<{ Body: AnyQuery }>,
  { store, tellsChanges, maxFollowed, startFollowing }: DatasetOptions,
): Promise<string | undefined> {
  if (!tellsChanges || request.headers[CURSOR_HEADER] !== 'begin') return undefined;
  const account = accountOf(request);
  // a key that cannot pay for a single record follows nothing
  if (excessOf(account, 1)) return undefined;
  const followed = followedQuery(dataset, request.body, {
    account,
    position: undefined,
    limit: 0,
    maxFollowed,
  });
  const begun = await startFollowing(account.keyId, () => store.followQuestion(followed));
  return typeof begun === 'object' && 'position' in begun ? writeCursor(begun.position) : undefined;
}

function shape({ answerShape }: DatasetOptions, { json, charged, left }: PaidAnswer): string {
  if (answerShape === 'list') return json;
  return `{"dataset":${json},"creditsConsumed":${charged},"closingBalance":${left}}`;
}
