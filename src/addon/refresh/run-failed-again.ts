/** Has formulas that show an error run again, when what they lacked is there: no person has to edit each cell. */
import { separatorsOf } from '../../contract/formula.js';
import type { Platform } from '../platform.js';
import { type FoundFormula, findAllFormulas } from './find-formulas.js';
import { byTab, runAgain } from './run-again.js';
import { readCells } from './shown.js';

/** @throws what Google says against it; then all formulas are back in their cells */
export function runFailedAgain(platform: Platform): void {
  const { documentProperties: properties, grid, spreadsheet } = platform;
  if (!properties) return;
  const separators = separatorsOf(spreadsheet.locale());
  const findFailed = (): FoundFormula[] =>
    byTab(findAllFormulas(grid, separators)).flatMap((formulas) => {
      const cells = readCells(formulas[0]!.tab);
      return formulas.filter(({ row, column }) => cells.isError(row, column));
    });
  // most spreadsheets have none, and then nothing is taken out of a cell
  if (findFailed().length > 0) runAgain(platform, properties, findFailed);
}
