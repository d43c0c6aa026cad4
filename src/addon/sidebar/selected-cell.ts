/** The cell that the sidebar speaks of. */
import { separatorsOf } from '../../contract/formula.js';
import type { CellState } from '../../contract/sidebar-api.js';
import type { Platform } from '../platform.js';
import { a1Of, findSelected } from '../refresh/find-formulas.js';

/** The selected one, or the one with the formula in whose table it lies: to write into the table would break it. */
export function selectedCell(platform: Platform): CellState | undefined {
  const { sheets, spreadsheet } = platform;
  const cell = sheets.selected();
  if (cell?.formula !== '' || cell.text === '') return cell;
  const [found] = findSelected(platform, separatorsOf(spreadsheet.locale()));
  return (found && sheets.read({ sheet: cell.sheet, a1: a1Of(found) })) ?? cell;
}
