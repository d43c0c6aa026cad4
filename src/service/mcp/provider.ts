/** The OAuth server of /mcp, as the SDK asks for one. Who pastes a key decides; the SDK checks the rest of the protocol. */
import { randomBytes } from 'node:crypto';
import {
  AccessDeniedError,
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidRequestError,
  InvalidTargetError,
  InvalidTokenError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  AuthorizationParams,
  OAuthServerProvider,
} from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { MAX_KEY_LENGTH } from '../keys/api-key.js';
import type { Store } from '../store/create-store.js';
import { consentHeaders, consentPage, MOST_CREDITS } from './consent-page.js';
import type { ExpressResponse } from './express.js';

export interface ProviderOptions {
  readonly store: Pick<
    Store,
    | 'addOAuthClient'
    | 'findOAuthClient'
    | 'addGrant'
    | 'findChallenge'
    | 'exchangeToken'
    | 'findGrant'
    | 'endGrant'
  >;
  readonly digestOf: (secret: string) => string;
  /** The address of /mcp: tokens are for nothing else. */
  readonly resource: URL;
}

const SECONDS = { code: 300, access: 3_600, refresh: 30 * 86_400 };
const MAX_REDIRECTS = 10;
const MAX_METADATA = 4_000;
/** An application of the machine that no address on it leads to. */
const APP_SCHEMES: readonly string[] = ['cursor:'];
const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function createProvider({ store, digestOf, resource }: ProviderOptions): OAuthServerProvider {
  const secretOf = (clientId: string) => digestOf(`secret of ${clientId}`);

  function checkResource(asked: URL | undefined): void {
    if (asked && asked.href.replace(/\/$/, '') !== resource.href)
      throw new InvalidTargetError(`Tokens are for ${resource.href} only`);
  }

  async function exchange(
    kind: 'code' | 'refresh',
    secret: string,
    { client_id: clientId }: OAuthClientInformationFull,
    redirectUri?: string,
  ): Promise<OAuthTokens> {
    const [access, refresh] = [newSecret(), newSecret()];
    const isExchanged = await store.exchangeToken({
      ...{ kind, clientId, redirectUri, digest: digestOf(secret) },
      access: { digest: digestOf(access), seconds: SECONDS.access },
      refresh: { digest: digestOf(refresh), seconds: SECONDS.refresh },
    });
    if (!isExchanged)
      throw new InvalidGrantError(`The ${kind} is unknown, expired or used, or its key is revoked`);
    return { access_token: access, token_type: 'Bearer', expires_in: SECONDS.access, refresh_token: refresh };
  }

  return {
    clientsStore: {
      async getClient(id) {
        const found = (await store.findOAuthClient(id)) as OAuthClientInformationFull | undefined;
        // it can be made again, so it is not stored
        return found && (isPublic(found) ? found : { ...found, client_secret: secretOf(id) });
      },
      async registerClient(given) {
        const { client_secret: _secret, ...client } = given as OAuthClientInformationFull;
        checkMetadata(client);
        await store.addOAuthClient(client.client_id, client);
        return isPublic(client) ? client : { ...client, client_secret: secretOf(client.client_id) };
      },
    },
    async authorize(client, params, response: ExpressResponse) {
      checkResource(params.resource);
      if (!/^[\w-]{43}$/.test(params.codeChallenge))
        throw new InvalidRequestError('code_challenge must be that of the method S256');
      const { method, body = {}, headers } = response.req;
      const { key, credits, decision } = (method === 'POST' ? body : {}) as Readonly<Record<string, unknown>>;
      if (decision === 'cancel') throw new AccessDeniedError('The person has not agreed');
      response.set(consentHeaders(params));
      const show = (status: number, problem?: string) =>
        response.status(status).send(consentPage({ client, params, ...(problem && { problem }) }));
      if (key === undefined) return show(200);
      if (!['same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined))
        return show(403, 'The form was sent by another page. Fill it in here.');
      const code = newSecret();
      const dailyCeiling = creditsIn(credits);
      if (dailyCeiling === undefined) return show(400, 'The credits a day are a whole number, 0 or more.');
      const isValid = await grant(client, params, String(key).trim(), dailyCeiling, code);
      if (!isValid) return show(400, 'There is no such key. Check it, and paste it again.');
      const target = new URL(params.redirectUri);
      target.searchParams.set('code', code);
      if (params.state !== undefined) target.searchParams.set('state', params.state);
      response.redirect(target.href);
    },
    async challengeForAuthorizationCode({ client_id: clientId }, code) {
      const challenge = await store.findChallenge(clientId, digestOf(code));
      if (challenge === undefined) throw new InvalidGrantError('The code is unknown or expired');
      return challenge;
    },
    exchangeAuthorizationCode: async (client, code, _verifier, redirectUri, asked) => {
      checkResource(asked);
      return exchange('code', code, client, redirectUri);
    },
    exchangeRefreshToken: async (client, token, _scopes, asked) => {
      checkResource(asked);
      return exchange('refresh', token, client);
    },
    async verifyAccessToken(token) {
      const grant = await store.findGrant(digestOf(token));
      if (!grant) throw new InvalidTokenError('The token is unknown, expired or revoked');
      const { clientId, expiresAt, resource: issuedFor } = grant;
      return { token, clientId, scopes: [], expiresAt, resource: new URL(issuedFor), extra: { grant } };
    },
    revokeToken: ({ client_id: clientId }, { token }) => store.endGrant(clientId, digestOf(token)),
  };

  async function grant(
    { client_id: clientId }: OAuthClientInformationFull,
    { codeChallenge: challenge, redirectUri }: AuthorizationParams,
    key: string,
    dailyCeiling: number,
    code: string,
  ): Promise<boolean> {
    if (key === '' || key.length > MAX_KEY_LENGTH) return false;
    return store.addGrant({
      ...{ clientId, dailyCeiling, keyDigest: digestOf(key), resource: resource.href },
      code: { challenge, redirectUri, digest: digestOf(code), seconds: SECONDS.code },
    });
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function isPublic({ token_endpoint_auth_method: method }: OAuthClientInformationFull): boolean {
  return method === 'none';
}

function creditsIn(text: unknown): number | undefined {
  const credits =
    typeof text === 'string' && /^\d{1,10}$/.test(text.trim()) ? Number(text) : MOST_CREDITS + 1;
  return credits <= MOST_CREDITS ? credits : undefined;
}

/** @throws InvalidClientMetadataError for addresses that a code must not be sent to */
function checkMetadata(client: OAuthClientInformationFull): void {
  const { redirect_uris: addresses } = client;
  if (addresses.length === 0 || addresses.length > MAX_REDIRECTS || !addresses.every(isRedirect))
    throw new InvalidClientMetadataError(
      `redirect_uris are 1 to ${MAX_REDIRECTS} addresses: https, or http on this machine, without a fragment`,
    );
  if (JSON.stringify(client).length > MAX_METADATA)
    throw new InvalidClientMetadataError(`The metadata have more than ${MAX_METADATA} characters`);
}

function isRedirect(address: string): boolean {
  const { protocol, hostname, hash, username, password } = new URL(address);
  // the name of the host becomes a part of a header
  if (hash !== '' || username !== '' || password !== '' || !/^[\w.:[\]-]*$/.test(hostname)) return false;
  if (protocol === 'http:') return LOCAL.includes(hostname);
  return protocol === 'https:' || APP_SCHEMES.includes(protocol);
}
