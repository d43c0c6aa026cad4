/** Runs before the suites of the built add-on: starts the service that they share. */
import { compileOnce } from '../compile-once.js';
import { requireFreshBuild } from '../fresh-build.js';
import { prepareSeededData } from '../prepared-data.js';
import { startSharedService } from '../service.js';

export default async (): Promise<void> => {
  compileOnce();
  requireFreshBuild();
  await prepareSeededData();
  await startSharedService();
};
