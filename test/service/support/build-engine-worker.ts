/** Builds the program of the engine thread of the tests, once before all suites of the service. */
import path from 'node:path';
import { build } from 'esbuild';

const SETTING = 'TEST_ENGINE_WORKER';

/** Builds it and sets its path in an environment variable for the suites. */
export async function buildEngineWorker(): Promise<void> {
  const file = path.resolve('out/test/engine-worker.mjs');
  await build({
    entryPoints: [path.join(__dirname, 'engine-worker.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
  });
  process.env[SETTING] = file;
}

export function engineWorkerFile(): string {
  const file = process.env[SETTING];
  if (!file) throw new Error('this project has no setup that builds the engine');
  return file;
}
