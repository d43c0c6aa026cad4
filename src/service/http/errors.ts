/** Turns every failure into the contract's error body, and logs only unexpected ones. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNotWanted, isUnavailable } from '../database/unavailable.js';
import { ServiceError } from '../service-error.js';

/** Fastify's own codes for bodies that it cannot read. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'must be JSON, sent with the content type application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'does not have the length in its content-length header',
  FST_ERR_CTP_INVALID_JSON_BODY: 'must be valid JSON',
};

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ServiceError, request, reply) =>
    sendError(asServiceError(error, request), reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new ServiceError('NO_ROUTE', `There is no endpoint ${request.method} ${pathOf(request)}`),
      reply,
    ),
  );
}

export function sendError(error: ServiceError, reply: FastifyReply): FastifyReply {
  return reply.code(error.statusCode).send(error.body);
}

/** An address that cannot be decoded. */
export function badAddress(): ServiceError {
  return new ServiceError('BAD_INPUT', 'address contains a percent sign that encodes nothing');
}

function asServiceError(error: FastifyError | ServiceError, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  const bodyError = BODY_ERRORS[error.code];
  if (bodyError !== undefined) return new ServiceError('BAD_INPUT', `body ${bodyError}`);
  // a client that has gone in the middle of its request is no failure of the service, and gets no answer
  if (error.code === 'ECONNRESET' && request.socket.destroyed)
    return new ServiceError('BAD_INPUT', 'body has not arrived');
  if (isNotWanted(error)) return new ServiceError('UNAVAILABLE', error.message);
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'the database is not available');
    return new ServiceError('UNAVAILABLE', 'The database of the service does not answer: try again later');
  }
  request.log.error({ err: error }, 'request failed');
  return new ServiceError('INTERNAL', 'The service failed: try again later');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!;
}
