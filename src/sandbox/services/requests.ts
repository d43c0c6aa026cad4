/** The scripts' requests to other servers: Google's limits, injected faults and what came of the requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.js';
import type { HostClock } from './clock.js';
import type { Faults } from './faults.js';
import { exchange, type FetchRequest, type FetchResponse } from './http-exchange.js';

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
    count('credits', Number(response.headers['x-credits-charged']) || 0);
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
