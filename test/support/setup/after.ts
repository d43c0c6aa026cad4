/** Runs after all suites: ends the processes that they share. */
import { stopSharedBrowser } from '../browser.js';
import { stopSharedService } from '../service.js';

export default async (): Promise<void> => {
  stopSharedBrowser();
  await stopSharedService();
};
