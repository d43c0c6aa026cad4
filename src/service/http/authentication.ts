/** Authentication: every endpoint of the interface expects the key in the same header. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import type { Account } from '../database/keys.js';
import { MAX_KEY_LENGTH } from '../keys/api-key.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { LimitAddress } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the key; null before the key is checked. */
    account: Account | null;
    /** The digest of the key; empty before it is checked. */
    digest: string;
  }
  interface FastifyContextConfig {
    /** The route needs a key although the version 1 endpoints of the specification may be open. */
    alwaysNeedsKey?: boolean;
  }
}

export interface AuthenticationOptions {
  readonly store: Pick<Store, 'findAccount' | 'findGrant'>;
  readonly digestOf: (key: string) => string;
  /** Whether the version 1 endpoints of the specification require a key, too. */
  readonly version1Auth: boolean;
  /** Called for each request without a key that is known to be valid, before its key is looked up. */
  readonly limitAddress: LimitAddress;
}

/** The digest of the access token of an assistant, in whose name the process asks itself. */
const assistants = new AsyncLocalStorage<string>();

/** Runs requests of this process to itself in the name of an assistant: they need no key. */
export function asGrant<T>(tokenDigest: string, ask: () => T): T {
  return assistants.run(tokenDigest, ask);
}

/** Keys that are remembered at the same time. */
const MOST_KNOWN = 10_000;

/** A hook that runs before the body is read, so that only clients with a key can send large bodies. */
export function createAuthentication(
  options: AuthenticationOptions,
): (request: FastifyRequest) => Promise<void> {
  const { store, digestOf, version1Auth, limitAddress } = options;
  const findAccount = sharedLookUps((digest) => store.findAccount(digest));
  // the digests of keys that were valid when they were looked up last
  const known = new Set<string>();
  return async (request) => {
    const { url = '', config } = request.routeOptions;
    if (!version1Auth && url.startsWith('/api/v1/') && !config.alwaysNeedsKey) return;
    const token = assistants.getStore();
    if (token !== undefined) {
      const grant = await store.findGrant(token);
      if (!grant) throw badKey();
      request.digest = grant.keyDigest;
      request.account = grant;
      return;
    }
    const key = request.headers[API_KEY_HEADER];
    if (typeof key !== 'string' || key === '') {
      await limitAddress(request);
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} is missing: send the API key in this header`);
    }
    const digest = key.length > MAX_KEY_LENGTH ? '' : digestOf(key);
    if (!known.has(digest)) await limitAddress(request);
    const account = digest === '' ? undefined : await findAccount(digest);
    // added again, so that the one that was used least recently is the first
    known.delete(digest);
    if (!account) throw badKey();
    known.add(digest);
    if (known.size > MOST_KNOWN) known.delete(known.values().next().value!);
    request.digest = digest;
    request.account = account;
  };
}

type LookUp = (digest: string) => Promise<Account | undefined>;

/**
 * Each key is looked up once at a time, however many requests it sends: those that arrive meanwhile share the next look-up,
 * so that no answer is older than its request.
 */
function sharedLookUps(lookUp: LookUp): LookUp {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Account | undefined>>();
  const start: LookUp = (digest) => {
    next.delete(digest);
    const found = lookUp(digest);
    const over = () => running.delete(digest);
    running.set(digest, found.then(over, over));
    return found;
  };
  return (digest) => {
    const before = running.get(digest);
    if (before === undefined) return start(digest);
    const shared = next.get(digest) ?? before.then(() => start(digest));
    next.set(digest, shared);
    return shared;
  };
}

export function badKey(): ServiceError {
  return new ServiceError('BAD_KEY', `${API_KEY_HEADER} does not contain a valid API key`);
}

/** The caller, on routes behind the hook. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new Error('This route is not behind the authentication');
  return request.account;
}
