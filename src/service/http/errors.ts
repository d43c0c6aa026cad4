/** Turns every failure into the contract's error body, and logs only unexpected ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceErrorBody } from '../../contract/errors.js';
import { isBusy, isCancelled, isLate, isUnavailable } from '../database/unavailable.js';
import { badInput, ServiceError } from '../service-error.js';

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

export function registerErrors(app: FastifyInstance): void {
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

export function sendError(error: ServiceError, reply: FastifyReply): FastifyReply {
  const { code, message, statusCode, retrySeconds } = error;
  if (retrySeconds !== undefined) reply.header('retry-after', retrySeconds);
  const body: ServiceErrorBody = { status: String(statusCode), code, message };
  return reply.code(statusCode).send(body);
}

function asServiceError(error: FastifyError | ServiceError, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
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
  const reason = isLate(error)
    ? 'The answer was not ready in time'
    : 'The database of the service does not answer';
  return new ServiceError('UNAVAILABLE', `${reason}: try again later`);
}
