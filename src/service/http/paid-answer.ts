/**
 * Answers with records, and charges a query that costs credits. A charged answer can be repeated for free for some
 * time; one that was neither delivered nor repeated is refunded.
 */
import { hash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CURSOR_HEADER } from '../../contract/changes.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import {
  CEILING_HEADER,
  CHARGED_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
} from '../../contract/endpoints.js';
import type { Config } from '../config.js';
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
  /** Missing in a repetition, because the stored answer is older than any cursor of now. */
  readonly cursor?: string | undefined;
}

interface AnswerOptions extends Pick<Config, 'maxStoredBytes' | 'extras'> {
  readonly store: Pick<Store, 'charge' | 'findAnswer' | 'markDelivered'>;
  readonly onCharged: (credits: number) => void;
}

interface Question {
  readonly dataset: DatasetName;
  /** All values that decide the answer; a repeated request must have the same. */
  readonly asked: Readonly<Record<string, unknown>> & { readonly limit: number };
  /** @param affordable the parameters that depend on the account's credits */
  readonly read: (
    affordable: Required<Pick<RecordQuery, 'limit' | 'withVersions'>>,
  ) => Promise<RecordAnswer & Pick<PaidAnswer, 'cursor'>>;
}

export type AnswerRecords = ReturnType<typeof createRecordAnswers>;

/**
 * The returned function returns the body of the answer. It throws refused charges, and BAD_INPUT for an invalid
 * idempotency key or cost.
 */
export function createRecordAnswers(app: FastifyInstance, options: AnswerOptions) {
  const markDelivered = createDeliveryMarker(app, options.store);
  return async (request: FastifyRequest, reply: FastifyReply, question: Question) => {
    const { dataset, asked, read } = question;
    reply.type('application/json; charset=utf-8');
    if (!DATASETS[dataset].paid) return (await read({ limit: asked.limit, withVersions: false })).json;
    const paid = (await pay(options, request, question)) ?? (await pay(options, request, question));
    if (!paid) throw new Error('An answer is stored under the idempotency key, and is not found');
    // the deadline has answered or the client disconnected: without a repetition, the charge is refunded
    if (reply.sent || request.socket.destroyed) return undefined;
    const { json, charged, owned, left, chargeId, isRepetition, requestId, cursor } = paid;
    reply.headers({
      // clients detect by this header that the service has the changes endpoints
      ...(options.extras.includes('changes') && { [CHARGED_HEADER]: charged }),
      'x-credits-remaining': left,
      'x-records-owned': owned,
      ...(isRepetition && { 'idempotent-replayed': 'true' }),
      ...(requestId !== undefined && { [REQUEST_HEADER]: requestId }),
      ...(cursor !== undefined && { [CURSOR_HEADER]: cursor }),
    });
    if (chargeId !== undefined && !isRepetition) markDelivered(chargeId);
    return json;
  };
}

/** Returns undefined if a concurrent request with the same idempotency key was charged first. */
async function pay(
  { store, maxStoredBytes, onCharged }: AnswerOptions,
  request: FastifyRequest,
  { dataset, asked, read }: Question,
): Promise<PaidAnswer | undefined> {
  const ceilingHeader = headerOf(request, CEILING_HEADER, /^\d{1,9}$/, 'a whole number of at most 9 digits');
  const ceiling = ceilingHeader === undefined ? undefined : Number(ceilingHeader);
  const name = headerOf(request, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, '1 to 200 visible characters');
  const fingerprint = fingerprintOf(dataset, asked);
  const account = accountOf(request);
  const { keyId, billing, credits, grantId } = account;
  const stored = name === undefined ? undefined : await store.findAnswer({ keyId, name, fingerprint });
  if (stored && stored.fingerprint !== fingerprint)
    throw badInput(`${IDEMPOTENCY_HEADER} was already used with another query: use a new value`);
  if (stored) return { ...stored, isRepetition: true };
  // with per-version billing, only the charge knows which records are free
  const withVersions = billing === 'per-version';
  if (!withVersions && credits === 0 && asked.limit > 0) throw refused('NO_CREDITS', credits);
  const allowances = withVersions ? [] : allowancesOf(account, ceiling);
  // one record more than the key can pay for suffices to refuse the answer
  const affordable = Math.min(asked.limit, ...allowances.map(([, most]) => most + 1));
  const { count, json, versions, cursor } = await read({ limit: affordable, withVersions });
  // the charge would not refuse if the balance has risen since, and would store the answer without the other records
  const [refusal] = allowances.find(([, most]) => count > most) ?? [];
  if (refusal) throw refused(refusal, credits);
  // a client that has disconnected in the meantime pays nothing
  if (count === 0 || request.socket.destroyed) return { json, cursor, charged: 0, owned: 0, left: credits };
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
  const repeatable = name === undefined && { requestId };
  return { json, cursor, charged, owned: count - charged, left, chargeId, ...repeatable };
}

/** Returns the fingerprint of a request: equal for equal fields, in any order. */
export function fingerprintOf(dataset: DatasetName, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, sorted]), 'base64url');
}

/** Returns how many records the account and the request allow, and the refusal of more, in the order of the charge. */
function allowancesOf(
  { credits, leftToday }: Account,
  ceiling = credits,
): readonly (readonly [ChargeRefusal, number])[] {
  return [
    ['FEW_CREDITS', credits],
    ['DAILY_CAP', leftToday ?? credits],
    ['OVER_CEILING', ceiling],
  ];
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
