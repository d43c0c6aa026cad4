/** Has each request of a key wait for its share before its work begins, and stops the work whose client has gone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whileWanted } from '../database/wanted.js';
import { type ShareOptions, Shares } from './shares.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is free and may take long, or waits for another server. */
    work?: 'slow' | 'push';
  }
}

const RETRY_SECONDS = 2;
/** A query for more records, or with more values in a list, counts as slow. */
const WIDE_LIMIT = 1_000;
const WIDE_LIST = 50;

const NO_LIMIT: ShareOptions = {
  total: Number.POSITIVE_INFINITY,
  slow: Number.POSITIVE_INFINITY,
  perKey: Number.POSITIVE_INFINITY,
  pause: 0,
};
/** Pushes wait for other servers, and take no place from other work. */
const PUSHES: ShareOptions = { total: 50, slow: 50, perKey: 10, pause: 0 };

/** For the routes of this scope, behind the authentication. */
export function registerShares(app: FastifyInstance, shares?: ShareOptions): void {
  const ends = new WeakMap<FastifyReply, () => void>();
  const work = new Shares(shares ?? NO_LIMIT);
  const pushes = new Shares(shares ? PUSHES : NO_LIMIT);
  app.addHook('preHandler', (request, reply, done) => {
    const kind = request.routeOptions.config.work;
    const gone = new AbortController();
    const { signal } = gone;
    reply.raw.once('close', () => gone.abort());
    const isSlow = kind === 'slow' || isWide(request);
    const taken = (kind === 'push' ? pushes : work).take({ owner: ownerOf(request), isSlow, signal });
    taken.then(
      (end) => {
        ends.set(reply, end);
        whileWanted(signal, done);
      },
      (error: Error) => {
        reply.header('retry-after', RETRY_SECONDS);
        done(error);
      },
    );
  });
  // work whose client has gone keeps its place until it has stopped: leaving early is no way to get more of it
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply);
      } finally {
        ends.get(reply)?.();
      }
    };
  });
  // the answer is ready: a client that reads it slowly keeps nobody from work
  app.addHook('onSend', async (_request, reply) => ends.get(reply)?.());
}

function isWide({ body }: FastifyRequest): boolean {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  return (
    Number(fields['limit'] ?? 0) > WIDE_LIMIT ||
    Object.values(fields).some((value) => Array.isArray(value) && value.length > WIDE_LIST)
  );
}

function ownerOf({ account, ip }: FastifyRequest): string {
  return account === null ? `address ${ip}` : `key ${account.keyId}`;
}
