/** UrlFetchApp: Google's limits, injected faults and the request itself. */
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import type { HostClock } from './clock.js';
import { type Call, local, Remote, serviceOf, tableOf } from './define.js';
import type { Faults, NetworkFault } from './faults.js';
import { exchange, MAX_BODY_BYTES } from './http-exchange.js';

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
const DEFAULT_TIMEOUT_SECONDS = 360;
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

const WORDS = { dns: 'DNS error', unreachable: 'Address unavailable', timeout: 'Timeout' };

const RESPONSE = tableOf<GoogleAppsScript.URL_Fetch.HTTPResponse, FetchResponse>('HTTPResponse', {
  getResponseCode: local(({ status }) => status),
  getContentText: local(({ text }, charset = 'UTF-8') => {
    if (/^utf-?8$/i.test(charset)) return text;
    throw new Error(`HTTPResponse.getContentText in ${charset} is not emulated`);
  }),
  getAllHeaders: local(({ headers }) => headers),
});

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
  const send = async (request: FetchRequest): Promise<FetchResponse> => {
    const response = await exchange(request);
    count({ requests: 0, credits: chargedBy(response) });
    return response;
  };
  const attempt = async (request: FetchRequest, { runTime, signal }: Call): Promise<FetchResponse> => {
    const fault = faults.network?.(request);
    if (!fault) return send(request);
    const arrived = fault.reached || fault.kind === 'slow' ? send(request) : undefined;
    return applyFault([clock, runTime], request, fault, arrived, signal);
  };
  const fetchOne = async (request: FetchRequest, call: Call): Promise<FetchResponse> => {
    check(request);
    count({ requests: 1, credits: 0 });
    const { origin } = new URL(request.url);
    try {
      const response = await attempt(request, call);
      last = { isAnswered: response.status < 500, origin };
      return response;
    } catch (error) {
      last = { isAnswered: false, origin };
      throw error;
    }
  };
  const fetchAll = async (call: Call, requests: readonly FetchRequest[]) => {
    await call.spend('fetches', requests.length);
    // an invalid request fails the batch before any request leaves
    requests.forEach(check);
    const responses = await Promise.all(requests.map((one) => fetchOne(one, call)));
    return requests.map((request, index) => responseTo(request, responses[index]!));
  };
  const table = serviceOf<GoogleAppsScript.URL_Fetch.UrlFetchApp>('UrlFetchApp', {
    fetch: {
      needs: 'network',
      handle: async (call, url, params) => (await fetchAll(call, [requestFrom({ ...params, url })]))[0],
    },
    fetchAll: { needs: 'network', handle: (call, all) => fetchAll(call, all.map(requestFrom)) },
  });
  return {
    traffic: () => traffic,
    /** Returns undefined before the first request. */
    last: () => last,
    tables: [table, RESPONSE],
  };
}

/** The add-on takes each status as an answer. */
function responseTo({ muteHttpExceptions }: FetchRequest, response: FetchResponse): Remote {
  if (response.status < 400 || muteHttpExceptions) return new Remote(RESPONSE, response);
  throw new Error('UrlFetchApp.fetch of a failure without muteHttpExceptions is not emulated');
}

/**
 * @param clocks what a time-out moves on: the sandbox's clock and the execution's
 * @param signal ends a delay together with the execution
 */
async function applyFault(
  clocks: readonly Pick<HostClock, 'now' | 'advance'>[],
  { url, timeoutSeconds }: FetchRequest,
  fault: NetworkFault,
  arrived: Promise<FetchResponse> | undefined,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const timeoutMs = timeoutSeconds * 1000;
  const timesOutAt = clocks.map((clock) => clock.now() + timeoutMs);
  const delay =
    fault.kind === 'slow' ? sleep(Math.min(fault.delayMs, timeoutMs), undefined, { signal }) : undefined;
  const [response] = await Promise.all([arrived, delay]);
  if (fault.kind === 'slow' && response && fault.delayMs <= timeoutMs) return response;
  if (fault.kind === 'status')
    return { status: fault.status, headers: fault.headers ?? {}, text: fault.body ?? '' };
  // parallel requests that time out advance the clocks only once
  for (const [index, clock] of fault.kind === 'timeout' ? clocks.entries() : [])
    clock.advance(Math.max(0, timesOutAt[index]! - clock.now()));
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

function chargedBy({ headers }: FetchResponse): number {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'x-credits-charged');
  const charged = Number(name === undefined ? 0 : headers[name]);
  return Number.isFinite(charged) ? charged : 0;
}

/** @throws Google's error for an invalid option */
function requestFrom(given: object | string): FetchRequest {
  const options = given as Readonly<Record<string, unknown>>;
  const { url } = options;
  if (url === null || url === undefined) throw new Error('Argument cannot be null: url');
  const payload = options['payload'] ?? undefined;
  const method = String(options['method'] ?? (payload === undefined ? 'get' : 'post')).toLowerCase();
  if (!METHODS.includes(method)) throw invalid('method');
  if (payload !== undefined && typeof payload !== 'string')
    throw new Error('UrlFetchApp.fetch with a payload that is no text is not emulated');
  const headers = headersFrom(options['headers']);
  if (options['contentType'] !== undefined) headers['Content-Type'] = String(options['contentType']);
  const timeoutSeconds = options['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS;
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0)) throw invalid('timeoutSeconds');
  return {
    url: String(url),
    method,
    headers,
    ...(payload !== undefined && method !== 'get' && method !== 'head' && { body: payload }),
    muteHttpExceptions: options['muteHttpExceptions'] === true,
    followRedirects: options['followRedirects'] !== false,
    timeoutSeconds: Math.min(timeoutSeconds, DEFAULT_TIMEOUT_SECONDS),
  };
}

function headersFrom(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('headers');
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      // Google sets these headers itself and refuses them
      if (/^(host|content-length)$/i.test(name)) throw invalid(`Header:${name}`);
      return [name, String(text)];
    }),
  );
}

function invalid(attribute: string): Error {
  return new Error(`Attribute provided with invalid value: ${attribute}`);
}
