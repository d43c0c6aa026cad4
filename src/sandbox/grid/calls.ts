/** The calls of custom functions by cells, and their answers, as host and page exchange them: schemas and types. */
import * as z from 'zod';
import type { FunctionArgument, FunctionOutcome } from './values.js';

const CALL = z.object({
  /** Function and arguments as text: equal calls have equal keys. */
  key: z.string(),
  functionName: z.string(),
  // not each cell of each table, which would take long
  args: z.custom<readonly FunctionArgument[]>(Array.isArray),
  sheetId: z.string(),
  /** From zero. */
  row: z.int().min(0),
  column: z.int().min(0),
});
/** A call of a function by one cell. Each cell is a separate execution, as in Sheets. */
export type CustomCall = Readonly<z.infer<typeof CALL>>;
export type CellPosition = Pick<CustomCall, 'sheetId' | 'row' | 'column'>;

export const ANSWER = z.object({
  call: CALL,
  outcome: z.custom<FunctionOutcome>((value) => value !== undefined),
});
export type CustomAnswer = Readonly<z.infer<typeof ANSWER>>;
