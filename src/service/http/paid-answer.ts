/**
 * Answers with records, and charges a query that costs credits. A charged answer can be repeated for free for some
 * time; one that was neither delivered nor repeated is refunded.
 */
import { hash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import {
  CEILING_HEADER,
  CHARGED_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
} from '../../contract/endpoints.js';
import type { ChargeRefusal, RepeatedAnswer } from '../database/credits.js';
import type { Account } from '../database/keys.js';
import type { RecordAnswer, RecordQuery } from '../database/query-records.js';
import { badInput, ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { accountOf, badKey } from './authentication.js';
import { createDeliveryMarker } from './mark-delivered.js';

/** Visible characters; the length fits into an index. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The seconds for which an answer is stored: under the idempotency key, and under the service's id. */
const STORED_SECONDS = { named: 86_400, unnamed: 600 };

interface PaidAnswer extends Omit<RepeatedAnswer, 'chargeId' | 'fingerprint'> {
  /** Missing if there was nothing to charge. */
  readonly chargeId?: number;
  /** True if an earlier request was charged for it. */
  readonly isRepetition?: boolean;
  /** The service's id with which a client can repeat the request, if it sent no idempotency key. */
  readonly requestId?: string;
}

interface AnswerOptions {
  readonly store: Pick<Store, 'charge' | 'findAnswer' | 'markDelivered'>;
  /** The limit of the stored answers of one key. */
  readonly maxStoredBytes: number;
  /** True if the service has the changes endpoints. Clients detect these by the header with the charge. */
  readonly hasChanges: boolean;
  readonly onCharged: (credits: number) => void;
}

/** The parameters of the query that depend on the account's credits. */
type QueryLimits = Required<Pick<RecordQuery, 'limit' | 'withVersions'>>;

interface Question {
  readonly dataset: DatasetName;
  /** All values that decide the answer; a repeated request must have the same. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly read: (affordable: QueryLimits) => Promise<RecordAnswer>;
  /** Called before a paid answer is sent. */
  readonly onAnswer?: (paid: PaidAnswer) => void;
}

export type AnswerRecords = ReturnType<typeof createRecordAnswers>;

/**
 * The returned function returns the body of the answer. It throws refused charges, and BAD_INPUT for an invalid
 * idempotency key or cost.
 */
export function createRecordAnswers(app: FastifyInstance, options: AnswerOptions) {
  const markDelivered = createDeliveryMarker(app, options.store);
  return async (request: FastifyRequest, reply: FastifyReply, question: Question) => {
    const { dataset, limit, read, onAnswer } = question;
    reply.type('application/json; charset=utf-8');
    if (!DATASETS[dataset].paid) return (await read({ limit, withVersions: false })).json;
    const paid = (await pay(options, request, question)) ?? (await pay(options, request, question));
    if (!paid) throw new Error('An answer is stored under the idempotency key, and is not found');
    // the deadline has answered or the client disconnected: without a repetition, the charge is refunded
    if (reply.sent || request.socket.destroyed) return undefined;
    const { json, charged, owned, left, chargeId, isRepetition, requestId } = paid;
    reply.headers({
      ...(options.hasChanges && { [CHARGED_HEADER]: charged }),
      'x-credits-remaining': left,
      'x-records-owned': owned,
      ...(isRepetition && { 'idempotent-replayed': 'true' }),
      ...(requestId !== undefined && { [REQUEST_HEADER]: requestId }),
    });
    if (chargeId !== undefined && !isRepetition) markDelivered(chargeId);
    onAnswer?.(paid);
    return json;
  };
}

/** Returns undefined if a concurrent request with the same idempotency key was charged first. */
async function pay(
  { store, maxStoredBytes, onCharged }: AnswerOptions,
  request: FastifyRequest,
  { dataset, asked, limit, read }: Question,
): Promise<PaidAnswer | undefined> {
  const ceilingHeader = headerOf(request, CEILING_HEADER, /^\d{1,9}$/, 'a whole number of at most 9 digits');
  const ceiling = ceilingHeader === undefined ? undefined : Number(ceilingHeader);
  const name = headerOf(request, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, '1 to 200 visible characters');
  const fingerprint = fingerprintOf(dataset, asked);
  const account = accountOf(request);
  const { keyId, credits, grantId } = account;
  const stored = name === undefined ? undefined : await store.findAnswer({ keyId, name, fingerprint });
  if (stored && stored.fingerprint !== fingerprint)
    throw badInput(`${IDEMPOTENCY_HEADER} was already used with another query: use a new value`);
  if (stored) return { ...stored, isRepetition: true };
  const affordable = affordableQuery(account, limit, ceiling);
  if (!affordable) throw refused('NO_CREDITS', credits);
  const { count, json, versions } = await read(affordable);
  const refusal = affordable.withVersions ? undefined : refusalOf(account, count, ceiling);
  if (refusal) throw refused(refusal, credits);
  // a client that has disconnected in the meantime pays nothing
  if (count === 0 || request.socket.destroyed) return { json, charged: 0, owned: 0, left: credits };
  const requestId = `req_${randomUUID()}`;
  const seconds = name === undefined ? STORED_SECONDS.unnamed : STORED_SECONDS.named;
  const outcome = await store.charge({
    keyId,
    digest: request.digest,
    amount: count,
    dataset,
    ...(grantId !== undefined && { grantId }),
    ...(versions && { versions }),
    ...(ceiling !== undefined && { ceiling }),
    answer: { name: name ?? requestId, fingerprint, json, seconds, maxStoredBytes },
  });
  if (outcome.outcome === 'REPEATED') return undefined;
  // the key was revoked after the authentication
  if (outcome.outcome === 'BAD_KEY') throw badKey();
  if (outcome.outcome !== 'charged') throw refused(outcome.outcome, credits);
  const { chargeId, charged, left } = outcome;
  onCharged(charged);
  return { json, charged, owned: count - charged, left, chargeId, ...(name === undefined && { requestId }) };
}

/** Returns the fingerprint of a request: equal for equal fields, in any order. */
export function fingerprintOf(dataset: DatasetName, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, sorted]), 'base64url');
}

