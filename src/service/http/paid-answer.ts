/** The answer to a query that costs credits: found or queried, and charged at most once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetName } from '../../contract/datasets.js';
import { CEILING_HEADER, IDEMPOTENCY_HEADER } from '../../contract/endpoints.js';
import { type Affordable, affordableOf, excessOf, type PurchasedRecords } from '../database/buy-records.js';
import type { Charge, ChargeOutcome, ChargeRefusal, IdempotentAnswer } from '../database/credits.js';
import type { Account } from '../database/keys.js';
import type { RecordAnswer } from '../database/query-records.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { accountOf, badKey } from './authentication.js';
import type { NewCharge } from './deliveries.js';
import { fingerprintOf } from './fingerprint.js';

/** Visible characters; the length fits into an index. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The header has as many digits at most. */
const MOST_DIGITS = 9;

/** Answers that wait for a retry go after a day at the latest. */
const ROOM_RETRY_SECONDS = 3_600;

export interface PaidAnswer {
  readonly json: string;
  /** Credits that this answer costs, now or when it was first sent. */
  readonly charged: number;
  /** Records that cost nothing, because the key had paid for them before. */
  readonly owned: number;
  /** Credits left after it. */
  readonly left: number;
  /** Missing if this request was not charged: no records, or a repetition. */
  readonly charge?: NewCharge;
  /** The charge of an answer that is stored. */
  readonly storedFor?: number;
}

export interface PaidAnswerOptions {
  readonly store: Pick<Store, 'charge' | 'findAnswer' | 'trimAnswers'>;
  /** Of the stored answers of one key. */
  readonly maxStoredBytes: number;
  readonly onCharged: (credits: number) => void;
}

export interface PaidQuestion {
  readonly dataset: DatasetName;
  /** All that decides about the answer: equal for the repetition of a request. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** Most records of the answer. */
  readonly limit: number;
  readonly read: (affordable: Affordable) => Promise<RecordAnswer>;
  /** The same, charged at once: where nothing has to be known between the two. @throws ServiceError BAD_KEY */
  readonly buy?: (ceiling: number | undefined) => Promise<PurchasedRecords>;
}

export type AnswerPaid = (
  request: FastifyRequest,
  reply: FastifyReply,
  question: PaidQuestion,
) => Promise<PaidAnswer>;

/** The function throws the refusals of a charge, and BAD_INPUT for a wrong idempotency key or ceiling. */
export function createPaidAnswers({ store, maxStoredBytes, onCharged }: PaidAnswerOptions): AnswerPaid {
  const answerPaid: AnswerPaid = async (request, reply, question) => {
    const ceiling = ceilingOf(request);
    const label = labelOf(request, question);
    if (label) {
      const replayed = await replay(reply, accountOf(request), label);
      if (replayed) return replayed;
    }
    const { buy } = question;
    const { account, answer, charge, refusal } =
      buy && !label ? await buy(ceiling) : await read(accountOf(request), question, ceiling);
    const { keyId, credits } = account;
    if (refusal || !answer) throw refused(refusal ?? 'NO_CREDITS', credits);
    const { count, json, versions } = answer;
    // a client that has disconnected in the meantime pays nothing
    if (count === 0 || (!charge && reply.raw.destroyed)) return { json, charged: 0, owned: 0, left: credits };
    const outcome = await chargeWithRoom(reply, charge, {
      keyId,
      digest: request.digest,
      amount: count,
      dataset: question.dataset,
      ...(versions && { versions }),
      ...(ceiling !== undefined && { ceiling }),
      ...(label && { answer: { ...label, json, maxStoredBytes } }),
    });
    // the faster twin request has an answer by now; if its charge was refunded since, this request is the first again
    if (outcome.outcome === 'REPEATED') return answerPaid(request, reply, question);
    // revoked since it was looked up
    if (outcome.outcome === 'BAD_KEY') throw badKey();
    if (outcome.outcome !== 'charged') throw refused(outcome.outcome, credits);
    const { chargeId, charged, left } = outcome;
    onCharged(charged);
    const isRepeatable = label !== undefined;
    return {
      json,
      charged,
      owned: count - charged,
      left,
      charge: { id: chargeId, isRepeatable },
      ...(isRepeatable && { storedFor: chargeId }),
    };
  };
  return answerPaid;

  async function chargeWithRoom(
    reply: FastifyReply,
    /** Of a charge that was made already. */
    known: ChargeOutcome | undefined,
    charge: Charge,
  ): Promise<Exclude<ChargeOutcome, { readonly outcome: 'NO_ROOM' }>> {
    const outcome = known ?? (await store.charge(charge));
    if (outcome.outcome !== 'NO_ROOM') return outcome;
    const bytes = Buffer.byteLength(charge.answer!.json);
    const left = await store.trimAnswers({ keyId: charge.keyId, bytes, maxBytes: maxStoredBytes });
    // a single answer is always stored
    if (left > 0 && left + bytes > maxStoredBytes) {
      reply.header('retry-after', ROOM_RETRY_SECONDS);
      throw noRoom();
    }
    return chargeWithRoom(reply, undefined, charge);
  }

  async function replay(
    reply: FastifyReply,
    { keyId, credits }: Account,
    { idempotencyKey, fingerprint }: AnswerLabel,
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
    const { json, amount, owned, chargeId } = found;
    return { json, charged: amount, owned, left: credits, storedFor: chargeId };
  }
}

