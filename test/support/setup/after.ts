/** After all suites: ends what they have shared. */
import { stopSharedBrowser } from '../browser.js';
import { stopSharedService } from '../service.js';

export default async (): Promise<void> => {
  stopSharedBrowser();
  await stopSharedService();
};
