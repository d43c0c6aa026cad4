/** Operators' endpoints: liveness, readiness, Prometheus metrics. No key needed: hide them behind a proxy. */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../store/create-store.js';

const PING_TIMEOUT_MS = 3_000;
/** Counting reads the whole ledger, so it runs once an hour. */
const COUNT_EVERY_MS = 3_600_000;

type OperationsOptions = Readonly<{ store: Pick<Store, 'ping' | 'countUnbalanced'>; metrics: Metrics }>;

/** Counts the requests of all routes that are registered after it. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    // an assistant's request counts once, at /mcp, which sends others to this process
    if (request.account?.grantId !== undefined) return;
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    metrics.requests.inc({ method, route, status: reply.statusCode });
    metrics.durations.observe({ method, route }, reply.elapsedTime / 1_000);
  });
}

/** Creates an app with only the operators' endpoints, for a port that only operators can reach. */
export function createOperationsApp(options: OperationsOptions): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'warn', stream: process.stderr } });
  registerOperations(app, options);
  return app;
}

export function registerOperations(app: FastifyInstance, { store, metrics }: OperationsOptions): void {
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'alive' }));
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const answered = store.ping().then(() => true);
    const late = sleep(PING_TIMEOUT_MS, false, { ref: false });
    const isReady = await Promise.race([answered, late]).catch(() => false);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'no database' });
  });
  let countAt = 0;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (performance.now() >= countAt) {
      countAt = performance.now() + COUNT_EVERY_MS;
      // counts in the background: the next request shows the result, or counts again after a failure
      store.countUnbalanced().then(
        (keys) => metrics.unbalanced.set(keys),
        (error: unknown) => {
          countAt = 0;
          metrics.unbalanced.set(Number.NaN);
          request.log.warn({ err: error }, 'the balances could not be compared with the ledger');
        },
      );
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const unbalanced = new Gauge({
    name: 'keys_unbalanced',
    help: 'Keys whose balance differs from the sum of their ledger, counted once an hour; NaN until they are counted.',
    registers,
  });
  unbalanced.set(Number.NaN);
  return {
    /** Labels use the registered route, so that ids in addresses do not create separate series. */
    requests: counter('http_requests_total', 'Requests answered.', ['method', 'route', 'status']),
    durations: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route'],
      registers,
    }),
    credits: counter('credits_charged_total', 'Credits charged, including those refunded later.'),
    refusedConnections: counter(
      'connections_refused_total',
      'Connections closed at once, because MAX_CONNECTIONS were open.',
    ),
    unbalanced,
    registry,
  };
}
