/** The answer to a query that costs credits: found or queried, and charged at most once. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER } from '../../contract/endpoints.js';
import type { Account } from '../database/keys.js';
import type { RecordQuery } from '../database/query-records.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { accountOf } from './authentication.js';
import type { NewCharge } from './deliveries.js';
import type { MakeRoom } from './storage-limit.js';

/** Visible characters; the length fits into an index. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Answers that wait for a retry go after a day at the latest. */
const ROOM_RETRY_SECONDS = 3_600;

export interface PaidAnswer {
  readonly json: string;
  /** Credits that this answer costs, now or when it was first sent. */
  readonly charged: number;
  /** Credits left after it. */
  readonly left: number;
  /** Missing if this request was not charged: no records, or a repetition. */
  readonly charge?: NewCharge;
  /** The charge of an answer that is stored. */
  readonly storedFor?: number;
}

export interface PaidAnswerOptions {
  readonly store: Pick<Store, 'queryRecords' | 'charge' | 'findAnswer'>;
  readonly makeRoom: MakeRoom;
  readonly onCharged: (credits: number) => void;
}

export type AnswerPaid = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: RecordQuery,
) => Promise<PaidAnswer>;

/** The function throws NO_CREDITS and FEW_CREDITS, and BAD_INPUT for a wrong idempotency key. */
export function createPaidAnswers({ store, makeRoom, onCharged }: PaidAnswerOptions): AnswerPaid {
  const answer: AnswerPaid = async (request, reply, asked) => {
    const account = accountOf(request);
    const idempotencyKey = idempotencyKeyOf(request);
    const fingerprint = fingerprintOf(asked);
    if (idempotencyKey !== undefined) {
      const replayed = await replay(reply, account, idempotencyKey, fingerprint);
      if (replayed) return replayed;
    }
    if (account.credits === 0) throw noCredits();
    // one record more than the credits can pay is enough to know; the rest is not read
    const limit = Math.min(asked.limit, account.credits + 1);
    const { count, json } = await store.queryRecords({ ...asked, limit });
    if (count === 0) return { json, charged: 0, left: account.credits };
    if (count > account.credits) throw fewCredits(account.credits);
    // a client that has disconnected in the meantime pays nothing
    if (reply.raw.destroyed) return { json, charged: 0, left: account.credits };
    if (idempotencyKey !== undefined && !(await makeRoom(account.keyId, Buffer.byteLength(json)))) {
      reply.header('retry-after', ROOM_RETRY_SECONDS);
      throw noRoom();
    }
    const outcome = await store.charge({
      keyId: account.keyId,
      amount: count,
      reason: asked.dataset,
      ...(idempotencyKey !== undefined && { answer: { idempotencyKey, fingerprint, json } }),
    });
    if (outcome.outcome === 'charged') {
      onCharged(count);
      const charge = { id: outcome.chargeId, isRepeatable: idempotencyKey !== undefined };
      return {
        json,
        charged: count,
        left: outcome.left,
        charge,
        ...(charge.isRepeatable && { storedFor: charge.id }),
      };
    }
    // the faster twin request has an answer by now; if its charge was refunded since, this request is the first again
    if (outcome.outcome === 'REPEATED') return answer(request, reply, asked);
    throw outcome.outcome === 'NO_CREDITS' ? noCredits() : fewCredits(account.credits);
  };
  return answer;

  async function replay(
    reply: FastifyReply,
    { keyId, credits }: Account,
    idempotencyKey: string,
    fingerprint: string,
  ): Promise<PaidAnswer | undefined> {
    const found = await store.findAnswer(keyId, idempotencyKey);
    if (!found) return undefined;
    if (found.fingerprint !== fingerprint) {
      throw new ServiceError(
        'BAD_INPUT',
        `${IDEMPOTENCY_HEADER} was already used with another query: use a new value`,
      );
    }
    reply.header('idempotent-replayed', 'true');
    return { json: found.json, charged: found.amount, left: credits, storedFor: found.chargeId };
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return header;
  throw new ServiceError('BAD_INPUT', `${IDEMPOTENCY_HEADER} must be 1 to 200 visible characters`);
}

/** Equal for equal queries, in any order of their fields. */
function fingerprintOf({ dataset, query, limit }: RecordQuery): string {
  const fields = Object.entries({ ...query, limit }).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, fields]), 'base64url');
}

function noRoom(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many answers of this key were not delivered and wait for a retry; nothing was charged: repeat their requests',
  );
}

function noCredits(): ServiceError {
  return new ServiceError('NO_CREDITS', 'No credits are left: ask the operator of the service for more');
}

function fewCredits(credits: number): ServiceError {
  return new ServiceError(
    'FEW_CREDITS',
    `More records match than the ${credits} credits left can pay for; nothing was charged: narrow the query or lower limit`,
  );
}
