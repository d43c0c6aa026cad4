/** The HTTP server and the rules for all of its routes: bodies, headers, errors, time limits. */
import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ServiceErrorBody } from '../../contract/errors.js';
import { QueryError } from '../../contract/query.js';
import type { Config } from '../config.js';
import { isBusy, isCancelled, isTimedOut, isUnavailable } from '../database/unavailable.js';
import { badInput, ServiceError } from '../service-error.js';
import { CLIENT_TIMEOUTS, type ClientTimeouts, registerEnds } from './limits.js';

export interface ServerOptions extends Pick<Config, 'trustProxy' | 'logLevel'> {
  /** @default CLIENT_TIMEOUTS */
  readonly timeouts?: ClientTimeouts;
  /** @default standard error */
  readonly logStream?: NodeJS.WritableStream;
}

const MAX_BODY_BYTES = 262_144;

export function createServer({
  timeouts = CLIENT_TIMEOUTS,
  trustProxy,
  logLevel,
  logStream = process.stderr,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: {
      level: logLevel,
      stream: logStream,
      // neither headers nor the query string, because they may contain the key, and never the body
      serializers: { req: ({ method, url }) => ({ method, url: url.split('?')[0]! }) },
    },
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: [...trustProxy],
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    // Node applies the longer of the two to the whole request, and checks for late requests only at intervals
    http: { headersTimeout: timeouts.request, connectionsCheckingInterval: timeouts.request / 10 },
    // Node accepts no longer address
    routerOptions: { maxParamLength: http.maxHeaderSize },
    forceCloseConnections: 'idle',
    // while the service stops, it still answers what arrives on open connections
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      sendError(badInput('address contains a percent sign that encodes nothing'), reply),
  });
  // answers are finished text or small objects, which need no compiled serializer
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('account', null);
  app.decorateRequest('digest', '');
  registerErrors(app);
  registerBodies(app);
  registerForwarded(app);
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  registerEnds(app, timeouts);
  return app;
}

const FORWARDED = 'x-forwarded-for';

/**
 * Removes the ports that some proxies write behind an address: each connection would count as another client. Warns
 * once of a proxy that TRUST_PROXY does not name: wrong keys of one client then count for all clients.
 */
function registerForwarded(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    const forwarded = request.headers[FORWARDED];
    if (typeof forwarded !== 'string' || forwarded === '') return;
    request.headers[FORWARDED] = forwarded
      .replace(/\[([\da-f:.]+)\](?::\d+)?/gi, '$1')
      .replace(/((?:\d{1,3}\.){3}\d{1,3}):\d+/g, '$1');
    // behind a trusted proxy, the list also has the client's address
    if (isWarned || request.ips?.length !== 1) return;
    isWarned = true;
    request.log.warn(
      `${request.ip} sends X-Forwarded-For: if it is your proxy, name it in TRUST_PROXY; its clients share one limit until then`,
    );
  });
}

/** The headers of every answer: clients must not store it, frame it or interpret it as a page. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Request bodies are JSON of limited size; an empty body means an empty object. */
function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const refuse = (reason: string) => badInput(`body must be ${reason}`);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, {});
    if (!isUtf8(body)) return done(refuse('sent in UTF-8'));
    return parseJson(request, body.toString('utf8'), done);
  });
  // clients that post an empty body may still send a content type
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
    text === '' ? done(null, {}) : done(refuse('sent with the content type application/json')),
  );
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST' && request.body === undefined) request.body = {};
  });
}

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';
/** Fastify's other error codes for bodies that it cannot parse. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'must be JSON, sent with the content type application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'does not have the length in its content-length header',
  FST_ERR_CTP_INVALID_JSON_BODY: 'must be valid JSON',
};

/** Retry-After if all database connections were in use. */
const BUSY_SECONDS = 2;
const TOO_MANY = 429;
const BYTES_OF_KB = 1_024;
/** Delays each 429: a client that retries at once could send thousands a second and slow down others. */
const REFUSAL_MS = 250;

function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (thrown: FastifyError | ServiceError, request, reply) => {
    const error = asServiceError(thrown, request);
    if (error.statusCode === TOO_MANY) await sleep(REFUSAL_MS);
    return sendError(error, reply);
  });
  app.setNotFoundHandler(({ method, url }, reply) => {
    const message = `There is no endpoint ${method} ${url.split('?')[0]}: /openapi.json lists all`;
    return sendError(new ServiceError('NO_ROUTE', message), reply);
  });
}

function sendError(error: ServiceError, reply: FastifyReply): FastifyReply {
  const { code, message, statusCode, retrySeconds } = error;
  if (retrySeconds !== undefined) reply.header('retry-after', retrySeconds);
  const body: ServiceErrorBody = { status: String(statusCode), code, message };
  return reply.code(statusCode).send(body);
}

function asServiceError(error: FastifyError | ServiceError, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof QueryError) return new ServiceError(error.code, error.message);
  const problem =
    error.code === TOO_LARGE
      ? `has more than ${request.routeOptions.bodyLimit / BYTES_OF_KB} KB: send fewer values`
      : BODY_ERRORS[error.code];
  if (problem !== undefined) return badInput(`body ${problem}`);
  // a disconnected client is no failure of the service, and gets no answer
  if (error.code === 'ECONNRESET' && request.socket.destroyed) return badInput('body has not arrived');
  if (isCancelled(error)) return new ServiceError('UNAVAILABLE', error.message);
  const isKnown = isUnavailable(error);
  request.log.error({ err: error }, isKnown ? 'a request is unavailable' : 'request failed');
  if (!isKnown) return new ServiceError('INTERNAL', 'The service failed: try again later');
  if (isBusy(error)) {
    const message = 'All connections of the service to its database are at work: try again in a moment';
    return new ServiceError('UNAVAILABLE', message, { retrySeconds: BUSY_SECONDS });
  }
  const reason = isTimedOut(error)
    ? 'The answer was not ready in time'
    : 'The database of the service does not answer';
  return new ServiceError('UNAVAILABLE', `${reason}: try again later`);
}
