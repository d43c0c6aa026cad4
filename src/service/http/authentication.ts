/** Authentication: every endpoint of the API expects the key in the same header. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import type { Account } from '../database/keys.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { LimitAddress } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the key; null before the key is checked. */
    account: Account | null;
    /** The digest of the key; empty before the key is checked. */
    digest: string;
  }
  interface FastifyContextConfig {
    /** True if the route needs a key even if V1_AUTH opens the version 1 endpoints of the specification. */
    alwaysNeedsKey?: boolean;
  }
}

interface AuthenticationOptions {
  readonly store: Pick<Store, 'findAccount' | 'findGrant'>;
  /** The digests of the keys that are valid at the start. */
  readonly validDigests: readonly string[];
  readonly digestOf: (key: string) => string;
  /** True if the version 1 endpoints of the specification require a key, too. */
  readonly version1Auth: boolean;
  /** Called for each request without a key that is known to be valid, before its key is looked up. */
  readonly limitAddress: LimitAddress;
}

/** The digest of the assistant's access token, for requests that the process sends to itself. */
const assistants = new AsyncLocalStorage<string>();

/** Runs the assistant's requests to this process under its grant: they need no key header. */
export function asGrant<T>(tokenDigest: string, ask: () => T): T {
  return assistants.run(tokenDigest, ask);
}

/** Returns a hook that runs before the body is read, so that only clients with a key can send large bodies. */
export function createAuthentication(options: AuthenticationOptions) {
  const { store, validDigests, digestOf, version1Auth, limitAddress } = options;
  const findAccount = sharedLookUps((digest) => store.findAccount(digest));
  // digests of keys that were valid at the start, or at their last look-up
  const known = new Set(validDigests);
  return async (request: FastifyRequest): Promise<void> => {
    const token = assistants.getStore();
    if (token !== undefined) {
      const grant = await store.findGrant(token);
      if (!grant) throw badKey();
      request.digest = grant.keyDigest;
      request.account = grant;
      return;
    }
    const { url = '', config } = request.routeOptions;
    const isOpen = !version1Auth && url.startsWith('/api/v1/') && !config.alwaysNeedsKey;
    const key = request.headers[API_KEY_HEADER];
    if (typeof key !== 'string' || key === '') {
      if (isOpen) return;
      await limitAddress(request);
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} is missing: send the API key in this header`);
    }
    const digest = digestOf(key);
    if (!known.has(digest)) await limitAddress(request);
    const account = await findAccount(digest);
    if (!account) {
      known.delete(digest);
      if (isOpen) return;
      throw badKey();
    }
    known.add(digest);
    request.digest = digest;
    request.account = account;
  };
}

/** Runs one look-up per key at a time. Later requests share the next one, so that no answer is too old. */
function sharedLookUps(lookUp: AuthenticationOptions['store']['findAccount']): typeof lookUp {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, ReturnType<typeof lookUp>>();
  const start: typeof lookUp = (digest) => {
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

/** Returns the caller, on routes behind the hook. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new Error('This route is not behind the authentication');
  return request.account;
}
