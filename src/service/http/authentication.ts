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

/** Of no specification, and never open. */
const ALWAYS_WITH_KEY: readonly string[] = [GROUPS_PATH, COMPANIES_PATH, ACCOUNT_PATH];

/** A hook that runs before the body is read, so that only clients with a key can send large bodies. */
export function createAuthentication(options: AuthenticationOptions) {
  const { store, digestOf, version1Auth, limitAddress } = options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { url = '' } = request.routeOptions;
    if (!version1Auth && url.startsWith('/api/v1/') && !ALWAYS_WITH_KEY.includes(url)) return;
    const key = request.headers[API_KEY_HEADER];
    if (typeof key !== 'string' || key === '') {
      await limitAddress(request, reply);
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} is missing: send the API key in this header`);
    }
    const account = key.length <= MAX_KEY_LENGTH ? await store.findAccount(digestOf(key)) : undefined;
    if (!account) {
      await limitAddress(request, reply);
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} does not contain a valid API key`);
    }
    request.account = account;
  };
}

/** The caller, on routes behind the hook. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new Error('This route is not behind the authentication');
  return request.account;
}
