/** The SDK's own OAuth client, and a person in a browser who pastes a key: the steps to /mcp. */
import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSDOM } from 'jsdom';

export const REDIRECT = 'http://localhost:33418/callback';
export const METADATA: OAuthClientMetadata = {
  client_name: 'Assistant of the tests',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** The data that an application stores about a server. */
export class Memory implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata;
  information: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  verifier = '';
  /** The address that the person is sent to. */
  address: URL | undefined;

  constructor(metadata: Partial<OAuthClientMetadata> = {}) {
    this.clientMetadata = { ...METADATA, ...metadata };
  }

  readonly state = () => 'state of the tests & more';
  readonly clientInformation = () => this.information;
  readonly saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information;
  };
  readonly tokens = () => this.saved;
  readonly saveTokens = (tokens: OAuthTokens) => {
    this.saved = tokens;
  };
  readonly redirectToAuthorization = (url: URL) => {
    this.address = url;
  };
  readonly saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  readonly codeVerifier = () => this.verifier;
}

export interface Typed {
  readonly key: string;
  readonly credits?: number | string;
  readonly decision?: 'allow' | 'cancel';
}

/** Acts as the person: opens the page, fills in its form and sends it. */
export async function fillIn(
  address: URL,
  typed: Typed,
  headers: Record<string, string> = {},
): Promise<Response> {
  const page = await fetch(address, { headers });
  const { document } = new JSDOM(await page.text(), { url: address.href }).window;
  const form = document.querySelector('form')!;
  const fields = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) fields.set(input.name, input.value);
  fields.set('key', typed.key);
  if (typed.credits !== undefined) fields.set('credits', String(typed.credits));
  fields.set('decision', typed.decision ?? 'allow');
  return fetch(form.action, { method: 'POST', body: fields, redirect: 'manual', headers });
}

/** Connects from nothing: discovery, registration, consent, tokens. Uses existing tokens. */
export async function connect(service: string, typed: Typed, memory = new Memory()) {
  const open = () => new StreamableHTTPClientTransport(new URL('/mcp', service), { authProvider: memory });
  const client = new Client({ name: 'test', version: '1' });
  const first = open();
  try {
    await client.connect(first as Transport);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    const { headers } = await fillIn(memory.address!, typed);
    const code = new URL(headers.get('location')!).searchParams.get('code');
    await first.finishAuth(code!);
    const second = new Client({ name: 'test', version: '1' });
    await second.connect(open() as Transport);
    return { client: second, memory };
  }
  return { client, memory };
}

/**
 * Makes each step by hand, for requests that the SDK's client would not send.
 * @param address the client's address in the proxy's header, by which limits count
 */
export function byHand(service: string, address = '192.0.2.1') {
  const from = { 'x-forwarded-for': address };
  const post = (path: string, fields: Record<string, string>) =>
    fetch(service + path, {
      method: 'POST',
      headers: from,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const steps = {
    post,
    register: (metadata: object = METADATA) =>
      fetch(`${service}/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from },
        body: JSON.stringify(metadata),
      }),
    /** The id of a client that has just registered. */
    async clientId(metadata: object = {}) {
      const answer = await steps.register({ ...METADATA, ...metadata });
      return ((await answer.json()) as { client_id: string }).client_id;
    },
    authorizeAddress(fields: Record<string, string>): URL {
      const address = new URL('/authorize', service);
      const all = { response_type: 'code', code_challenge_method: 'S256', redirect_uri: REDIRECT, ...fields };
      address.search = new URLSearchParams(all).toString();
      return address;
    },
    /** A client with an unused code. */
    async code(typed: Typed, fields: Record<string, string> = {}) {
      const client_id = await steps.clientId();
      const code_verifier = randomBytes(32).toString('base64url');
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
      const page = steps.authorizeAddress({ client_id, code_challenge, ...fields });
      const answer = await fillIn(page, typed, from);
      const code = new URL(answer.headers.get('location') ?? 'about:blank').searchParams.get('code') ?? '';
      return { grant_type: 'authorization_code', client_id, code, code_verifier, redirect_uri: REDIRECT };
    },
    async tokens(typed: Typed) {
      const fields = await steps.code(typed);
      const tokens = (await (await post('/token', fields)).json()) as OAuthTokens;
      return { ...fields, access_token: tokens.access_token, refresh_token: tokens.refresh_token! };
    },
    refresh: (refresh_token: string, client_id: string, fields: Record<string, string> = {}) =>
      post('/token', { grant_type: 'refresh_token', refresh_token, client_id, ...fields }),
    /** Sends a message to /mcp. */
    message: (
      token: string,
      message: object,
      init: RequestInit & { headers?: Record<string, string> } = {},
    ) =>
      fetch(`${service}/mcp`, {
        method: 'POST',
        body: JSON.stringify(message),
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...init.headers,
        },
      }),
    list: (token: string, headers: Record<string, string> = {}) =>
      steps.message(token, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, { headers }),
  };
  return steps;
}
