/** Opens the embedded engine in a worker thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';

export interface WorkerStoreOptions {
  /** The built store-worker. */
  readonly workerUrl: URL;
  readonly directory: string;
}

/** @throws what the engine says when it cannot open the directory */
export async function openWorkerStore({ workerUrl, directory }: WorkerStoreOptions): Promise<Store> {
  const worker = new Worker(workerUrl, { workerData: { directory } });
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
