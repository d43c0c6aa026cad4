/** The store of a worker thread, called from outside. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isUnavailable, unavailable } from '../database/unavailable.js';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';

/** The first message of the thread. */
export interface Ready {
  readonly ready: true;
}

/** Sent by the thread when its engine cannot continue, with the reason. */
interface Broken {
  readonly broken: string;
}

/**
 * @param worker a new thread that runs store-worker
 * @param onBroken called once when the engine cannot continue: then every call fails, and the store is to be closed
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(worker: Worker, onBroken?: (reason: Error) => void): Promise<Store> {
  await once(worker, 'message');
  const exit = once(worker, 'exit');
  let reason = new Error('The store has stopped');
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : new Error(String(error));
  });
  let broken: Error | undefined;
  const remote = connectStore({
    send: (message) => worker.postMessage(message),
    onMessage: (receive) =>
      worker.on('message', (message: object) => {
        if (!('broken' in message)) receive(message);
      }),
    onClose: (closed) => {
      worker.on('exit', () => closed(reason));
      worker.on('message', (message: object) => {
        if (broken || !('broken' in message)) return;
        broken = unavailable((message as Broken).broken);
        closed(broken);
        onBroken?.(broken);
      });
    },
  });
  return {
    ...remote,
    close: async () => {
      // an engine that cannot continue is left as it is: what it has acknowledged is in its log
      if (!broken) await remote.close().catch(ignoreUnavailable);
      await worker.terminate();
      await exit;
    },
  };
}

function ignoreUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}
