/** The store of a worker thread, called from outside. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isUnavailable, unavailable } from '../database/unavailable.js';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';

/**
 * @param worker a new thread that runs store-worker
 * @param onBroken called once when the engine cannot continue: every call then fails; close the store
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(worker: Worker, onBroken?: (reason: Error) => void): Promise<Store> {
  // the first message reports that the thread is ready
  await once(worker, 'message');
  let broken: Error | undefined;
  let isClosing = false;
  const { store, fail } = connectStore(worker);
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
