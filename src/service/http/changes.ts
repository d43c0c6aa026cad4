/** What has changed in the answer of a query since an earlier call: records by the rules of the query, and ids that went. */
import type { FastifyInstance } from 'fastify';
import { changesPath } from '../../contract/changes.js';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { AnyQuery } from '../database/conditions.js';
import type { CursorPosition } from '../database/followed-questions.js';
import type { RecordAnswer } from '../database/query-records.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { type Checked, checkBody } from './check-body.js';
import { readCursor, writeCursor } from './cursor.js';
import type { StartFollowing } from './follow-limit.js';
import { followedQuery } from './followed-query.js';
import type { AnswerPaid } from './paid-answer.js';
import { changesSchema } from './schemas.js';

export interface ChangesOptions {
  readonly store: Pick<Store, 'followQuestion'>;
  readonly answerPaid: AnswerPaid;
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly answerShape: 'list' | 'object';
  readonly startFollowing: StartFollowing;
  /** Most records that a query may match here. */
  readonly maxFollowed: number;
}

interface ChangesBody {
  readonly query: AnyQuery;
  readonly position: CursorPosition | undefined;
}

export function registerChanges(app: FastifyInstance, options: ChangesOptions): void {
  const { store, answerPaid, defaultLimit, maxLimit, maxFollowed, startFollowing } = options;
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    const followed = withLimitZero(dataset);
    app.post<{ Body: ChangesBody }>(changesPath(dataset.path), {
      schema: changesSchema(name, followed, options),
      // the position belongs to a key
      config: { alwaysNeedsKey: true, work: 'slow' },
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => checkChangesBody(followed, body, maxLimit) : () => true,
      handler: async (request, reply) => {
        const { query, position } = request.body;
        const { limit = defaultLimit, ...question } = query as AnyQuery & { limit?: number };
        const asked = followedQuery(name, query, { account: request.account, position, limit, maxFollowed });
        const read = async (withVersions: boolean): Promise<RecordAnswer> => {
          const follow = () => store.followQuestion({ ...asked, withVersions });
          const page = await (position ? follow() : startFollowing(asked.keyId, follow));
          if (typeof page === 'string') throw page === 'TOO_MANY' ? tooMany(maxFollowed) : noCursor();
          if ('waitSeconds' in page) {
            reply.header('retry-after', page.waitSeconds);
            throw followsTooMuch();
          }
          const { json, removed, more } = page;
          const cursor = writeCursor(page.position);
          return {
            ...page,
            json: `{"records":${json},"removed":${removed},"cursor":"${cursor}","more":${more}}`,
          };
        };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await read(false)).json);
        return answerPaid(request, reply, {
          dataset: name,
          asked: { ...question, limit, changesSince: position ?? null },
          limit,
          // all of the page, whatever the credits: its limit says where the next one begins
          read: ({ withVersions }) => read(withVersions),
        });
      },
    });
  }
}

/** The dataset with the bodies of its changes: a call that begins may be told nothing. */
function withLimitZero(dataset: Dataset): Dataset {
  const limit = {
    ...dataset.filters['limit']!,
    min: 0,
    description: 'Maximum number of records and ids together; 0, without a cursor, begins and tells nothing',
  };
  return { ...dataset, filters: { ...dataset.filters, limit } };
}

function checkChangesBody(dataset: Dataset, body: unknown, maxLimit: number): Checked<ChangesBody> {
  const { cursor, ...query } = isObject(body) ? body : {};
  const checked = checkBody(dataset, isObject(body) ? query : body, maxLimit);
  if ('error' in checked) return checked;
  try {
    const position = readCursor(cursor);
    if (position && checked.value['limit'] === 0) throw limitTooLow();
    return { value: { query: checked.value, position } };
  } catch (error) {
    return { error: error as ServiceError };
  }
}

function limitTooLow(): ServiceError {
  return new ServiceError('BAD_INPUT', 'limit must be at least 1 together with cursor');
}

function noCursor(): ServiceError {
  return new ServiceError(
    'NO_CURSOR',
    'cursor is forgotten, or of another query or key; nothing was charged: begin again without it',
  );
}

function followsTooMuch(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'This key starts to follow too many records in one minute; nothing was charged: wait as long as retry-after says, or go on with a cursor',
  );
}

function tooMany(maxFollowed: number): ServiceError {
  return new ServiceError(
    'BAD_INPUT',
    `body matches more than the ${maxFollowed} records that can be followed; nothing was charged: narrow the query`,
  );
}
