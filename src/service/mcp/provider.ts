/** The OAuth server of /mcp. A person consents by pasting a key; the SDK checks the rest of the protocol. */
import { randomBytes } from 'node:crypto';
import {
  AccessDeniedError,
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
import type { Store } from '../store/create-store.js';
import { type ClientsOptions, createClients, isLocal } from './clients.js';
import { cancelledPage, consentHeaders, consentPage, redirectTo } from './consent-page.js';
import type { ExpressResponse } from './express.js';

export interface ProviderOptions extends ClientsOptions {
  readonly store: ClientsOptions['store'] &
    Pick<Store, 'addGrant' | 'findChallenge' | 'exchangeToken' | 'findGrant' | 'endGrant'>;
  /** The address of /mcp, the only resource for which tokens are issued. */
  readonly resource: URL;
}

const SECONDS = { code: 300, access: 3_600, refresh: 30 * 86_400 };

export function createProvider(options: ProviderOptions): OAuthServerProvider {
  const { store, digestOf, resource } = options;

  async function exchange(
    kind: 'code' | 'refresh',
    secret: string,
    { client_id: clientId }: OAuthClientInformationFull,
    redirectUri?: string,
  ): Promise<OAuthTokens> {
    const [access, refresh] = [newSecret(), newSecret()];
    const isExchanged = await store.exchangeToken({
      kind,
      clientId,
      redirectUri,
      digest: digestOf(secret),
      access: { digest: digestOf(access), seconds: SECONDS.access },
      refresh: { digest: digestOf(refresh), seconds: SECONDS.refresh },
    });
    if (!isExchanged)
      throw new InvalidGrantError(`The ${kind} is unknown, expired or used, or its key is revoked`);
    return { access_token: access, token_type: 'Bearer', expires_in: SECONDS.access, refresh_token: refresh };
  }

  return {
    clientsStore: createClients(options),
    async authorize(client, params, response: ExpressResponse) {
      checkResource(params.resource, resource);
      if (!/^[\w-]{43}$/.test(params.codeChallenge))
        throw new InvalidRequestError('code_challenge must be that of the method S256');
      await answerConsent(options, client, params, response);
    },
    async challengeForAuthorizationCode({ client_id: clientId }, code) {
      const challenge = await store.findChallenge(clientId, digestOf(code));
      if (challenge === undefined) throw new InvalidGrantError('The code is unknown or expired');
      return challenge;
    },
    async exchangeAuthorizationCode(client, code, _verifier, redirectUri, asked) {
      checkResource(asked, resource);
      // PostgreSQL rejects a zero character
      if (redirectUri?.includes('\0'))
        throw new InvalidGrantError('The redirect_uri is not that of the code');
      return exchange('code', code, client, redirectUri);
    },
    async exchangeRefreshToken(client, token, _scopes, asked) {
      checkResource(asked, resource);
      return exchange('refresh', token, client);
    },
    async verifyAccessToken(token) {
      const grant = await store.findGrant(digestOf(token));
      if (!grant) throw new InvalidTokenError('The token is unknown, expired or revoked');
      const { clientId, secondsLeft, resource: issuedFor } = grant;
      // the SDK compares it with the clock of this process, which may differ from the database's
      const expiresAt = Math.ceil(Date.now() / 1_000) + secondsLeft;
      return { token, clientId, scopes: [], expiresAt, resource: new URL(issuedFor), extra: { grant } };
    },
    revokeToken: ({ client_id: clientId }, { token }) => store.endGrant(clientId, digestOf(token)),
  };
}

/** Shows the consent page, and processes its form. @throws AccessDeniedError if the person cancels */
async function answerConsent(
  { store, digestOf, resource }: ProviderOptions,
  client: OAuthClientInformationFull,
  params: AuthorizationParams,
  response: ExpressResponse,
): Promise<void> {
  const { method, body = {}, headers } = response.req;
  const { key, credits, decision } = (method === 'POST' ? body : {}) as Readonly<Record<string, unknown>>;
  response.set(consentHeaders(params));
  const show = (status: number, problem?: string) =>
    response.status(status).send(consentPage(client, params, problem));
  if (key === undefined && decision !== 'cancel') return show(200);
  if (isFromElsewhere(headers, resource))
    return show(403, 'The form was sent by another page. Fill it in here.');
  if (decision === 'cancel') {
    if (isLocal(new URL(params.redirectUri))) throw new AccessDeniedError('The person has not agreed');
    return response.send(cancelledPage(params));
  }
  if (!/^\d{1,9}$/.test(String(credits)))
    return show(400, 'The credits a day are a whole number, 0 or more.');
  const { codeChallenge: challenge, redirectUri } = params;
  const code = newSecret();
  const isGranted = await store.addGrant({
    clientId: client.client_id,
    keyDigest: digestOf(String(key).trim()),
    resource: resource.href,
    dailyCeiling: Number(credits),
    code: { challenge, redirectUri, digest: digestOf(code), seconds: SECONDS.code },
  });
  if (!isGranted) return show(400, 'There is no such key. Check it, and paste it again.');
  response.redirect(redirectTo(params, { code }));
}

/** True if another page has sent the form: browsers send Sec-Fetch-Site, older ones only Origin. */
function isFromElsewhere(
  { origin, 'sec-fetch-site': site }: Readonly<Record<string, string | string[] | undefined>>,
  resource: URL,
): boolean {
  return site === undefined ? origin !== undefined && origin !== resource.origin : site !== 'same-origin';
}

/** @throws InvalidTargetError for tokens of another resource */
function checkResource(asked: URL | undefined, resource: URL): void {
  if (asked && asked.href.replace(/\/$/, '') !== resource.href)
    throw new InvalidTargetError(`Tokens are for ${resource.href} only`);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
