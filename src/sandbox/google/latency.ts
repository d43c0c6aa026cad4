/** How long Google takes for a call, for measurements: the emulation itself answers at once. */
import { INTERNAL } from '../bridge/operations.js';

/**
 * Milliseconds, the upper ones of those measured:
 * - cache get 3-4 and put 92-93, property get 30-34 and set 62-64: ziritione.org, averages of 100 runs
 * - cache remove 88-90: qiita.com/mitonattou919, averages of 10 runs
 * - a write and a read of a sheet 800, of a web service 350: justin.poehnelt.com, averages of 100 runs; half for each
 *
 * No source has measured the rest: locks are assumed to be as dear as what is written for all executions, which a lock is;
 * properties of a spreadsheet as dear as what is read there; triggers and mails as a web service; what needs no
 * other machine as the cheapest call.
 */
const CACHE_READ = 4;
const PROPERTY_READ = 34;
const SHEET = 400;

const BY_OPERATION: Readonly<Record<string, number>> = {
  'Spreadsheet.getProperties': PROPERTY_READ,
  'Spreadsheet.getSelection': PROPERTY_READ,
  'Spreadsheet.getSheets': PROPERTY_READ,
};

const BY_SERVICE: Readonly<Record<string, number>> = {
  Spreadsheet: SHEET,
  Sheet: SHEET,
  Range: SHEET,
};

/** Of one call, in milliseconds. */
export function latencyOf(operation: string): number {
  if (operation.startsWith(INTERNAL)) return 0;
  return BY_OPERATION[operation] ?? BY_SERVICE[operation.split('.')[0] ?? ''] ?? CACHE_READ;
}
