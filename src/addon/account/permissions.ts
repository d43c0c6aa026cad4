/** Finds the missing permission when Google refuses, because its own words name methods and addresses. */
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';

/** Explains an error to the person at the screen: the missing permission, if that is the reason, else the same error. */
export function explainRefusal({ person }: Platform, error: unknown): unknown {
  if (isSignalsError(error) || person.mayUseSpreadsheet()) return error;
  return errors.noSpreadsheetPermission();
}
