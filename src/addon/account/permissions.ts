/** Which permission is missing where Google refuses: its own words name methods and addresses. */
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';

/** What to tell the person at the screen of an error: the missing permission, if that is it, and the same error otherwise. */
export function explainRefusal({ person }: Platform, error: unknown): unknown {
  if (isSignalsError(error) || person.mayUseSpreadsheet()) return error;
  return errors.noSpreadsheetPermission();
}
