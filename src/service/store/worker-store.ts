/** The store of a worker thread, called from outside. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';

/**
 * @param worker a new thread that runs store-worker
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(worker: Worker): Promise<Store> {
  await once(worker, 'message');
  const exit = once(worker, 'exit');
  let reason = new Error('The store has stopped');
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : new Error(String(error));
  });
  const remote = connectStore({
    send: (message) => worker.postMessage(message),
    onMessage: (receive) => worker.on('message', receive),
    onClose: (closed) => worker.on('exit', () => closed(reason)),
  });
  return {
    ...remote,
    close: async () => {
      await remote.close();
      await worker.terminate();
      await exit;
    },
  };
}
