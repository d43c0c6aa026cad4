/** Serves /mcp for assistants anywhere, with the OAuth endpoints that lead to it: the SDK's own parts, mounted in the service. */

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
import type { Config } from '../config.js';
import type { Grant } from '../database/oauth.js';
import { registerAddressLimit } from '../http/limits.js';
import { HEADERS } from '../http/server.js';
import type { ExpressApp, ExpressRequest, ExpressResponse, Handler } from './express.js';
import { createTransport } from './local-transport.js';
import { createProvider, type ProviderOptions } from './provider.js';

export interface McpOptions
  extends Omit<ProviderOptions, 'resource'>,
    Pick<Config, 'trustProxy' | 'rateLimit'>,
    Partial<Pick<Config, 'creditPrice'>> {
  /** The public address of the service, without a path. */
  readonly url: string;
}

const PATH = '/mcp';
/** Stands for the service in requests that do not leave the process. */
const HERE = 'http://localhost';
const QUARTER = 900_000;
/** Express has these; all other addresses are those of the service. */
const PATHS = [
  ...[PATH, '/authorize', '/token', '/register', '/revoke'],
  '/.well-known/oauth-authorization-server',
  `/.well-known/oauth-protected-resource${PATH}`,
];

/** Before the app listens. */
export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const express = createExpressApp(app, options);
  await app.register(async (scope) => {
    await registerAddressLimit(scope, options.rateLimit);
    // Express reads the bodies
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const path of PATHS)
      scope.all(path, { schema: { hide: true } }, (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(HEADERS)) reply.raw.setHeader(name, value);
        reply.raw.setHeader('cache-control', 'no-store');
        express(request.raw, reply.raw);
      });
  });
}

function createExpressApp(app: FastifyInstance, options: McpOptions): ExpressApp {
  const { url, trustProxy } = options;
  const issuerUrl = new URL(url);
  const resource = new URL(PATH, url);
  const provider = createProvider({ ...options, resource });
  const express: ExpressApp = createMcpExpressApp({ allowedHosts: [issuerUrl.hostname] });
  express.set('trust proxy', [...trustProxy]);
  express.disable('x-powered-by');
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
  express.use(PATH, onlyFrom(issuerUrl.origin));
  express.post(PATH, bearer, createAnswer(app, options));
  express.all(PATH, (_request, response) => {
    // nothing is sent without being asked for, and there are no sessions to end
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

/**
 * The limits of one address. Hosts of assistants ask for all of their people from a few addresses; keys are tried from one, too.
 * `trust proxy` is set for Express, so the limiter need not warn of it.
 */
function limit(most: number, windowMs: number) {
  return { rateLimit: { limit: most, windowMs, validate: false } };
}

/** No other web page asks, whatever it has learned. */
function onlyFrom(origin: string): Handler {
  return ({ headers }, response, next) => {
    if (headers.origin === undefined || headers.origin === origin) return next();
    response.status(403).json(refusal('This origin is not allowed'));
  };
}

function refusal(message: string) {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
}

/** Each request stands alone: a server of its own, over a store that all share. What a grant has there is under its own names. */
function createAnswer(app: FastifyInstance, { digestOf, creditPrice }: McpOptions): Handler {
  const store = createMemoryStore();
  return async (request: ExpressRequest, response) => {
    const { token, extra } = request.auth!;
    const { grantId, dailyCeiling } = (extra as { readonly grant: Grant }).grant;
    const assistant = createAssistant({
      // it names purchases and what is stored; the token decides whose key pays
      key: `assistant-${grantId}`,
      url: HERE,
      version,
      transport: createTransport(app, digestOf(token)),
      store,
      timeZone: 'UTC',
      maxCredits: dailyCeiling,
      creditPrice,
    });
    const server = assistant.createServer();
    // one answer for one request: where the connection is cut, the assistant learns it at once, and asks again
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    // the SDK's own types of optional members differ between the two
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  };
}
