/** Runs before the service's suites: builds their database thread and empties the file of replies. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildEngineWorker } from '../../service/support/build-engine-worker.js';
import { compileOnce } from '../compile-once.js';
import { requireFreshBuild } from '../fresh-build.js';

export default async (): Promise<void> => {
  compileOnce();
  requireFreshBuild(['service', 'databases', 'client']);
  await buildEngineWorker();
  const replies = process.env['RECORD_REPLIES'];
  if (!replies) return;
  mkdirSync(path.dirname(replies), { recursive: true });
  writeFileSync(replies, '');
};
