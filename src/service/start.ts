/** Starts the HTTP interface over an open store; it does not listen yet. */
import { collectDefaultMetrics } from 'prom-client';
import { todayInUtc } from '../contract/dates.js';
import type { Config } from './config.js';
import { createApp } from './http/create-app.js';
import { createMetrics, createOperationsApp } from './http/operations.js';
import type { ShareOptions } from './http/shares.js';
import { checkPepper, digestOf, loadPepper } from './keys/api-key.js';
import type { AddressGuard } from './push/address-guard.js';
import type { Store } from './store/create-store.js';

/** The deadline of a request, after which its answer is 503. */
const ANSWER_WITHIN_MS = 8_500;
/** Connections that are reserved for key look-ups, refunds and housekeeping. */
const SPARE_CONNECTIONS = 2;
/** The embedded engine runs one statement at a time. */
const EMBEDDED_AT_ONCE = 4;

export type Started = Awaited<ReturnType<typeof start>>;

export async function start(config: Config, store: Store, guard: AddressGuard) {
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper);
  if (config.seed) await store.seed(todayInUtc());
  const metrics = createMetrics();
  // metrics of the process: memory, CPU time, delays of the event loop
  collectDefaultMetrics({ register: metrics.registry });
  const options = { ...config, store, digestOf: (key: string) => digestOf(key, pepper) };
  const app = await createApp({
    ...options,
    metrics,
    guard,
    today: todayInUtc,
    answerWithinMs: ANSWER_WITHIN_MS,
    shares: sharesOf(config),
  });
  if (config.mcpUrl !== undefined) {
    const { registerMcp } = await import('./mcp/register-mcp.js');
    await registerMcp(app, { ...options, url: config.mcpUrl });
  }
  const hasOwnPort = config.operationsPort !== undefined;
  return { app, operations: hasOwnPort ? createOperationsApp({ store, metrics }) : undefined };
}

/** A pause of twice the work leaves a key's slow requests a third of the engine's one thread. */
function sharesOf({ databaseUrl, poolSize, keyConcurrency }: Config): ShareOptions {
  const isServer = databaseUrl !== undefined;
  const total = isServer ? poolSize - SPARE_CONNECTIONS : EMBEDDED_AT_ONCE;
  return { total, slow: Math.ceil(total / 2), perKey: keyConcurrency, pause: isServer ? 1 : 2 };
}
