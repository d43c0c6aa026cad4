/** Authentication: every endpoint of the interface expects the key in the same header. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import { ACCOUNT_PATH, COMPANIES_PATH, GROUPS_PATH } from '../../contract/lookups.js';
import type { Account } from '../database/keys.js';
import { MAX_KEY_LENGTH } from '../keys/api-key.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import type { LimitAddress } from './rate-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the key; null before the key is checked. */
    account: Account | null;
    /** Of the key; empty before it is checked. */
    digest: string;
  }
  interface FastifyContextConfig {
    /** Whether the handler looks the key up, in the call that answers the request, where it was valid a moment ago. */
    looksKeyUp?: (request: FastifyRequest) => boolean;
  }
}

export interface AuthenticationOptions {
  readonly store: Pick<Store, 'findAccount'>;
  readonly digestOf: (key: string) => string;
  /** Whether the version 1 endpoints of the specification require a key, too. */
  readonly version1Auth: boolean;
  /** Called for each request without a valid key. */
  readonly limitAddress: LimitAddress;
}

/** Keys that are remembered at the same time. */
const MOST_KNOWN = 10_000;

/** Of no specification, and never open. */
const ALWAYS_WITH_KEY: readonly string[] = [GROUPS_PATH, COMPANIES_PATH, ACCOUNT_PATH];

export interface Authentication {
  /** A hook that runs before the body is read, so that only clients with a key can send large bodies. */
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** For a handler that has found the key to be valid no more. @throws ServiceError BAD_KEY */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<never>;
  /** For a handler that has looked the key up. */
  readonly remember: (request: FastifyRequest, account: Account) => void;
}

export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { store, digestOf, version1Auth, limitAddress } = options;
  // as they were when they were looked up last, by digest
  const known = new Map<string, Account>();

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    known.delete(request.digest);
    await limitAddress(request, reply);
    throw badKey();
  }

  async function check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { url = '', config } = request.routeOptions;
    if (!version1Auth && url.startsWith('/api/v1/') && !ALWAYS_WITH_KEY.includes(url)) return;
    const key = request.headers[API_KEY_HEADER];
    if (typeof key !== 'string' || key === '') {
      await limitAddress(request, reply);
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} is missing: send the API key in this header`);
    }
    if (key.length > MAX_KEY_LENGTH) return refuse(request, reply);
    const digest = digestOf(key);
    request.digest = digest;
    const remembered = config.looksKeyUp?.(request) ? known.get(digest) : undefined;
    const account = remembered ?? (await store.findAccount(digest));
    if (!account) return refuse(request, reply);
    request.account = account;
    if (!remembered) remember(request, account);
  }

  function remember({ digest }: FastifyRequest, account: Account): void {
    if (known.size >= MOST_KNOWN && !known.has(digest)) known.clear();
    known.set(digest, account);
  }

  return { check, refuse, remember };
}

export function badKey(): ServiceError {
  return new ServiceError('BAD_KEY', `${API_KEY_HEADER} does not contain a valid API key`);
}

/** The caller, on routes behind the hook. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new Error('This route is not behind the authentication');
  return request.account;
}
