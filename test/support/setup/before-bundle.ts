/** Before the suites of the built add-on: the service that they share. */
import { prepareData } from '../prepared-data.js';
import { startSharedService } from '../service.js';

export default async (): Promise<void> => {
  await prepareData('seeded');
  await startSharedService();
};
