/** The values that scripts, host and page send to each other: their schemas, from which their types follow. */
import * as z from 'zod';

/** A rectangle of cells; rows and columns count from 1, as in Apps Script. */
export type CellArea = Readonly<z.infer<typeof CELL_AREA>>;
export const CELL_AREA = z.object({
  sheetId: z.string(),
  row: z.int().min(1),
  column: z.int().min(1),
  numRows: z.int().min(1),
  numColumns: z.int().min(1),
});

export type MenuInfo = Readonly<z.infer<typeof MENU>>;
const MENU_ITEM = z.object({ caption: z.string(), functionName: z.string() });
export const MENU = z.object({ caption: z.string(), items: z.array(MENU_ITEM.or(z.literal('separator'))) });

/** The help of a custom function, which the grid shows while a person types a formula. */
export type FunctionHelp = Readonly<z.infer<typeof FUNCTION_HELP>>;
const PARAMETER_HELP = z.object({
  name: z.string(),
  /** The text between the braces: a type or an example. */
  example: z.string(),
  description: z.string(),
});
export const FUNCTION_HELP = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.array(PARAMETER_HELP),
});

export type DialogRequest = Readonly<z.infer<typeof DIALOG>>;
export const DIALOG = z.object({ title: z.string(), message: z.string(), buttons: z.array(z.string()) });

export type ChartInfo = Readonly<z.infer<typeof CHART>>;
const CHART = z.object({
  id: z.string(),
  type: z.string(),
  ranges: z.array(CELL_AREA),
  // a script can give anything
  row: z.number().catch(1),
  column: z.number().catch(1),
  options: z.record(z.string(), z.unknown()),
});

/** Charts by the id of their tab. */
export type ChartsByTab = z.infer<typeof CHARTS_BY_TAB>;
export const CHARTS_BY_TAB = z.record(z.string(), z.array(CHART).readonly()).readonly();

/** Counts of the scripts' requests to other servers, in all spreadsheets. */
export type Traffic = z.infer<typeof TRAFFIC>;
export const TRAFFIC = z.object({
  /** Includes requests that did not arrive. */
  requests: z.number(),
  /** The sum of `x-credits-charged` in all answers, including those that the script did not receive. */
  credits: z.number(),
});
