/** Before the suites of the service: an empty database, made once. */
import { requireFreshBuild } from '../fresh-build.js';
import { prepareData } from '../prepared-data.js';

export default async (): Promise<void> => {
  requireFreshBuild(['service']);
  await prepareData('empty');
};
