/** How long a client may take to send its request and to read the answer; who takes longer is cut. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** In milliseconds. */
export interface Patience {
  /** For the whole of a request to arrive, headers and body; then the answer is 408. */
  readonly request: number;
  /** On a connection on which nothing moves; longer than a push or a query takes. */
  readonly idle: number;
  /**
   * For the answer to leave. It has to be less than the time after which a held charge counts as left behind by a
   * service that is gone.
   */
  readonly answer: number;
}

export const PATIENCE: Patience = { request: 30_000, idle: 40_000, answer: 60_000 };

/** Node looks for requests that are late only now and then. */
const CHECKS_PER_REQUEST = 10;

export function serverTimeouts({ request, idle }: Patience): Pick<
  FastifyServerOptions,
  'requestTimeout' | 'connectionTimeout'
> & {
  http: { headersTimeout: number; connectionsCheckingInterval: number };
} {
  return {
    requestTimeout: request,
    connectionTimeout: idle,
    // Node takes the longer of the two for the whole request, whichever it is
    http: { headersTimeout: request, connectionsCheckingInterval: request / CHECKS_PER_REQUEST },
  };
}

/** A client that reads a little now and then would never be idle: the whole answer has a limit as well. */
export function registerSlowReaders(app: FastifyInstance, { answer }: Patience): void {
  app.addHook('onSend', async (_request, reply) => {
    const timer = setTimeout(() => reply.raw.destroy(), answer);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
