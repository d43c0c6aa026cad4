/** Cursors of changes: opaque texts with a position in the sequence of changes, for one key's query. */
import { hash } from 'node:crypto';
import type { DatasetName } from '../../contract/datasets.js';
import type { AnyQuery } from '../database/conditions.js';
import type { ChangePosition } from '../database/read-changes.js';
import { ServiceError } from '../service-error.js';

export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{1,100}$';
const OWNER_LENGTH = 16;
/** The numbers are in base 36. */
const CURSOR = /^([\w-]{16})([0-9a-z]{1,10}(?:(?:-[0-9a-z]{1,10}){3})?)$/;

export interface Cursor extends ChangePosition {
  /** The digest of the query and the key. */
  readonly owner: string;
}

/** The fingerprint of a request: equal for equal fields, in any order. */
export function fingerprintOf(dataset: DatasetName, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, sorted]), 'base64url');
}

/** Identifies the query and the key of a cursor. `limit` may differ between calls. */
export function ownerOf(dataset: DatasetName, query: AnyQuery, keyId: number): string {
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
    throw new ServiceError('BAD_INPUT', 'cursor must be that of an earlier answer: omit it to begin');
  if (knownUntil === undefined || change === undefined || record === undefined) return { owner, base };
  return { owner, base, reported: { knownUntil, change, record } };
}

export function noCursor(): ServiceError {
  return new ServiceError(
    'NO_CURSOR',
    'cursor is too old, or of another query or key; nothing was charged: begin again without it',
  );
}
