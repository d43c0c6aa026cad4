/** Opens the configured store: a database server, or the embedded engine with its lock. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDataDirectory } from '../data-directory.js';
import { isUnavailable, unavailable } from '../database/unavailable.js';
import type { Store } from './create-store.js';
import { isLock, type LockHolder, takeLock } from './lock-file.js';
import { connectStore } from './rpc.js';
import { callStore, listenForCalls } from './store-socket.js';
import type { StoreReady, StoreWorkerData } from './store-worker.js';

/** The longest path of a Unix socket that every system accepts, in bytes. */
const MAX_SOCKET_PATH = 100;
/** The time that a command waits for a service that is just starting. */
const STARTING_MS = 20_000;

interface OpenStoreOptions {
  readonly databaseUrl: string | undefined;
  readonly poolSize: number;
  readonly dataDirectory: string;
  /** The address of the built store-worker. */
  readonly workerUrl: URL;
  /** The day up to which the caller adds sample data, which a prebuilt database may already have. */
  readonly sampleDay?: string | undefined;
  /** True: migrate a database of an earlier release; false: only check its version. */
  readonly migrates: boolean;
  /** Called once when the embedded engine cannot continue. */
  readonly onBroken?: (reason: Error) => void;
  /** Called with a warning about missing indexes. */
  readonly onSlow?: (reason: string) => void;
  /** Called if closing waits long for other commands that call this store. Missing: they get some seconds to finish. */
  readonly onWaiting?: () => void;
}

/** Opens the store with up-to-date tables. @throws if another process has the data directory open */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const opened = await tryOpen(options, socketPathOf(options));
  if (!('pid' in opened)) return opened;
  throw new Error(
    `Process ${opened.pid} has ${options.dataDirectory} open: stop it, or set DATA_DIR to another directory`,
  );
}

/** Opens the store for a command. If a service has the directory open, calls go through that service. */
export async function openStoreOrCall(options: OpenStoreOptions): Promise<Store> {
  const socket = socketPathOf(options);
  let holder: number | undefined;
  let deadline = 0;
  for (;;) {
    const opened = await tryOpen(options, socket);
    if (!('pid' in opened)) return opened;
    // the holder may end in the meantime, and another command may take its place
    if (opened.pid !== holder) deadline = Date.now() + STARTING_MS;
    holder = opened.pid;
    try {
      return await callStore(opened.socket);
    } catch (error) {
      const message = `Process ${holder} has ${options.dataDirectory} open and does not answer`;
      if (Date.now() > deadline) throw new Error(message, { cause: error });
      await sleep(100);
    }
  }
}

async function tryOpen(options: OpenStoreOptions, socket: string): Promise<Store | LockHolder> {
  const { databaseUrl, dataDirectory, workerUrl, sampleDay, onBroken, onWaiting } = options;
  if (databaseUrl !== undefined) {
    // imported here, because with the embedded engine only its thread needs the driver and the statements
    const { openDatabase } = await import('../database/database.js');
    const { createStore } = await import('./create-store.js');
    const store = createStore(openDatabase({ connectionString: databaseUrl, max: options.poolSize }));
    return upToDate(store, options);
  }
  await openDataDirectory(dataDirectory);
  const lock = await takeLock(path.join(dataDirectory, 'store.lock'), socket);
  if (!isLock(lock)) return lock;
  try {
    const directory = path.join(dataDirectory, 'pglite');
    const worker = new Worker(workerUrl, { workerData: { directory, sampleDay } satisfies StoreWorkerData });
    const store = await upToDate(await storeOfWorker(worker, onBroken), options);
    // the worker must have closed the directory before the lock is released
    const { callersLeft, stop } = await listenForCalls(store, socket).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    return {
      ...store,
      close: async () => {
        // it still listens: a lock whose socket does not answer may count as that of an ended process
        if (onWaiting) await callersLeft(onWaiting);
        lock.renew();
        await stop();
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function upToDate(store: Store, { migrates, onSlow }: OpenStoreOptions): Promise<Store> {
  try {
    const reason = await (migrates ? store.migrate() : store.checkVersion());
    if (reason !== undefined) onSlow?.(reason);
    return store;
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

/** Returns a path next to the data, or in a directory of its own if that is too long. A server needs no socket. */
function socketPathOf({ databaseUrl, dataDirectory }: OpenStoreOptions): string {
  const inDirectory = path.resolve(dataDirectory, 'store.sock');
  if (databaseUrl !== undefined || Buffer.byteLength(inDirectory) <= MAX_SOCKET_PATH) return inDirectory;
  return path.join(os.tmpdir(), `signals-${randomBytes(6).toString('hex')}`, 'store.sock');
}

/**
 * Returns the store of a worker thread, called from outside.
 * @param worker a new thread that runs store-worker
 * @param onBroken called once when the engine cannot continue: every call then fails; close the store
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(worker: Worker, onBroken?: (reason: Error) => void): Promise<Store> {
  const [{ methods }] = (await once(worker, 'message')) as [StoreReady];
  let broken: Error | undefined;
  let isClosing = false;
  const { store, fail } = connectStore(worker, methods);
  const breakDown = (reason: string) => {
    if (broken || isClosing) return;
    broken = unavailable(reason);
    fail(broken);
    onBroken?.(broken);
  };
  // the reason why the engine cannot continue; other messages are replies
  worker.on('message', ({ broken: reason }: { readonly broken?: string }) => {
    if (reason !== undefined) breakDown(reason);
  });
  // the thread has thrown, or its memory has not sufficed
  worker.on('error', (error) => breakDown(`The embedded engine has failed: ${String(error)}`));
  worker.on('exit', () => breakDown('The embedded engine has ended'));
  return {
    ...store,
    close: async () => {
      // does not close a broken engine, because its log already contains all acknowledged changes
      if (!broken)
        await store.close().catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
        });
      isClosing = true;
      await worker.terminate();
      fail(new Error('The store has stopped'));
    },
  };
}
