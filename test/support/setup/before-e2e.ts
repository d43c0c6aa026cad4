/** Before the suites in the browser: the browser that they share, and the data of their sandboxes. */

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
