/** Metrics for operators, in the text format of Prometheus. */

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  readonly countRequest: (request: RequestCount) => void;
  readonly countCredits: (credits: number) => void;
  /** How many keys have another balance than their ledger. */
  readonly setUnbalanced: (keys: number) => void;
  /** The whole page. */
  readonly text: () => string;
}

export interface RequestCount {
  readonly method: string;
  /** The route as registered, so that names in addresses do not create separate series. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { buckets: number[]; sum: number; count: number }>();
  let [credits, unbalanced] = [0, 0];
  return {
    countRequest: ({ method, route, status, seconds }) => {
      const labels = `method="${method}",route="${route}"`;
      const counted = `${labels},status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      const duration = durations.get(labels) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      BUCKETS.forEach((bound, index) => {
        if (seconds <= bound) duration.buckets[index]! += 1;
      });
      duration.sum += seconds;
      duration.count += 1;
      durations.set(labels, duration);
    },
    countCredits: (charged) => {
      credits += charged;
    },
    setUnbalanced: (keys) => {
      unbalanced = keys;
    },
    text: () =>
      [
        '# HELP http_requests_total Requests answered.',
        '# TYPE http_requests_total counter',
        ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
        '# HELP http_request_duration_seconds Time from the request to the end of its answer.',
        '# TYPE http_request_duration_seconds histogram',
        ...[...durations].flatMap(([labels, duration]) => histogram(labels, duration)),
        '# HELP credits_charged_total Credits charged, including those refunded later.',
        '# TYPE credits_charged_total counter',
        `credits_charged_total ${credits}`,
        '# HELP keys_unbalanced Keys whose balance differs from the sum of their ledger, counted once an hour.',
        '# TYPE keys_unbalanced gauge',
        `keys_unbalanced ${unbalanced}`,
        '# HELP process_resident_memory_bytes Memory of the process.',
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '# HELP process_uptime_seconds Time since the start.',
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${Math.round(process.uptime())}`,
        '',
      ].join('\n'),
  };
}

function histogram(
  labels: string,
  {
    buckets,
    sum,
    count,
  }: { readonly buckets: readonly number[]; readonly sum: number; readonly count: number },
): string[] {
  const name = 'http_request_duration_seconds';
  return [
    ...BUCKETS.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${buckets[index]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum.toFixed(6)}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
