/** The worker thread of the embedded engine, so that a query never blocks the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEmbedded } from './embedded.js';
import { serveStore } from './rpc.js';
import { threadName } from './thread-time.js';
import type { Ready } from './worker-store.js';

if (!parentPort) throw new Error('store-worker runs as a worker thread only');
const port = parentPort;
const { directory } = workerData as { readonly directory: string };
const { store } = await openEmbedded(directory, ({ message }) => port.postMessage({ broken: message }));
serveStore(store, {
  send: (message) => port.postMessage(message),
  onMessage: (receive) => port.on('message', receive),
  onClose: () => undefined,
});
port.postMessage({ ready: threadName() } satisfies Ready);