/**
 * Reads one record more than the key can pay for, which suffices to refuse the answer. With per-version billing,
 * only the charge knows which records are free. Undefined without credits; limit 0 needs none.
 */
function affordableQuery(
  { billing, credits, leftToday }: Account,
  limit: number,
  ceiling = credits,
): QueryLimits | undefined {
  if (billing === 'per-version') return { limit, withVersions: true };
  if (credits === 0 && limit > 0) return undefined;
  const affordable = Math.min(credits, leftToday ?? credits, ceiling);
  return { limit: Math.min(limit, affordable + 1), withVersions: false };
}

/**
 * Returns the reason to refuse an answer for which `affordableQuery` has left records out. Only the charge knows the
 * balance of this moment, but it may have risen since, and the charge would store the short answer as a whole one.
 */
function refusalOf(
  { credits, leftToday }: Account,
  count: number,
  ceiling = credits,
): ChargeRefusal | undefined {
  if (count > credits) return 'FEW_CREDITS';
  if (count > (leftToday ?? credits)) return 'DAILY_CAP';
  return count > ceiling ? 'OVER_CEILING' : undefined;
}

/** @throws ServiceError BAD_INPUT for a header that does not match the pattern */
function headerOf({ headers }: FastifyRequest, name: string, pattern: RegExp, what: string) {
  const header = headers[name];
  if (header === undefined || (typeof header === 'string' && pattern.test(header))) return header;
  throw badInput(`${name} must be ${what}`);
}

const REFUSALS: Readonly<Record<ChargeRefusal, string>> = {
  NO_CREDITS: 'No credits are left: ask the operator of the service for more',
  FEW_CREDITS:
    'More records match than the {credits} credits left can pay for; nothing was charged: narrow the query or lower limit',
  OVER_CEILING: `The answer would cost more than ${CEILING_HEADER} allows; nothing was charged: narrow the query or lower limit`,
  DAILY_CAP:
    'More records match than the daily cap of this key or connection allows today (UTC); nothing was charged: lower limit or ask tomorrow',
};

function refused(code: ChargeRefusal, credits: number): ServiceError {
  return new ServiceError(code, REFUSALS[code].replace('{credits}', String(credits)));
}
