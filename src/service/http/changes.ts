/**
 * Answers the changes of a query since an earlier call: changed records, and ids of records that left. Cursors are
 * opaque texts with a position in the sequence of changes, for one key's query.
 */
import type { FastifyInstance } from 'fastify';
import { changesPath } from '../../contract/changes.js';
import type { Dataset, DatasetName } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { Query } from '../../contract/query.js';
import type { ChangePosition } from '../database/read-changes.js';
import { badInput, ServiceError } from '../service-error.js';
import { accountOf } from './authentication.js';
import { checkedBy, checkQuery, DATASET_ENTRIES, type EndpointOptions } from './endpoint.js';
import { fingerprintOf } from './paid-answer.js';
import { changesEndpoint } from './schemas.js';

const OWNER_LENGTH = 16;
/** The numbers are in base 36. */
const CURSOR = /^([\w-]{16})([0-9a-z]{1,10}(?:(?:-[0-9a-z]{1,10}){3})?)$/;

interface Cursor extends ChangePosition {
  /** The digest of the query and the key. */
  readonly owner: string;
}

export function registerChanges(app: FastifyInstance, options: EndpointOptions): void {
  const { store, answerRecords, extras } = options;
  if (!extras.includes('changes')) return;
  for (const [name, dataset] of DATASET_ENTRIES) {
    const changesDataset = withLimitZero(dataset);
    app.post<{ Body: ReturnType<typeof checkChangesBody> }>(changesPath(dataset.path), {
      schema: changesEndpoint(name, changesDataset, options),
      config: { work: 'slow' },
      preValidation: checkedBy((body) => checkChangesBody(changesDataset, body, options)),
      handler: (request, reply) => {
        const { query, cursor } = request.body;
        return answerRecords(request, reply, {
          dataset: name,
          asked: { ...query, changesSince: cursor ?? null },
          // reads the full page regardless of credits, because the limit decides where the next page begins
          read: async ({ withVersions }) => {
            const owner = ownerOf(name, query, accountOf(request).keyId);
            if (cursor && cursor.owner !== owner) throw noCursor();
            const asked = { dataset: name, query, limit: query.limit, withVersions, position: cursor };
            const page = await store.readChanges(asked);
            if (!page) throw noCursor();
            const next = writeCursor({ owner, ...page.position });
            const json = `{"records":${page.json},"removed":${page.removed},"cursor":"${next}","more":${page.more}}`;
            return { ...page, json };
          },
        });
      },
    });
  }
}

/** Allows limit 0, with which a first call may return no records. */
function withLimitZero(dataset: Dataset): Dataset {
  const limit = { ...dataset.filters['limit']!, min: 0 };
  return { ...dataset, filters: { ...dataset.filters, limit } };
}

/** @throws QueryError, ServiceError */
function checkChangesBody(dataset: Dataset, body: unknown, options: EndpointOptions) {
  const { cursor, ...fields } = isObject(body) ? body : {};
  const query = checkQuery(dataset, isObject(body) ? fields : body, options);
  const read = readCursor(cursor);
  if (read && query.limit === 0) throw badInput('limit must be at least 1 together with cursor');
  return { query, cursor: read };
}

/** Identifies the query and the key of a cursor. `limit` may differ between calls. */
export function ownerOf(dataset: DatasetName, query: Query, keyId: number): string {
  const { limit: _limit, ...question } = query;
  return fingerprintOf(dataset, { ...question, keyId }).slice(0, OWNER_LENGTH);
}

export function writeCursor({ owner, base, reported }: Cursor): string {
  const numbers = reported ? [base, reported.knownUntil, reported.change, reported.record] : [base];
  return owner + numbers.map((number) => number.toString(36)).join('-');
}

/** Returns undefined if there is no cursor. @throws ServiceError BAD_INPUT for a malformed cursor */
export function readCursor(value: unknown): Cursor | undefined {
  if (value === undefined) return undefined;
  const [, owner = '', numbers = ''] = CURSOR.exec(typeof value === 'string' ? value : '') ?? [];
  const [base, knownUntil, change, record] = numbers.split('-').map((text) => Number.parseInt(text, 36));
  if (base === undefined || Number.isNaN(base))
    throw badInput('cursor must be that of an earlier answer: omit it to begin');
  if (knownUntil === undefined || change === undefined || record === undefined) return { owner, base };
  return { owner, base, reported: { knownUntil, change, record } };
}

function noCursor(): ServiceError {
  return new ServiceError(
    'NO_CURSOR',
    'cursor is too old, or of another query or key; nothing was charged: begin again without it',
  );
}
