/** A formula that stands in the builder and in no cell: what it would ask now. */
import { separatorsOf } from '../../contract/formula.js';
import { datasetOf, openFormula } from '../../contract/formula-question.js';
import { errors } from '../errors.js';
import { type ParsedFormula, readCellFormula } from '../formula/parsed-formula.js';
import type { Platform } from '../platform.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { createZone, type Zone } from '../question/zone.js';

export interface TypedFormula extends ParsedFormula {
  readonly zone: Zone;
  readonly today: string;
}

/** Undefined for a formula without a dataset. @throws BAD_INPUT */
export function readTypedFormula(
  { clock, spreadsheet, sheets }: Platform,
  formula: unknown,
): TypedFormula | undefined {
  if (typeof formula !== 'string') throw errors.badFormula();
  const opened = openFormula(formula, separatorsOf(spreadsheet.locale()));
  if (!opened) throw errors.noSignalsFormula();
  const dataset = datasetOf(opened.question.functionName);
  if (!dataset) return undefined;
  const zone = createZone(spreadsheet.timeZone());
  const today = zone.dayOf(new Date(clock.now()));
  const args = opened.call.args.map((argument) => valueOfArgument(sheets, argument));
  return { ...readCellFormula(dataset, args, { zone: () => zone, today: () => today }), zone, today };
}
