/** Pushes a group's news to a callback address, and logs the delivery. */
import { randomBytes } from 'node:crypto';
import { addDays } from '../../contract/dates.js';
import { CALLBACK_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { badInput, noGroup } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { PostError } from './post-json.js';
import { type DeliverOptions, deliver } from './webhook.js';

const MAX_ADDRESS_LENGTH = 2_000;

export interface PushOptions extends DeliverOptions {
  readonly store: Pick<Store, 'newsOfGroup' | 'logDelivery'>;
  /** Today in UTC, 'YYYY-MM-DD'. */
  readonly today: () => string;
}

interface PushRequest {
  readonly keyId: number;
  readonly group: string;
  /** As sent in the path. */
  readonly days: string;
  /** As sent in the header. */
  readonly callback: unknown;
  /** Called if a finished push cannot be logged. */
  readonly onUnlogged: (error: unknown) => void;
}

/**
 * Posts at most three times, and returns the callback's last answer, with any status.
 * @throws BAD_INPUT (DAYS, callback-url or a failed callback) and NO_GROUP
 */
export async function pushNews(options: PushOptions, request: PushRequest) {
  const { store, today } = options;
  const { keyId, group, days, callback, onUnlogged } = request;
  const count = daysOf(days);
  const address = addressOf(callback);
  const postedDate = today();
  const found = await store.newsOfGroup({ group, from: addDays(postedDate, 1 - count), to: postedDate });
  if (!found) throw noGroup(group);
  const json = `{"group":${JSON.stringify(group)},"postedDate":"${postedDate}","news":${found.json}}`;
  const started = performance.now();
  const message = { id: `msg_${randomBytes(16).toString('base64url')}`, json };
  const { attempts, result } = await deliver(address, message, options);
  const delivery = {
    keyId,
    group,
    callback: address.origin,
    days: count,
    news: found.count,
    status: result instanceof PostError ? null : result.status,
    error: result instanceof PostError ? result.message : null,
    attempts,
    durationMs: Math.round(performance.now() - started),
  };
  // the push has succeeded: an error would make the client push again, under another id
  await store.logDelivery(delivery).catch(onUnlogged);
  if (result instanceof PostError) throw badInput(`${CALLBACK_HEADER} ${result.message}`, { cause: result });
  return result;
}

function daysOf(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= 1 && days <= MAX_NEWS_DAYS) return days;
  throw badInput(`DAYS must be a whole number from 1 to ${MAX_NEWS_DAYS}`);
}

function addressOf(header: unknown): URL {
  const refuse = (message: string) => badInput(`${CALLBACK_HEADER} ${message}`);
  if (typeof header !== 'string' || header === '')
    throw refuse('is missing: send the callback address in this header');
  // a header that is sent twice arrives as one text with a space in it
  if (header.length > MAX_ADDRESS_LENGTH || /\s/.test(header) || !URL.canParse(header))
    throw refuse('must be one absolute address without blanks, such as https://example.com/news');
  const address = new URL(header);
  const { protocol, username, password } = address;
  if (!['https:', 'http:'].includes(protocol)) throw refuse('must start with https://');
  if (username !== '' || password !== '') throw refuse('must not contain a user name or password');
  return address;
}
