/**
 * A thread that builds Code.js: webpack computes for seconds, and `npm start` does other work in the meantime.
 * The file contains both ends; only the thread loads webpack.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** The thread starts on first use. */
export function createCodeThread() {
  /** @type {Worker | undefined} */
  let worker;
  return {
    /**
     * One at a time.
     * @param {string} folder where to, from the root
     * @returns {Promise<import('./parts.mjs').Built>}
     */
    async build(folder) {
      worker ??= new Worker(new URL(import.meta.url));
      const reply = once(worker, 'message');
      worker.postMessage(folder);
      const [{ built, error }] = await reply;
      if (error !== undefined) throw new Error(error);
      return built;
    },
    close: async () => void (await worker?.terminate()),
  };
}

if (!isMainThread && parentPort) {
  const { createCodeCompiler } = await import('./build-code.mjs');
  const port = parentPort;
  const compiler = createCodeCompiler();
  port.on('message', (/** @type {string} */ folder) => {
    compiler.build(folder).then(
      (built) => port.postMessage({ built }),
      (error) => port.postMessage({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
