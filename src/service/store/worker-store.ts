/** The store of a worker thread, called from outside and watched. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isUnavailable, unavailable } from '../database/unavailable.js';
import type { Store } from './create-store.js';
import { connectStore } from './rpc.js';
import { threadTime } from './thread-time.js';

/** The first message of the thread, with its name. */
export interface Ready {
  readonly ready: string;
}

/** Sent by the thread when its engine cannot continue, with the reason. */
interface Broken {
  readonly broken: string;
}

const LOOK_EVERY_MS = 1_000;
/** So often nothing has moved before the thread counts as frozen. Counted, because the whole process may be suspended. */
const LOOKS = 7;

export interface WatchOptions {
  /** Called once when the engine cannot continue: then every call fails, and the store is to be closed. */
  readonly onBroken?: (reason: Error) => void;
  /** @default 1000 */
  readonly lookEveryMs?: number;
}

/**
 * @param worker a new thread that runs store-worker
 * @throws the engine's error if it cannot open its directory
 */
export async function storeOfWorker(
  worker: Worker,
  { onBroken, lookEveryMs = LOOK_EVERY_MS }: WatchOptions = {},
): Promise<Store> {
  const [{ ready }] = (await once(worker, 'message')) as [Ready];
  const exit = once(worker, 'exit');
  let reason = new Error('The store has stopped');
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : new Error(String(error));
  });
  let waiting = 0;
  let broken: Error | undefined;
  const remote = connectStore({
    send: (message) => {
      waiting += 1;
      worker.postMessage(message);
    },
    onMessage: (receive) =>
      worker.on('message', (message: object) => {
        if ('broken' in message) return;
        waiting -= 1;
        receive(message);
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
    onStall: (stalled) => {
      const moved = () => `${waiting} ${threadTime(worker, ready)}`;
      let [before, looks] = ['', 0];
      const timer = setInterval(() => {
        const now = waiting > 0 ? moved() : '';
        looks = now !== '' && now === before ? looks + 1 : 0;
        before = now;
        if (looks === LOOKS) stalled(unavailable('The embedded engine does not answer'));
      }, lookEveryMs);
      timer.unref();
      worker.on('exit', () => clearInterval(timer));
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
