/** Serves /mcp for remote assistants, with its OAuth endpoints: the SDK's parts, mounted in the service. */
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { FastifyInstance } from 'fastify';
import { createAssistant } from '../../client/assistant/assistant.js';
import { createMemoryStore } from '../../client/memory-store.js';
import { version } from '../../client/package.json';
import type { Transport as ClientTransport } from '../../client/types.js';
import type { Config } from '../config.js';
import type { Grant } from '../database/oauth.js';
import { type Assistant, asAssistant } from '../http/authentication.js';
import { registerRateLimit } from '../http/limits.js';
import { HEADERS } from '../http/server.js';
import { isLocal } from './clients.js';
import type { ExpressApp, ExpressRequest, ExpressResponse, Handler } from './express.js';
import { createProvider, type ProviderOptions } from './provider.js';

export interface McpOptions
  extends Omit<ProviderOptions, 'resource'>,
    Pick<Config, 'trustProxy' | 'rateLimit'>,
    Partial<Pick<Config, 'creditPrice'>> {
  /** The public address of the service, without a path. */
  readonly url: string;
}

const PATH = '/mcp';
/** A placeholder address for requests that do not leave the process. */
const HERE = 'http://localhost';
const MINUTE = 60_000;
const QUARTER = 900_000;
/** The share of RATE_LIMIT that a key has at /mcp: this process itself lists the tools and reads long answers. */
const SHARE = 10;
/** The least calls per minute of a key, even if RATE_LIMIT is small: an assistant needs three to connect. */
const LEAST_SHARE = 60;
/** A call of a tool may make several requests, each of which may wait: longer than other connections may be silent. */
const LONGEST_SILENCE_MS = 300_000;
/** The paths that Express serves; Fastify serves all others. */
const PATHS = [
  ...[PATH, '/authorize', '/token', '/register', '/revoke'],
  '/.well-known/oauth-authorization-server',
  `/.well-known/oauth-protected-resource${PATH}`,
];

/** Call it before the app listens. */
export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const express = createExpressApp(app, options);
  await app.register(async (scope) => {
    await registerRateLimit(scope, options.rateLimit);
    // Express reads the bodies
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const path of PATHS)
      scope.all(path, { schema: { hide: true } }, (request, reply) => {
        reply.hijack();
        if (path === PATH) request.socket.setTimeout(LONGEST_SILENCE_MS);
        for (const [name, value] of Object.entries(HEADERS)) reply.raw.setHeader(name, value);
        express(request.raw, reply.raw);
      });
  });
}

function createExpressApp(app: FastifyInstance, options: McpOptions): ExpressApp {
  const { url, trustProxy } = options;
  const issuerUrl = new URL(url);
  const resource = new URL(PATH, url);
  const provider = createProvider({ ...options, store: logged(options.store, app), resource });
  const express: ExpressApp = createMcpExpressApp({ allowedHosts: [issuerUrl.hostname] });
  express.set('trust proxy', [...trustProxy]);
  express.set('x-powered-by', false);
  express.use('/token', refuseUnknownClient);
  express.use('/authorize', keepErrors);
  express.use(
    mcpAuthRouter({
      provider,
      issuerUrl,
      resourceServerUrl: resource,
      resourceName: 'Signals for Sheets',
      authorizationOptions: limit(100, QUARTER),
      tokenOptions: limit(1_000, QUARTER),
      clientRegistrationOptions: { ...limit(100, 4 * QUARTER), clientSecretExpirySeconds: 0 },
      revocationOptions: limit(1_000, QUARTER),
    }),
  );
  const bearer: Handler = requireBearerAuth({
    verifier: provider,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    expectedResource: resource,
  });
  express.post(PATH, bearer, createAnswer(app, options));
  express.all(PATH, (_request, response) => {
    // the server sends no unsolicited messages, and has no sessions to end
    response.status(405).set({ allow: 'POST' }).json(refusal('Use POST'));
  });
  express.use(
    (error: { readonly status?: number }, _request: unknown, response: ExpressResponse, _next: unknown) => {
      const { status = 500 } = error;
      if (status >= 500) app.log.error({ err: error }, 'a request of an assistant failed');
      response.status(status).json({ error: status >= 500 ? 'server_error' : 'invalid_request' });
    },
  );
  return express;
}

