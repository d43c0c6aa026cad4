/** Measures a first start: from an empty directory to the sample data, a key and its first answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withService } from './with-service.mjs';

/** @returns {Promise<import('../service.mjs').Measurement>} */
export async function measureFirstStart() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
  try {
    const started = performance.now();
    const ms = await withService({ DATA_DIR: folder, SEED: 'on' }, async ({ ask }) => {
      await ask({ limit: 5 });
      return performance.now() - started;
    });
    return { what: 'first start, to the first answer', value: ms / 1_000, unit: 's', atMost: 5 };
  } finally {
    await rm(folder, { recursive: true });
  }
}
