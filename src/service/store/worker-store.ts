/** The store of a worker thread, called from outside. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isUnavailable, unavailable } from '../database/unavailable.js';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';

/** Sent by the thread with the reason when its engine cannot continue; other messages are replies. */
interface Broken {
  readonly broken?: string;
}

/**
 * @param worker a new thread that runs store-worker
 * @param onBroken called once when the engine cannot continue: every call then fails; close the store
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(worker: Worker, onBroken?: (reason: Error) => void): Promise<Store> {
  // the first message reports that the thread is ready
  await once(worker, 'message');
  const exit = once(worker, 'exit');
  let reason = new Error('The store has stopped');
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : new Error(String(error));
  });
  let broken: Error | undefined;
  const { store, fail } = connectStore(worker);
  worker.on('exit', () => fail(reason));
  worker.on('message', (message: Broken) => {
    if (broken || message.broken === undefined) return;
    broken = unavailable(message.broken);
    fail(broken);
    onBroken?.(broken);
  });
  return {
    ...store,
    close: async () => {
      // does not close a broken engine, because its log already contains all acknowledged changes
      if (!broken)
        await store.close().catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
        });
      await worker.terminate();
      await exit;
    },
  };
}
