/** Headers of every answer: it must not be stored, framed or interpreted as a page. */
import type { FastifyInstance, FastifyReply } from 'fastify';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Adds them to the answers that pass the hooks of Fastify. */
export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    addHeaders(reply);
  });
}

/** Adds them to one answer. */
export function addHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
