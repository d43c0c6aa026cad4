/** The worker thread of the embedded engine, so that a query never blocks the service. */
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { openEmbedded } from './embedded.js';
import { serveStore } from './rpc.js';
import { threadName } from './thread-time.js';
import type { Ready } from './worker-store.js';

if (!parentPort) throw new Error('store-worker runs as a worker thread only');
const port = parentPort;
const { directory } = workerData as { readonly directory: string };
const { store } = await openEmbedded(directory, {
  onBroken: ({ message }) => port.postMessage({ broken: message }),
  // built beside this program
  template: fileURLToPath(new URL('./engine', import.meta.url)),
});
serveStore(store, {
  send: (message) => port.postMessage(message),
  onMessage: (receive) => port.on('message', receive),
  onClose: () => undefined,
});
port.postMessage({ ready: threadName() } satisfies Ready);
