/** Endpoints for operators: liveness, readiness, metrics. They need no key: hide them behind a proxy. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Store } from '../store/create-store.js';
import type { Metrics } from './metrics.js';

const PING_TIMEOUT_MS = 3_000;
/** The ledger is read as a whole. */
const COUNT_EVERY_MS = 3_600_000;

export interface OperationsOptions {
  readonly store: Pick<Store, 'ping' | 'countUnbalanced'>;
  readonly metrics: Metrics;
}

/** Of all routes that are registered after it. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    metrics.requests.inc({ method, route, status: reply.statusCode });
    metrics.durations.observe({ method, route }, reply.elapsedTime / 1_000);
  });
}

/** The endpoints for operators alone, for a port that only they can reach. */
export function createOperationsApp(options: OperationsOptions): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  registerOperations(app, options);
  return app;
}

export function registerOperations(app: FastifyInstance, { store, metrics }: OperationsOptions): void {
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'alive' }));
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = await answersInTime(store.ping());
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'no database' });
  });
  let countedAt = Number.NEGATIVE_INFINITY;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    if (performance.now() - countedAt > COUNT_EVERY_MS) {
      countedAt = performance.now();
      // the page of the next request has the count
      store.countUnbalanced().then(
        (keys) => metrics.unbalanced.set(keys),
        (error: unknown) => app.log.warn({ err: error }),
      );
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

async function answersInTime(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
  });
  const answered = ping.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
