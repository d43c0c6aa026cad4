/** How long a client may take to send its request and to read the answer. Slower clients are disconnected. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** In milliseconds. */
export interface Patience {
  /** For a complete request to arrive, headers and body; after that the answer is 408. */
  readonly request: number;
  /** For an idle connection; longer than a push or a query takes. */
  readonly idle: number;
  /** For the answer to be sent. */
  readonly answer: number;
}

export const PATIENCE: Patience = { request: 30_000, idle: 40_000, answer: 60_000 };

/** Node checks for late requests only from time to time. */
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
    // Node applies the longer of the two to the whole request
    http: { headersTimeout: request, connectionsCheckingInterval: request / CHECKS_PER_REQUEST },
  };
}

/** Limits the answers that pass the hooks of Fastify. */
export function registerSlowReaders(app: FastifyInstance, patience: Patience): void {
  // a client that reads a little from time to time is never idle: so the whole answer has a limit, too
  app.addHook('onSend', async (_request, { raw }) => {
    // it would never say again that it is closed
    if (raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), patience.answer);
    raw.once('close', () => clearTimeout(timer));
  });
}
