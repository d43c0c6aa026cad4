/** Before the suites of the service: the thread that opens their databases. */
import { buildEngineWorker } from '../../service/support/build-engine-worker.js';
import { compileOnce } from '../compile-once.js';
import { requireFreshBuild } from '../fresh-build.js';

export default async (): Promise<void> => {
  compileOnce();
  requireFreshBuild(['service', 'engine', 'sample']);
  await buildEngineWorker();
};
