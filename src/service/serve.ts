/** Runs the service until a signal stops it, and cleans up the database regularly. */
import { todayInUtc } from '../contract/dates.js';
import type { Config } from './config.js';
import { createAddressGuard } from './push/address-guard.js';
import type { Started } from './start.js';
import type { Store } from './store/create-store.js';
import { openStore } from './store/open-store.js';

const CLEANUP_EVERY_MS = 300_000;
/** A database server that does not answer keeps its connections open, and with them this process. */
const STOP_WITHIN_MS = 9_500;

/** Prints one line to standard output when ready. */
export async function serve(config: Config, workerUrl: URL): Promise<void> {
  // checked first, because opening a new database takes time, and filling it takes longer
  const guard = createAddressGuard(config.allowCallbacks);
  // the engine starts in its own thread, while this thread loads the HTTP interface
  let onBroken: ((reason: Error) => unknown) | undefined;
  const opening = openStore({
    ...config,
    workerUrl,
    migrates: true,
    sampleDay: config.seed ? todayInUtc() : undefined,
    onBroken: (reason) => onBroken?.(reason),
    onSlow: (reason) => process.stderr.write(`${reason}\n`),
  });
  const loading = import('./start.js');
  const store = await opening;
  const started = await loading
    .then(({ start }) => start(config, store, guard))
    .catch(async (error: unknown) => {
      // an open store would keep the process alive, and hold its lock
      await store.close();
      throw error;
    });
  const { app, operations } = started;
  const stop = createStop(store, started);
  const stopLogged = () => {
    // the embedded engine must close its directory, however long it takes
    if (config.databaseUrl !== undefined) setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
    return stop().catch((error: unknown) => {
      app.log.error({ err: error }, 'stopping failed');
      process.exitCode = 1;
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopLogged);
  // the parent process that started this one with a channel has ended
  process.once('disconnect', stopLogged);
  process.channel?.unref();
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

/** Starts the cleanup. Returns a function that stops it and the service; further calls await the first one. */
function createStop(store: Store, { app, operations }: Started): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const cleanUp = () =>
    store.cleanUp().catch((error: unknown) => {
      // an error during the shutdown is no failure
      if (!stopped) app.log.error({ err: error }, 'housekeeping failed');
    });
  const timer = setInterval(cleanUp, CLEANUP_EVERY_MS).unref();
  async function stop(): Promise<void> {
    clearInterval(timer);
    await app.close();
    await operations?.close();
    await store.close();
  }
  void cleanUp();
  // Ctrl+C reaches all processes of the group, and then the parent also stops this one
  return () => (stopped ??= stop());
}
