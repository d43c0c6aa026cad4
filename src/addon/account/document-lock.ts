/** Changes to what the people of one spreadsheet share, one after the other. */
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { forgetContext } from './context.js';

const LOCK_WAIT_MS = 5_000;

/**
 * Runs a change of the document's properties alone, and makes the formulas see it.
 * @throws BUSY when others keep the document for too long, BAD_INPUT without a document or without room for the change
 */
export function inTurn(platform: Platform, change: (properties: Properties) => void): void {
  const { documentProperties, documentLock } = platform;
  if (!documentProperties || !documentLock) throw errors.noDocument();
  const ran = documentLock.run(LOCK_WAIT_MS, () => {
    try {
      change(documentProperties);
    } catch (error) {
      // how the settings say that they would no longer fit
      throw error instanceof RangeError ? errors.storeFull('groups') : error;
    }
  });
  if (!ran) throw errors.settingsBusy();
  forgetContext(platform);
}
