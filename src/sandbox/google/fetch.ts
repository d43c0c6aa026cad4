/** UrlFetchApp: Google's limits, faults on demand, and the request itself. */
import { BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import { URL_FETCH_APP } from '../services/fetch.js';
import type { HostClock } from './clock.js';
import { serviceOf } from './dispatch.js';
import type { Faults, NetworkFault } from './faults.js';
import { exchange } from './http-exchange.js';

const MAX_URL_LENGTH = 2082;
const MAX_BODY_BYTES = 50 * 1024 * 1024;
const MAX_HEADERS = 100;
const MAX_HEADER_BYTES = 8 * 1024;
/** Google reaches only public addresses. The sandbox also allows loopback, because its service is there. */
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

/** The requests of scripts to other servers so far. */
export interface Traffic {
  /** Including requests that did not arrive. */
  readonly requests: number;
  /** The sum of the answers' `x-credits-charged`, including answers that the script did not get. */
  readonly credits: number;
}

/** How the last request of a script ended. */
export interface LastRequest {
  readonly outcome: 'answered' | 'refused' | 'silent';
  /** The origin of the server that was asked. */
  readonly origin: string;
  /** Since when requests have ended so, in milliseconds since 1970. */
  readonly since: number;
}

export class UrlFetch {
  readonly #clock: HostClock;
  readonly #faults: Faults;
  #traffic: Traffic = { requests: 0, credits: 0 };
  #last: LastRequest | undefined;

  constructor(clock: HostClock, faults: Faults) {
    this.#clock = clock;
    this.#faults = faults;
  }

  readonly service = serviceOf(URL_FETCH_APP, {
    fetch: (_caller, request) => this.#fetch(request),
    fetchAll: (_caller, all) => {
      // an invalid request stops all of them before one is sent
      all.forEach(check);
      return Promise.all(all.map((request) => this.#fetch(request)));
    },
  });

  traffic(): Traffic {
    return this.#traffic;
  }

  /** Undefined before the first. */
  last(): LastRequest | undefined {
    return this.#last;
  }

  async #fetch(request: FetchRequest): Promise<FetchResponse> {
    check(request);
    this.#count(1, 0);
    try {
      const response = await this.#attempt(request);
      this.#ended(outcomeOf(response), request);
      return response;
    } catch (error) {
      this.#ended('silent', request);
      throw error;
    }
  }

  async #attempt(request: FetchRequest): Promise<FetchResponse> {
    const fault = this.#faults.network?.(request);
    if (!fault) return this.#send(request);
    const arrived = fault.reached || fault.kind === 'slow' ? this.#send(request) : undefined;
    return this.#applyFault(request, fault, arrived);
  }

  async #send(request: FetchRequest): Promise<FetchResponse> {
    const response = await exchange(request);
    this.#count(0, chargedBy(response));
    return response;
  }

  async #applyFault(
    request: FetchRequest,
    fault: NetworkFault,
    arrived: Promise<FetchResponse> | undefined,
  ): Promise<FetchResponse> {
    const timeoutMs = request.timeoutSeconds * 1000;
    const timesOutAt = this.#clock.now() + timeoutMs;
    switch (fault.kind) {
      case 'slow': {
        const delayMs = Math.min(fault.delayMs, timeoutMs);
        await Promise.all([sleep(delayMs), arrived]);
        if (fault.delayMs > delayMs) throw new Error(`Timeout: ${request.url}`);
        return (await arrived) as FetchResponse;
      }
      case 'status':
        await arrived;
        return { status: fault.status, headers: fault.headers ?? {}, text: fault.body ?? '' };
      case 'malformed':
        await arrived;
        return { status: 200, headers: { 'Content-Type': 'application/json' }, text: fault.body };
      case 'timeout':
        await arrived;
        // requests that time out together move the clock once
        this.#clock.advance(Math.max(0, timesOutAt - this.#clock.now()));
        throw new Error(`Timeout: ${request.url}`);
      default:
        await arrived;
        throw new Error(`${WORDS[fault.kind]}: ${request.url}`);
    }
  }

  #count(requests: number, credits: number): void {
    const before = this.#traffic;
    this.#traffic = { requests: before.requests + requests, credits: before.credits + credits };
  }

  #ended(outcome: LastRequest['outcome'], { url }: FetchRequest): void {
    const { origin } = new URL(url);
    if (this.#last?.outcome !== outcome || this.#last.origin !== origin)
      this.#last = { outcome, origin, since: Date.now() };
  }
}

const WORDS = { dns: 'DNS error', unreachable: 'Address unavailable' };

/** @throws Google's error for an invalid request. */
function check({ url, headers, body }: FetchRequest): void {
  if (!HTTP_PREFIX.test(url) || !URL.canParse(url)) throw new Error(`Invalid argument: ${url}`);
  if (url.length > MAX_URL_LENGTH) throw new Error('Limit Exceeded: URLFetch URL Length.');
  if (isPrivate(new URL(url).hostname)) throw new Error(`Address unavailable: ${url}`);
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) throw new Error('Limit Exceeded: URLFetch header count.');
  for (const [name, value] of entries) {
    if (Buffer.byteLength(name) + Buffer.byteLength(value) > MAX_HEADER_BYTES) {
      throw new Error('Limit Exceeded: URLFetch header size.');
    }
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value)) {
      throw new Error(`Attribute provided with invalid value: Header:${name}`);
    }
  }
  if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new Error('Limit Exceeded: URLFetch POST Size.');
}

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** A service that does not accept a key says so with one of these. */
function outcomeOf({ status, text }: FetchResponse): LastRequest['outcome'] {
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(text))) return 'refused';
  return status >= 500 ? 'silent' : 'answered';
}

function chargedBy({ headers }: FetchResponse): number {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'x-credits-charged');
  const charged = Number(name === undefined ? 0 : headers[name]);
  return Number.isFinite(charged) ? charged : 0;
}
