/** Tells of rows and columns that come and go in a workbook, by a person or a script. */
import { ICommandService, type IRange, type Univer } from '@univerjs/core';
import { InsertColMutation, InsertRowMutation, RemoveColMutation, RemoveRowMutation } from '@univerjs/sheets';
import type { Shift } from './chart-areas.js';

const MUTATIONS: Readonly<Record<string, readonly [Shift['axis'], 1 | -1]>> = {
  [InsertRowMutation.id]: ['row', 1],
  [RemoveRowMutation.id]: ['row', -1],
  [InsertColMutation.id]: ['column', 1],
  [RemoveColMutation.id]: ['column', -1],
};

/** Calls back for each change of the workbook, by a person or a script. */
export function onShift(univer: Univer, listener: (shift: Shift) => void): void {
  univer
    .__getInjector()
    .get(ICommandService)
    .onCommandExecuted(({ id, params }) => {
      const [axis, sign] = MUTATIONS[id] ?? [];
      if (!axis || !sign) return;
      const { subUnitId, range } = params as { readonly subUnitId: string; readonly range: IRange };
      const [from, to] =
        axis === 'row' ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
      listener({ sheetId: subUnitId, axis, first: from + 1, count: sign * (to - from + 1) });
    });
}
