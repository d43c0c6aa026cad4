/** Reads request bodies: JSON of limited size; an empty body means an empty object. */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../service-error.js';

const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-8"?\s*(?:;|$))/i;

export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    // read as UTF-8 it would be another text
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? ''))
      return done(new ServiceError('BAD_INPUT', 'body must be sent in UTF-8'));
    return parseJson(request, String(text), (error, body) =>
      error ? done(new ServiceError('BAD_INPUT', 'body must be valid JSON')) : done(null, body),
    );
  });
  // clients that post an empty body may still send a content type
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
    text === ''
      ? done(null, {})
      : done(new ServiceError('BAD_INPUT', 'body must be sent with the content type application/json')),
  );
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST' && request.body === undefined) request.body = {};
  });
}
