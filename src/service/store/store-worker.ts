/** The worker thread of the embedded engine, so that a query never blocks the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEmbedded } from './embedded.js';
import { serveStore } from './rpc.js';
import { templateFor, templatesIn } from './templates.js';

export interface StoreWorkerData {
  readonly directory: string;
  /** The day up to which a new database gets sample data; undefined for none. */
  readonly sampleDay: string | undefined;
}

/** The first message of the thread. */
export interface StoreReady {
  readonly methods: readonly string[];
}

if (!parentPort) throw new Error('store-worker runs as a worker thread only');
const port = parentPort;
const { directory, sampleDay } = workerData as StoreWorkerData;
const { store } = await openEmbedded(directory, {
  onBroken: ({ message }) => port.postMessage({ broken: message }),
  template: await templateFor(templatesIn(import.meta.dirname), sampleDay),
});
serveStore(store, port);
port.postMessage({ methods: Object.keys(store) } satisfies StoreReady);
