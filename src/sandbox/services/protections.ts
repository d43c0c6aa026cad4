/** Protected ranges: only the spreadsheet's owner and the named editors may change their cells. */
import type { Role } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Caller } from './define.js';

/** The area of all cells of a tab. */
export const WHOLE_TAB = { row: 1, column: 1, numRows: Infinity, numColumns: Infinity };

export type Protections = ReturnType<typeof createProtections>;

export function createProtections(owner: Role) {
  const all: { readonly area: CellArea; readonly editors: readonly Role[] }[] = [];
  /** True if the person may change all cells of the area. */
  const allow = ({ user: { role } }: Pick<Caller, 'user'>, area: CellArea): boolean =>
    role === owner || all.every((one) => one.editors.includes(role) || !overlap(one.area, area));
  return {
    allow,
    protect: (area: CellArea, editors: readonly Role[] = []) => void all.push({ area, editors }),
    /** @throws Google's error if the person may not change all cells of the area */
    check(caller: Pick<Caller, 'user'>, area: CellArea): void {
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
