/**
 * Answers 503 in time, whatever the database does. Each statement has a limit of its own, but a request makes several of
 * them, and what stops one may stop the next. The work continues: what it charges after the answer is given back.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unavailable } from '../database/unavailable.js';

/**
 * For the routes of this scope, behind the authentication, which is one statement.
 * @param limitMs from the arrival of a request, without the time in which its client sends the body
 */
export function registerDeadline(app: FastifyInstance, limitMs: number): void {
  const spent = new WeakMap<FastifyReply, number>();
  app.addHook('preParsing', async (_request, reply) => {
    spent.set(reply, reply.elapsedTime);
  });
  app.addHook('preHandler', async (_request, reply) => {
    const { raw } = reply;
    const timer = setTimeout(
      () => {
        if (!reply.sent) reply.send(unavailable('The database has not answered in time'));
      },
      Math.max(0, limitMs - (spent.get(reply) ?? 0)),
    );
    raw.once('close', () => clearTimeout(timer));
  });
}
