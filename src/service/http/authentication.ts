/** Authentication: every endpoint of the API expects the key in the same header. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import type { Account } from '../database/keys.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { addressOf, registerRateLimit } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the key; null before the key is checked. */
    account: Account | null;
    /** The digest of the key; empty before the key is checked. */
    digest: string;
  }
}

interface AuthenticationOptions {
  readonly store: Pick<Store, 'findAccount' | 'findGrant'>;
  /** The digests of the keys that are valid at the start. */
  readonly validDigests: readonly string[];
  readonly digestOf: (key: string) => string;
  /** Requests per minute; 0 for no limit. */
  readonly rateLimit: number;
}

/** Identifies an assistant's connection, for requests that the process sends to itself. */
export interface Assistant {
  /** The digest of its access token, which decides on each request whose key pays. */
  readonly tokenDigest: string;
  /** The digest of the key for whose rate limit its requests count. */
  readonly keyDigest: string;
}

const assistants = new AsyncLocalStorage<Assistant>();

/** Runs the assistant's requests to this process under its grant: they need no key header. */
export function asAssistant<T>(assistant: Assistant, ask: () => T): T {
  return assistants.run(assistant, ask);
}

/**
 * Counts each request for the rate limit of its key or address, and then looks the key up, before the body is read:
 * neither wrong keys nor many requests reach the database, and only clients with a key can send large bodies.
 */
export async function registerAuthentication(
  app: FastifyInstance,
  { store, validDigests, digestOf, rateLimit }: AuthenticationOptions,
): Promise<void> {
  // digests of keys that were valid at the start, or at their last look-up
  const known = new Set(validDigests);
  app.addHook('onRequest', async (request) => {
    const key = request.headers[API_KEY_HEADER];
    const digest = typeof key === 'string' && key !== '' ? digestOf(key) : '';
    request.digest = assistants.getStore()?.keyDigest ?? digest;
  });
  await registerRateLimit(app, rateLimit, (request) => {
    // the token of an assistant has been checked, and its requests come from this process
    const isKnown = assistants.getStore() !== undefined || known.has(request.digest);
    return isKnown ? `key ${request.digest}` : addressOf(request);
  });
  app.addHook('preParsing', async (request) => {
    const assistant = assistants.getStore();
    const { digest } = request;
    if (digest === '')
      throw new ServiceError('BAD_KEY', `${API_KEY_HEADER} is missing: send the API key in this header`);
    const account = assistant
      ? await store.findGrant(assistant.tokenDigest)
      : await store.findAccount(digest);
    if (account) known.add(digest);
    // the connection of an assistant may have ended, and its key be valid
    else if (!assistant) known.delete(digest);
    if (!account) throw badKey();
    request.account = account;
  });
}

export function badKey(): ServiceError {
  return new ServiceError('BAD_KEY', `${API_KEY_HEADER} does not contain a valid API key`);
}

/** Returns the caller, on routes behind the hook. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === null) throw new Error('This route is not behind the authentication');
  return request.account;
}
