/** The embedded engine in a thread: the store on the parent's port, plain SQL on a second one. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openEmbedded } from '../../../src/service/store/embedded.js';
import { serveStore } from '../../../src/service/store/rpc.js';

export interface SqlRequest {
  readonly text: string;
  readonly values: unknown[];
  /** Blocks the thread until it opens. */
  readonly gate?: Int32Array<SharedArrayBuffer>;
}

export interface SqlReply {
  readonly rows: readonly Record<string, unknown>[];
  readonly error?: string;
}

if (!parentPort) throw new Error('engine-worker runs as a worker thread only');
const port = parentPort;
const { sqlPort, directory } = workerData as { readonly sqlPort: MessagePort; readonly directory: string };
const { store, engine } = await openEmbedded(directory);
serveStore(store, port);
sqlPort.on('message', ({ text, values, gate }: SqlRequest) => {
  if (gate) {
    sqlPort.postMessage({ rows: [] } satisfies SqlReply);
    Atomics.wait(gate, 0, 0);
    return;
  }
  engine.query<Record<string, unknown>>(text, values).then(
    ({ rows }) => sqlPort.postMessage({ rows } satisfies SqlReply),
    (error: Error) => sqlPort.postMessage({ rows: [], error: error.message } satisfies SqlReply),
  );
});
port.postMessage({ methods: Object.keys(store) });
