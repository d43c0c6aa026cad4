/** Converts between cells and script: arguments as Sheets passes them, results as Sheets shows them. */
import { isScriptError } from '../executions/script-error.js';
import {
  type CellContent,
  type CellValue,
  type ErrorValue,
  type FunctionArgument,
  type FunctionOutcome,
  isDateValue,
  isTable,
  MAX_TEXT_LENGTH,
} from '../grid/values.js';
import { datePatternOf, openTimeZone } from '../services/time-zone.js';

/** The add-on's own limits: no source has Google's. Blacksmoke16/GESI #102 reports it for 494,000 cells. */
const MAX_CELLS = 200_000;
const MAX_CHARACTERS = 4_000_000;

/** A date cell becomes the Date of its wall time in the spreadsheet's zone; an empty argument becomes ''. */
export function argumentsForScript(args: readonly FunctionArgument[], timeZone: string): unknown[] {
  const { instantOfSerial } = openTimeZone(timeZone);
  const cell = (value: CellContent): unknown =>
    isDateValue(value) ? new Date(instantOfSerial(value.date)) : value;
  return args.map((arg) => {
    if (arg === null) return '';
    return isTable<CellContent>(arg) ? arg.map((row) => row.map(cell)) : cell(arg);
  });
}

/** Runs a custom function and returns the content of its cell. */
export async function outcomeOf(
  run: () => Promise<unknown>,
  functionName: string,
  timeZone: string,
): Promise<FunctionOutcome> {
  try {
    return outcomeFromScript(await run(), functionName, timeZone);
  } catch (failure) {
    return error(isScriptError(failure) ? failure.note : 'Internal error executing the custom function.');
  }
}

/** A list becomes a column; a value that a cell cannot contain becomes an error. */
function outcomeFromScript(value: unknown, functionName: string, timeZone: string): FunctionOutcome {
  const { serialOf } = openTimeZone(timeZone);
  const cell = (one: unknown): CellValue => {
    if (one === null || one === undefined) return null;
    if (typeof one === 'string' && one.length > MAX_TEXT_LENGTH) {
      return error(
        `Text result of ${functionName} is longer than the limit of ${MAX_TEXT_LENGTH} characters.`,
      );
    }
    if (typeof one === 'number' && !Number.isFinite(one)) return { error: '#NUM!' };
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') return one;
    if (one instanceof Date) {
      const serial = serialOf(one.getTime());
      if (Number.isNaN(serial)) return { error: '#NUM!' };
      return { date: serial, pattern: datePatternOf(serial) };
    }
    return error(`${functionName} returned a value that no cell can show.`);
  };
  if (!Array.isArray(value)) return cell(value);
  if (value.length === 0) return error(`${functionName} returned an empty array.`);
  const table = value.map((row: unknown) => (Array.isArray(row) ? row.map(cell) : [cell(row)]));
  const cells = table.flat();
  const texts = cells.filter((one) => typeof one === 'string');
  const isTooLarge = cells.length > MAX_CELLS || texts.join('').length > MAX_CHARACTERS;
  return isTooLarge ? error('Result too large') : table;
}

function error(message: string): ErrorValue {
  return { error: '#ERROR!', message };
}
