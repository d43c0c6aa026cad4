/**
 * Answers 503 in time, whatever the database does. Each statement has a limit of its own, but a request makes several of
 * them, and what stops one may stop the next. The work is stopped then; what it has charged nevertheless is given back.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unavailable } from '../database/unavailable.js';

/**
 * For the routes of this scope but pushes, which wait for other servers. Registered before the authentication, which asks
 * the database, too.
 * @param limitMs from the arrival of a request, without the time in which its client sends the body
 */
export function registerDeadline(app: FastifyInstance, limitMs: number): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>();
  const spent = new WeakMap<FastifyReply, number>();

  function start(reply: FastifyReply, leftMs: number): void {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(unavailable('The database has not answered in time'));
    }, leftMs);
    timers.set(reply, timer);
    reply.raw.once('close', () => clearTimeout(timer));
  }

  app.addHook('onRequest', async (_request, reply) => start(reply, limitMs));
  app.addHook('preParsing', async (_request, reply) => {
    clearTimeout(timers.get(reply));
    spent.set(reply, reply.elapsedTime);
  });
  app.addHook('preHandler', async ({ routeOptions }, reply) => {
    if (routeOptions.config.work !== 'push') start(reply, Math.max(0, limitMs - (spent.get(reply) ?? 0)));
  });
}
