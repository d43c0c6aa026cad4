/**
 * The embedded engine without the service, in a thread, as in the service: on some machines a thread that has
 * just slept reads memory up to 1.5 times slower, so a fair baseline must sleep as often.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

if (!parentPort) throw new Error('bare-engine runs as a worker thread only');
const port = parentPort;
const engine = await PGlite.create(workerData.directory, { extensions: { pg_trgm } });

port.on('message', async (/** @type {import('./record-statements.mjs').Statement[]} */ statements) => {
  const started = performance.now();
  for (const { text, values } of statements) await engine.query(text, values);
  // only the driver's time, without the messages to this thread
  port.postMessage(performance.now() - started);
});
port.postMessage('ready');
