/** Before the suites in the browser: the browser that they share, and the data of their sandboxes. */

import { startSharedBrowser } from '../browser.js';
import { requireFreshBuild } from '../fresh-build.js';
import { prepareData } from '../prepared-data.js';

export default async (): Promise<void> => {
  requireFreshBuild();
  await prepareData('seeded');
  await startSharedBrowser();
};
