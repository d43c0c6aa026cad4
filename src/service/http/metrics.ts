/** Metrics for operators, in the text format of Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** With method, route and status. A route is as registered, so that names in addresses do not create separate series. */
  readonly requests: Counter<'method' | 'route' | 'status'>;
  readonly durations: Histogram<'method' | 'route'>;
  readonly credits: Counter;
  readonly refusedConnections: Counter;
  readonly unbalanced: Gauge;
  readonly registry: Registry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const unbalanced = new Gauge({
    name: 'keys_unbalanced',
    help: 'Keys whose balance differs from the sum of their ledger, counted once an hour; NaN until they are counted.',
    registers,
  });
  unbalanced.set(Number.NaN);
  return {
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
