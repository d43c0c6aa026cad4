/** Protected ranges: only the people they name, and the owner of the spreadsheet, may change their cells. */
import type { Role } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Caller } from './handlers.js';

export interface Protections {
  protect(area: CellArea, editors?: readonly Role[]): void;
  /** Whether the person may change all cells of the area. */
  allow(caller: Pick<Caller, 'user'>, area: CellArea): boolean;
  /** @throws Google's error where the person may not */
  check(caller: Pick<Caller, 'user'>, area: CellArea): void;
}

interface Protection {
  readonly area: CellArea;
  readonly editors: readonly Role[];
}

export function createProtections(owner: Role): Protections {
  const protections: Protection[] = [];
  const allow: Protections['allow'] = ({ user }, area) =>
    user.role === owner ||
    protections.every((one) => one.editors.includes(user.role) || !overlap(one.area, area));
  return {
    protect: (area, editors = []) => void protections.push({ area, editors }),
    allow,
    check(caller, area) {
      if (allow(caller, area)) return;
      throw new Error(
        'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
      );
    },
  };
}

function overlap(a: CellArea, b: CellArea): boolean {
  return (
    a.sheetId === b.sheetId &&
    a.row < b.row + b.numRows &&
    b.row < a.row + a.numRows &&
    a.column < b.column + b.numColumns &&
    b.column < a.column + a.numColumns
  );
}
