/** The scripts' requests to other servers, with injected faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Traffic } from '../bridge/operations.js';
import type { Call } from './define.js';
import { exchange, type FetchRequest, type FetchResponse } from './http-exchange.js';

const WORDS = { dns: 'DNS error', slow: 'Timeout', timeout: 'Timeout', unreachable: 'Address unavailable' };

/** Sends and counts a request. @throws Google's error if there is no answer */
export async function send(request: FetchRequest, call: Call): Promise<FetchResponse> {
  const { clock, faults, runTime, signal, traffic } = call;
  traffic.requests += 1;
  const fault = faults.network?.(request);
  if (!fault) return exchangeAndCount(request, traffic);
  const arrived = fault.reached || fault.kind === 'slow' ? exchangeAndCount(request, traffic) : undefined;
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
}

async function exchangeAndCount(request: FetchRequest, traffic: Traffic): Promise<FetchResponse> {
  const response = await exchange(request);
  traffic.credits += Number(response.headers['x-credits-charged']) || 0;
  return response;
}
