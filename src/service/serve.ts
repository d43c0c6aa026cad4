/** Runs the service until it is told to stop, and tidies up now and again. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import type { ShareOptions } from './http/shares.js';
import { digestOf } from './keys/api-key.js';
import { checkPepper, loadPepper } from './keys/pepper.js';
import { type AddressGuard, createAddressGuard } from './push/address-guard.js';
import { checkSecret } from './push/webhook.js';
import type { Store } from './store/create-store.js';
import { openStore } from './store/open-store.js';

/** A database that does not answer is said to be unavailable within 10 seconds. */
const ANSWER_WITHIN_MS = 8_500;
/** Connections that requests leave for what comes before and after their work: keys, refunds, housekeeping. */
const SPARE_CONNECTIONS = 2;
/** The embedded engine works on one statement at a time. */
const EMBEDDED_AT_ONCE = 4;
const TIDY_EVERY_MS = 300_000;

/** Prints one line to standard output when ready. */
export async function serve(config: Config, workerUrl: URL): Promise<void> {
  // checked first: to open a new database takes its time, and to fill it longer
  const guard = createAddressGuard(config.allowCallbacks);
  checkSecret(config.pushSecret);
  // the engine starts in a thread of its own, and this one loads the HTTP interface meanwhile
  let onBroken: ((reason: Error) => unknown) | undefined;
  const opening = openStore({
    ...config,
    workerUrl,
    sampleDay: config.seed ? todayInUtc() : undefined,
    onBroken: (reason) => onBroken?.(reason),
    onSlow: (reason) => process.stderr.write(`${reason}\n`),
  });
  const loading = loadHttp();
  const store = await opening;
  let running: Running;
  try {
    running = await start(config, store, await loading, guard);
  } catch (error) {
    // an open store would keep the process alive, and its lock
    await store.close();
    throw error;
  }
  const { app, operations, endSweep } = running;
  let stopped: Promise<void> | undefined;
  // Ctrl+C reaches all processes of the group, and the parent then ends this one as well
  const stop = () =>
    (stopped ??= (async () => {
      endSweep();
      await app.close();
      await operations?.close();
      await store.close();
    })());
  const stopLogged = () =>
    stop().catch((error: unknown) => {
      app.log.error({ err: error }, 'stopping failed');
      process.exitCode = 1;
    });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopLogged);
  onBroken = (reason) => {
    app.log.fatal({ err: reason }, 'the embedded engine cannot continue: the service stops');
    process.exitCode = 1;
    return stopLogged();
  };
  try {
    await operations?.listen({ host: config.host, port: config.operationsPort! });
    const address = await app.listen({ host: config.host, port: config.port });
    process.stdout.write(`Listening on ${address}\n`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Loaded while the engine starts. */
async function loadHttp() {
  const [{ createApp }, { createMetrics }, { createOperationsApp }] = await Promise.all([
    import('./http/create-app.js'),
    import('./http/metrics.js'),
    import('./http/operations.js'),
  ]);
  return { createApp, createMetrics, createOperationsApp };
}

type Http = Awaited<ReturnType<typeof loadHttp>>;

interface Running {
  readonly app: FastifyInstance;
  /** The endpoints for operators, where they have a port of their own. */
  readonly operations: FastifyInstance | undefined;
  readonly endSweep: () => void;
}

async function start(
  config: Config,
  store: Store,
  { createApp, createMetrics, createOperationsApp }: Http,
  guard: AddressGuard,
): Promise<Running> {
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper, 'service');
  if (config.seed) await store.seed(todayInUtc());
  const metrics = createMetrics();
  const operations =
    config.operationsPort === undefined ? undefined : createOperationsApp({ store, metrics });
  const app = await createApp({
    ...config,
    store,
    metrics,
    servesOperations: operations === undefined,
    guard,
    digestOf: (key) => digestOf(key, pepper),
    today: todayInUtc,
    answerWithinMs: ANSWER_WITHIN_MS,
    shares: sharesOf(config),
  });
  if (config.mcpUrl !== undefined) {
    const { registerMcp } = await import('./mcp/register-mcp.js');
    await registerMcp(app, {
      ...config,
      store,
      url: config.mcpUrl,
      digestOf: (key) => digestOf(key, pepper),
    });
  }
  const endSweep = startSweep(store, (error) => app.log.error({ err: error }, 'housekeeping failed'));
  return { app, operations, endSweep };
}

/** With a pause twice as long as its work, a key has a third of the embedded engine's one thread while others ask. */
function sharesOf({ databaseUrl, poolSize, keyConcurrency }: Config): ShareOptions | undefined {
  if (keyConcurrency === 0) return undefined;
  const isServer = databaseUrl !== undefined;
  const total = isServer ? poolSize - SPARE_CONNECTIONS : EMBEDDED_AT_ONCE;
  return { total, slow: Math.ceil(total / 2), perKey: keyConcurrency, pause: isServer ? 1 : 2 };
}

function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Returns a function that stops it. */
function startSweep(store: Pick<Store, 'tidy'>, onError: (error: unknown) => void): () => void {
  const tidy = () => store.tidy().catch(onError);
  tidy();
  const timer = setInterval(tidy, TIDY_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
