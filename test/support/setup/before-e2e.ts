/** Runs before the suites in the browser: starts the shared browser and prepares the sandboxes' data. */

import { startSharedBrowser } from '../browser.js';
import { compileOnce } from '../compile-once.js';
import { requireFreshBuild } from '../fresh-build.js';
import { prepareSeededData } from '../prepared-data.js';

export default async (): Promise<void> => {
  compileOnce();
  requireFreshBuild();
  await prepareSeededData();
  await startSharedBrowser();
};
