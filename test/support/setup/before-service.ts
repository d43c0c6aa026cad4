/** Before the suites of the service: an empty database, and the thread that opens copies of it. */
import { buildEngineWorker } from '../../service/support/build-engine-worker.js';
import { compileOnce } from '../compile-once.js';
import { requireFreshBuild } from '../fresh-build.js';
import { prepareData } from '../prepared-data.js';

export default async (): Promise<void> => {
  compileOnce();
  requireFreshBuild(['service']);
  await prepareData('empty');
  await buildEngineWorker();
};
