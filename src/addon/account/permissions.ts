/** Names the missing permission if Google refuses: Google's own words name methods and addresses. */
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';

/** Returns an error that names the missing permission, if that is the reason, else the same error. */
export function explainRefusal({ person }: Platform, error: unknown): unknown {
  if (isSignalsError(error) || person.mayUseSpreadsheet()) return error;
  return errors.noSpreadsheetPermission();
}
