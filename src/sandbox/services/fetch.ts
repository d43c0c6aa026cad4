/** UrlFetchApp: Google's limits, injected faults and the request itself. */
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import type { HostClock } from './clock.js';
import { type Call, RemoteValue, serviceOf } from './define.js';
import type { Faults, NetworkFault } from './faults.js';
import { requestFrom, requestsFrom } from './fetch-request.js';
import { exchange } from './http-exchange.js';

const SHOWN_OF_ERROR = 200;
const MAX_URL_LENGTH = 2082;
const MAX_BODY_BYTES = 50 * 1024 * 1024;
/** Google reaches only public addresses. The sandbox also allows loopback, where its service runs. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('0.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
const HTTP_PREFIX = /^https?:\/\//i;

/** Counts of the scripts' requests to other servers. */
export interface Traffic {
  /** Includes requests that did not arrive. */
  requests: number;
  /** The sum of `x-credits-charged` in all answers, including those that the script did not receive. */
  credits: number;
}

/** The outcome of a script's last request. */
export interface LastRequest {
  readonly outcome: 'answered' | 'refused' | 'silent';
  /** The origin of the request's URL. */
  readonly origin: string;
}

const WORDS = { dns: 'DNS error', unreachable: 'Address unavailable', timeout: 'Timeout' };

/** @param ofAll the counts of all spreadsheets together */
export function createUrlFetch(clock: HostClock, faults: Faults, ofAll: Traffic) {
  const traffic: Traffic = { requests: 0, credits: 0 };
  let last: LastRequest | undefined;
  const count = ({ requests, credits }: Traffic): void => {
    for (const one of [traffic, ofAll]) {
      one.requests += requests;
      one.credits += credits;
    }
  };
  const ended = (outcome: LastRequest['outcome'], { url }: FetchRequest): void => {
    last = { outcome, origin: new URL(url).origin };
  };
  const send = async (request: FetchRequest): Promise<FetchResponse> => {
    const response = await exchange(request);
    count({ requests: 0, credits: chargedBy(response) });
    return response;
  };
  const attempt = async (request: FetchRequest): Promise<FetchResponse> => {
    const fault = faults.network?.(request);
    if (!fault) return send(request);
    const arrived = fault.reached || fault.kind === 'slow' ? send(request) : undefined;
    return applyFault(clock, request, fault, arrived);
  };
  const fetchOne = async (request: FetchRequest): Promise<FetchResponse> => {
    check(request);
    count({ requests: 1, credits: 0 });
    try {
      const response = await attempt(request);
      ended(outcomeOf(response), request);
      return response;
    } catch (error) {
      ended('silent', request);
      throw error;
    }
  };
  const fetchAll = async (call: Call, requests: readonly FetchRequest[]) => {
    await call.spend('fetches', requests.length);
    // an invalid request fails the batch before any request leaves
    requests.forEach(check);
    const responses = await Promise.all(requests.map(fetchOne));
    return requests.map((request, index) => responseTo(request, responses[index]!));
  };
  const table = serviceOf<GoogleAppsScript.URL_Fetch.UrlFetchApp>('UrlFetchApp', {
    fetch: {
      needs: 'network',
      handle: async (call, url, params) => (await fetchAll(call, [requestFrom(url, params)]))[0],
    },
    fetchAll: { needs: 'network', handle: (call, all) => fetchAll(call, requestsFrom(all)) },
  });
  return {
    traffic: () => traffic,
    /** Returns undefined before the first request. */
    last: () => last,
    tables: [table],
  };
}

/** @throws Google's error for a status of 400 or more, unless the request wants it as an answer */
function responseTo({ url, muteHttpExceptions }: FetchRequest, response: FetchResponse): RemoteValue {
  const { status, text } = response;
  if (status < 400 || muteHttpExceptions) return new RemoteValue('HTTPResponse', response);
  const host = /^\w+:\/\/[^/?#]+/.exec(url)?.[0] ?? url;
  throw new Error(
    `Request failed for ${host} returned code ${status}. Truncated server response: ${text.slice(0, SHOWN_OF_ERROR)} ` +
      '(use muteHttpExceptions option to examine full response)',
  );
}

async function applyFault(
  clock: HostClock,
  { url, timeoutSeconds }: FetchRequest,
  fault: NetworkFault,
  arrived: Promise<FetchResponse> | undefined,
): Promise<FetchResponse> {
  const timeoutMs = timeoutSeconds * 1000;
  const timesOutAt = clock.now() + timeoutMs;
  const delay = fault.kind === 'slow' ? sleep(Math.min(fault.delayMs, timeoutMs)) : undefined;
  const [response] = await Promise.all([arrived, delay]);
  if (fault.kind === 'slow' && response && fault.delayMs <= timeoutMs) return response;
  if (fault.kind === 'status')
    return { status: fault.status, headers: fault.headers ?? {}, text: fault.body ?? '' };
  // parallel requests that time out advance the clock only once
  if (fault.kind === 'timeout') clock.advance(Math.max(0, timesOutAt - clock.now()));
  throw new Error(`${fault.kind === 'slow' ? WORDS.timeout : WORDS[fault.kind]}: ${url}`);
}

/** @throws Google's error for an invalid request. */
function check({ url, headers, body }: FetchRequest): void {
  if (!HTTP_PREFIX.test(url) || !URL.canParse(url)) throw new Error(`Invalid argument: ${url}`);
  if (url.length > MAX_URL_LENGTH) throw new Error('Limit Exceeded: URLFetch URL Length.');
  if (isPrivate(new URL(url).hostname)) throw new Error(`Address unavailable: ${url}`);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value))
      throw new Error(`Attribute provided with invalid value: Header:${name}`);
  }
  if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new Error('Limit Exceeded: URLFetch POST Size.');
}

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Services refuse a key with 401, 403, or a 400 that mentions the API key. */
function outcomeOf({ status, text }: FetchResponse): LastRequest['outcome'] {
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(text))) return 'refused';
  return status >= 500 ? 'silent' : 'answered';
}

function chargedBy({ headers }: FetchResponse): number {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'x-credits-charged');
  const charged = Number(name === undefined ? 0 : headers[name]);
  return Number.isFinite(charged) ? charged : 0;
}