/** As much as can be paid, without a charge yet. */
async function read(
  account: Account,
  { limit, read }: PaidQuestion,
  ceiling: number | undefined,
): Promise<PurchasedRecords> {
  const affordable = affordableOf(account, limit, ceiling);
  if (affordable === undefined) return { account, refusal: 'NO_CREDITS' };
  const answer = await read(affordable);
  const refusal = excessOf(account, answer.count, ceiling);
  return { account, answer, ...(refusal && { refusal }) };
}

/** What an answer is stored under for a repetition. */
type AnswerLabel = Pick<IdempotentAnswer, 'idempotencyKey' | 'fingerprint'>;

function labelOf(request: FastifyRequest, { dataset, asked }: PaidQuestion): AnswerLabel | undefined {
  const idempotencyKey = idempotencyKeyOf(request);
  return idempotencyKey === undefined
    ? undefined
    : { idempotencyKey, fingerprint: fingerprintOf(dataset, asked) };
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return header;
  throw new ServiceError('BAD_INPUT', `${IDEMPOTENCY_HEADER} must be 1 to 200 visible characters`);
}

function ceilingOf(request: FastifyRequest): number | undefined {
  const header = request.headers[CEILING_HEADER];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^\d+$/.test(header) && header.length <= MOST_DIGITS)
    return Number(header);
  throw new ServiceError(
    'BAD_INPUT',
    `${CEILING_HEADER} must be a whole number of at most ${MOST_DIGITS} digits`,
  );
}

function noRoom(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many answers of this key were not delivered and wait for a retry; nothing was charged: repeat their requests',
  );
}

function refused(code: ChargeRefusal, credits: number): ServiceError {
  switch (code) {
    case 'NO_CREDITS':
      return new ServiceError(code, 'No credits are left: ask the operator of the service for more');
    case 'FEW_CREDITS':
      return new ServiceError(
        code,
        `More records match than the ${credits} credits left can pay for; nothing was charged: narrow the query or lower limit`,
      );
    case 'OVER_CEILING':
      return new ServiceError(
        code,
        `The answer would cost more than ${CEILING_HEADER} allows; nothing was charged: narrow the query or lower limit`,
      );
    case 'DAILY_CAP':
      return new ServiceError(
        code,
        'More records match than the daily cap of this key still allows today (UTC); nothing was charged: narrow the query, lower limit or try again tomorrow',
      );
  }
}
