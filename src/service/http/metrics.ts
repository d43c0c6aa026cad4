/** Metrics for operators, in the text format of Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const unbalanced = new Gauge({
    name: 'keys_unbalanced',
    help: 'Keys whose balance differs from the sum of their ledger, counted once an hour; NaN until they are counted.',
    registers,
  });
  unbalanced.set(Number.NaN);
  return {
    /** A route is as registered, so that names in addresses do not create separate series. */
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Requests answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route'],
      registers,
    }),
    credits: new Counter({
      name: 'credits_charged_total',
      help: 'Credits charged, including those refunded later.',
      registers,
    }),
    refusedConnections: new Counter({
      name: 'connections_refused_total',
      help: 'Connections closed at once, because MAX_CONNECTIONS were open.',
      registers,
    }),
    unbalanced,
    registry,
  };
}
