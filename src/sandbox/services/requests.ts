/** The scripts' requests to other servers: Google's limits, injected faults and what came of the requests. */
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import type { Caller } from './caller.js';
import type { HostClock } from './clock.js';
import type { Faults } from './faults.js';
import { exchange, MAX_BODY_BYTES } from './http-exchange.js';

const MAX_URL_LENGTH = 2082;
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
  /** False if the server did not answer or failed. */
  readonly isAnswered: boolean;
  /** The origin of the request's URL. */
  readonly origin: string;
}

const WORDS = { dns: 'DNS error', slow: 'Timeout', timeout: 'Timeout', unreachable: 'Address unavailable' };

export type Requests = ReturnType<typeof createRequests>;

/** @param ofAll the counts of all spreadsheets together */
export function createRequests(clock: HostClock, faults: Faults, ofAll: Traffic) {
  const traffic: Traffic = { requests: 0, credits: 0 };
  let last: LastRequest | undefined;
  const count = (what: keyof Traffic, amount: number): void => {
    traffic[what] += amount;
    ofAll[what] += amount;
  };
  const exchangeAndCount = async (request: FetchRequest): Promise<FetchResponse> => {
    const response = await exchange(request);
    count('credits', chargedBy(response));
    return response;
  };
  const attempt = async (request: FetchRequest, { runTime, signal }: Caller): Promise<FetchResponse> => {
    const fault = faults.network?.(request);
    if (!fault) return exchangeAndCount(request);
    const arrived = fault.reached || fault.kind === 'slow' ? exchangeAndCount(request) : undefined;
    const timeoutMs = request.timeoutSeconds * 1000;
    const clocks = [clock, runTime];
    const timesOutAt = clocks.map((one) => one.now() + timeoutMs);
    const delay =
      fault.kind === 'slow' ? sleep(Math.min(fault.delayMs, timeoutMs), undefined, { signal }) : undefined;
    const [response] = await Promise.all([arrived, delay]);
    if (fault.kind === 'slow' && response && fault.delayMs <= timeoutMs) return response;
    if (fault.kind === 'status')
      return { status: fault.status, headers: fault.headers ?? {}, text: fault.body ?? '' };
    // parallel requests that time out advance the clocks only once
    for (const [index, one] of fault.kind === 'timeout' ? clocks.entries() : [])
      one.advance(Math.max(0, timesOutAt[index]! - one.now()));
    throw new Error(`${WORDS[fault.kind]}: ${request.url}`);
  };
  return {
    traffic: () => traffic,
    /** Returns undefined before the first request. */
    last: () => last,
    /** @throws Google's error if there is no answer */
    async send(request: FetchRequest, caller: Caller): Promise<FetchResponse> {
      count('requests', 1);
      const { origin } = new URL(request.url);
      try {
        const response = await attempt(request, caller);
        last = { isAnswered: response.status < 500, origin };
        return response;
      } catch (error) {
        last = { isAnswered: false, origin };
        throw error;
      }
    },
  };
}

/** @throws Google's error for an invalid request. */
export function checkRequest({ url, headers, body }: FetchRequest): void {
  if (!HTTP_PREFIX.test(url) || !URL.canParse(url)) throw new Error(`Invalid argument: ${url}`);
  if (url.length > MAX_URL_LENGTH) throw new Error('Limit Exceeded: URLFetch URL Length.');
  if (isPrivate(new URL(url).hostname)) throw new Error(`Address unavailable: ${url}`);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value))
      throw invalidAttribute(`Header:${name}`);
  }
  if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new Error('Limit Exceeded: URLFetch POST Size.');
}

/** Returns Google's error for an invalid option of a request. */
export function invalidAttribute(attribute: string): Error {
  return new Error(`Attribute provided with invalid value: ${attribute}`);
}

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function chargedBy({ headers }: FetchResponse): number {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'x-credits-charged');
  const charged = Number(name === undefined ? 0 : headers[name]);
  return Number.isFinite(charged) ? charged : 0;
}
