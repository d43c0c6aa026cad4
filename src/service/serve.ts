/** Runs the service until it is told to stop. Now and again it refunds what dead services had held, and tidies up. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import { digestOf } from './keys/api-key.js';
import { checkPepper, loadPepper } from './keys/pepper.js';
import { type AddressGuard, createAddressGuard } from './push/address-guard.js';
import { checkSecret } from './push/webhook.js';
import type { Store } from './store/create-store.js';
import { openStore } from './store/open-store.js';

/** Longer than any answer takes. */
const HELD_SECONDS = 120;
/** Of a database server: one that does not answer is said to be unavailable within 10 seconds. */
const ANSWER_WITHIN_MS = 9_000;
const SWEEP_EVERY_MS = 60_000;
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
  });
  const loading = import('./http/create-app.js');
  const store = await opening;
  let running: Running;
  try {
    const { createApp } = await loading;
    running = await start(config, store, createApp, guard);
  } catch (error) {
    // an open store would keep the process alive, and its lock
    await store.close();
    throw error;
  }
  const { app, endSweep } = running;
  let stopped: Promise<void> | undefined;
  // Ctrl+C reaches all processes of the group, and the parent then ends this one as well
  const stop = () =>
    (stopped ??= (async () => {
      endSweep();
      await app.close();
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
    const address = await app.listen({ host: config.host, port: config.port });
    process.stdout.write(`Listening on ${address}\n`);
  } catch (error) {
    await stop();
    throw error;
  }
}

type CreateApp = typeof import('./http/create-app.js')['createApp'];

interface Running {
  readonly app: FastifyInstance;
  readonly endSweep: () => void;
}

async function start(
  config: Config,
  store: Store,
  createApp: CreateApp,
  guard: AddressGuard,
): Promise<Running> {
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper, 'service');
  if (config.seed) await store.seed(todayInUtc());
  const app = await createApp({
    ...config,
    store,
    guard,
    digestOf: (key) => digestOf(key, pepper),
    today: todayInUtc,
    // the embedded engine is watched as a whole: what it works on is waited for
    ...(config.databaseUrl !== undefined && { answerWithinMs: ANSWER_WITHIN_MS }),
  });
  const endSweep = await startSweep({
    store,
    alone: config.databaseUrl === undefined,
    onError: (error) => app.log.error({ err: error }, 'housekeeping failed'),
  });
  return { app, endSweep };
}

function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

interface SweepOptions {
  readonly store: Pick<Store, 'refundHeld' | 'tidy'>;
  /** No other instance uses the database: all charges on hold are from an earlier run. */
  readonly alone: boolean;
  readonly onError: (error: unknown) => void;
}

/** Returns a function that stops it. */
async function startSweep({ store, alone, onError }: SweepOptions): Promise<() => void> {
  await store.refundHeld(alone ? 0 : HELD_SECONDS);
  store.tidy().catch(onError);
  const timers = [
    setInterval(() => store.refundHeld(HELD_SECONDS).catch(onError), SWEEP_EVERY_MS),
    setInterval(() => store.tidy().catch(onError), TIDY_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
