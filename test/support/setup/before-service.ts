/** Before the suites of the service: the thread that opens their databases, and an empty file for their replies. */
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
