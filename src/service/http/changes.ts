/** Answers the changes of a query since an earlier call: changed records, and ids of records that left. */
import type { FastifyInstance } from 'fastify';
import { changesPath } from '../../contract/changes.js';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { AnyQuery } from '../database/conditions.js';
import type { RecordAnswer } from '../database/query-records.js';
import { ServiceError } from '../service-error.js';
import { accountOf } from './authentication.js';
import { type Checked, checkBody } from './check-body.js';
import { type Cursor, noCursor, ownerOf, readCursor, writeCursor } from './cursor.js';
import type { EndpointOptions } from './endpoint-options.js';
import { changesSchema } from './schemas.js';

interface ChangesBody {
  readonly query: AnyQuery;
  readonly cursor: Cursor | undefined;
}

export function registerChanges(app: FastifyInstance, options: EndpointOptions): void {
  const { store, answerPaid, defaultLimit, maxLimit } = options;
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    const changesDataset = withLimitZero(dataset);
    app.post<{ Body: ChangesBody }>(changesPath(dataset.path), {
      schema: changesSchema(name, changesDataset, options),
      // the cursor belongs to a key
      config: { alwaysNeedsKey: true, work: 'slow' },
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body'
          ? (body: unknown) => checkChangesBody(changesDataset, body, maxLimit)
          : () => true,
      handler: async (request, reply) => {
        const { query, cursor } = request.body;
        const owner = ownerOf(name, query, accountOf(request).keyId);
        const { limit = defaultLimit, ...question } = query as AnyQuery & { limit?: number };
        const read = async (withVersions: boolean): Promise<RecordAnswer> => {
          if (cursor && cursor.owner !== owner) throw noCursor();
          const page = await store.readChanges({
            dataset: name,
            query,
            limit,
            withVersions,
            position: cursor,
          });
          if (!page) throw noCursor();
          const next = writeCursor({ owner, ...page.position });
          const json = `{"records":${page.json},"removed":${page.removed},"cursor":"${next}","more":${page.more}}`;
          return { ...page, json };
        };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await read(false)).json);
        return answerPaid(request, reply, {
          dataset: name,
          asked: { ...question, limit, changesSince: cursor ?? null },
          limit,
          // reads the full page regardless of credits, because the limit decides where the next page begins
          read: ({ withVersions }) => read(withVersions),
        });
      },
    });
  }
}

/** Allows limit 0, with which a first call may return no records. */
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
    const read = readCursor(cursor);
    if (read && checked.value['limit'] === 0)
      throw new ServiceError('BAD_INPUT', 'limit must be at least 1 together with cursor');
    return { value: { query: checked.value, cursor: read } };
  } catch (error) {
    return { error: error as ServiceError };
  }
}
