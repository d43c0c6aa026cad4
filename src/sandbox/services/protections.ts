/** Protected ranges: only the spreadsheet's owner may change their cells. */
import type { Role } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Workbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';

/** The area of all cells of a tab. */
export const WHOLE_TAB = { row: 1, column: 1, numRows: Infinity, numColumns: Infinity };

export type Protections = ReturnType<typeof createProtections>;

export function createProtections(owner: Role, { onCellsMoved }: Workbook) {
  let all: readonly CellArea[] = [];
  onCellsMoved((follow) => {
    all = all.flatMap((area) => follow(area) ?? []);
  });
  /** True if the person may change all cells of the area. */
  const allow = ({ user: { role } }: Caller, area: CellArea): boolean =>
    role === owner || !all.some((one) => overlap(one, area));
  return {
    allow,
    protect(area: CellArea): void {
      all = [...all, area];
    },
    /** @throws Google's error if the person may not change all cells of the area */
    check(caller: Caller, area: CellArea): void {
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
