/** The push of a group's news to a callback address, signed so that a receiver can tell it from forgeries. */
import { createHmac } from 'node:crypto';
import { addDays } from '../../contract/dates.js';
import { CALLBACK_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { AddressGuard } from './address-guard.js';
import { PostError, postJson } from './post-json.js';

const SIGNATURE_HEADER = 'x-signature';
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_ADDRESS_LENGTH = 2_000;

export interface PushOptions {
  readonly store: Pick<Store, 'newsOfGroup' | 'logDelivery'>;
  readonly guard: AddressGuard;
  /** Today, 'YYYY-MM-DD'. */
  readonly today: () => string;
  /** Signs each delivery; undefined for no signature. */
  readonly secret: string | undefined;
  /** @default 10000 */
  readonly timeoutMs?: number | undefined;
}

export interface PushRequest {
  readonly keyId: number | null;
  readonly group: string;
  /** As sent in the path. */
  readonly days: string;
  /** As sent in the header. */
  readonly callback: unknown;
}

/** Posts once and returns the callback's answer, with any status. */
export type PushNews = (request: PushRequest) => Promise<string>;

/** The function throws BAD_INPUT (with DAYS or callback-url, also if the callback fails) and NO_GROUP. */
export function createPushNews(options: PushOptions): PushNews {
  const { store, guard, today, secret, timeoutMs = TIMEOUT_MS } = options;
  return async ({ keyId, group, days, callback }) => {
    const count = daysOf(days);
    const address = addressOf(callback);
    const postedDate = today();
    const found = await store.newsOfGroup({ group, from: addDays(postedDate, 1 - count), to: postedDate });
    if (!found) throw new ServiceError('NO_GROUP', `There is no group named ${group}`);
    const payload = `{"group":${JSON.stringify(group)},"postedDate":"${postedDate}","news":${found.json}}`;
    const started = performance.now();
    const log = (status: number | null, error: string | null) =>
      store.logDelivery({
        keyId,
        group,
        callback: address.origin + address.pathname,
        days: count,
        news: found.count,
        status,
        error,
        durationMs: Math.round(performance.now() - started),
      });
    try {
      const answer = await postJson(address, payload, {
        guard,
        timeoutMs,
        maxAnswerBytes: MAX_ANSWER_BYTES,
        headers: secret === undefined ? {} : { [SIGNATURE_HEADER]: sign(payload, secret, Date.now()) },
      });
      await log(answer.status, null);
      return answer.text;
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      await log(null, error.message);
      throw new ServiceError('BAD_INPUT', `${CALLBACK_HEADER} ${error.message}`, { cause: error });
    }
  };
}

function daysOf(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= 1 && days <= MAX_NEWS_DAYS) return days;
  throw new ServiceError('BAD_INPUT', `DAYS must be a whole number from 1 to ${MAX_NEWS_DAYS}`);
}

function addressOf(header: unknown): URL {
  const refuse = (message: string) => new ServiceError('BAD_INPUT', `${CALLBACK_HEADER} ${message}`);
  if (typeof header !== 'string' || header === '') {
    throw refuse('is missing: send the callback address in this header');
  }
  if (header.length > MAX_ADDRESS_LENGTH || !URL.canParse(header)) {
    throw refuse('must be an absolute address such as https://example.com/news');
  }
  const address = new URL(header);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw refuse('must start with https://');
  if (address.username !== '' || address.password !== '')
    throw refuse('must not contain a user name or password');
  return address;
}

/**
 * `t=<seconds>,v1=<hex>`: an HMAC-SHA-256 over the seconds, a dot and the body. The receiver computes the same value and
 * rejects times that differ by more than some minutes.
 */
function sign(body: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