/** The SDK answers 500 to a failure of the store and drops its reason. */
function logged<S extends object>(store: S, { log }: FastifyInstance): S {
  const get = (target: S, name: string | symbol) => {
    const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
    return (...args: unknown[]) =>
      method.apply(target, args).catch((error: unknown) => {
        log.error({ err: error }, 'a request of an assistant failed');
        throw error;
      });
  };
  return new Proxy(store, { get });
}

/**
 * The limits of one address. Hosts of assistants send the requests of all their people from a few addresses,
 * but keys are guessed from one, too. The limiter need not warn: `trust proxy` is set.
 */
function limit(most: number, windowMs: number) {
  return { rateLimit: { limit: most, windowMs, validate: false } };
}

/** Answers 401 where the SDK answers 400: hosts of assistants register a forgotten application again only then. */
const refuseUnknownClient: Handler = (_request, response, next) => {
  const send = response.json.bind(response);
  response.json = (body) => {
    if ('error' in body && body.error === 'invalid_client') response.status(401);
    send(body);
  };
  next();
};

/**
 * Shows the SDK's errors instead of redirecting with them: a link to this service could lead to any page that a
 * stranger has registered (RFC 9700, section 4.11.2). Only the SDK redirects with a status.
 */
const keepErrors: Handler = (_request, response, next) => {
  const redirect = response.redirect.bind(response);
  response.redirect = (...to) => {
    const target = new URL(to.at(-1) as string);
    if (to.length === 1 || isLocal(target)) return redirect(...to);
    const { error = null, error_description = null } = Object.fromEntries(target.searchParams);
    response.status(error === 'server_error' ? 500 : 400).set({ 'content-type': 'application/json' });
    response.json({ error, error_description });
  };
  next();
};

function refusal(message: string) {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
}

/** Each request has its own server over a shared store, in which each grant has names of its own. */
function createAnswer(app: FastifyInstance, { url, digestOf, creditPrice, rateLimit }: McpOptions): Handler {
  const store = createMemoryStore();
  const calls = new Map<number, number>();
  setInterval(() => calls.clear(), MINUTE).unref();
  const own = new URL(url).origin;
  return async (request: ExpressRequest, response) => {
    // refuses other web pages, even with a stolen token
    const { origin = own } = request.headers;
    if (origin !== own) return response.status(403).json(refusal('This origin is not allowed'));
    // the limits count requests, so each may have one message; the SDK would read a body that Express did not limit
    if (request.body === undefined || Array.isArray(request.body))
      return response.status(400).json(refusal('Send one message at a time, as application/json'));
    const { token, extra } = request.auth!;
    const { grantId, keyId, keyDigest, dailyCeiling } = (extra as { readonly grant: Grant }).grant;
    const count = (calls.get(keyId) ?? 0) + 1;
    calls.set(keyId, count);
    if (rateLimit > 0 && count > Math.max(LEAST_SHARE, Math.ceil(rateLimit / SHARE))) {
      response.status(429).set({ 'retry-after': '60' });
      return response.json(refusal('Too many calls with this key: try again in a minute'));
    }
    const assistant = createAssistant({
      // Only a name for purchases and stored entries: the token decides whose key pays. A digest, because the client
      // masks its key in answers, and `assistant-1` may be a part of a headline or an address.
      key: digestOf(`assistant ${grantId}`),
      url: HERE,
      version,
      transport: createTransport(app, { tokenDigest: digestOf(token), keyDigest }),
      store,
      timeZone: 'UTC',
      maxCredits: dailyCeiling,
      creditPrice,
    });
    const server = assistant.createServer();
    // one JSON response per request: if the connection breaks, the assistant notices at once and can retry
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    // the types of optional members differ between the SDK's two declarations
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  };
}

/** Sends an assistant's requests to this process's own service, with all checks, limits and charges. */
function createTransport(app: FastifyInstance, assistant: Assistant): ClientTransport {
  return {
    async send({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      const content = body !== undefined && { 'content-type': 'application/json' };
      const request = {
        method,
        url: pathname + search,
        headers: { ...headers, ...content },
        ...(body !== undefined && { payload: body }),
      };
      // inject starts only when it is awaited
      const answer = await asAssistant(assistant, async () => await app.inject(request));
      const { statusCode: status, payload: text } = answer;
      return { status, text, header: (name) => answer.headers[name.toLowerCase()]?.toString() };
    },
    close: async () => undefined,
  };
}
