/** The charts of a spreadsheet by tab: they stay at their cells, and keep drawing them, when rows and columns come and go. */
import { ICommandService, type IRange } from '@univerjs/core';
import { InsertColMutation, InsertRowMutation, RemoveColMutation, RemoveRowMutation } from '@univerjs/sheets';
import type { ChartInfo, ChartsByTab } from '../bridge/operations.js';
import { type Shift, shiftCharts } from './chart-areas.js';
import type { HeadlessWorkbook } from './headless.js';

const SHIFTS: Readonly<Record<string, readonly [Shift['axis'], 1 | -1]>> = {
  [InsertRowMutation.id]: ['row', 1],
  [RemoveRowMutation.id]: ['row', -1],
  [InsertColMutation.id]: ['column', 1],
  [RemoveColMutation.id]: ['column', -1],
};

export class HostCharts {
  readonly #workbook: HeadlessWorkbook['workbook'];
  readonly #onChange: (charts: ChartsByTab) => void;
  #byTab: ChartsByTab;

  constructor(
    { workbook, univer }: HeadlessWorkbook,
    stored: ChartsByTab,
    onChange: (charts: ChartsByTab) => void,
  ) {
    this.#workbook = workbook;
    this.#byTab = stored;
    this.#onChange = onChange;
    const commands = univer.__getInjector().get(ICommandService);
    commands.onCommandExecuted(({ id, params }) => {
      const [axis, sign] = SHIFTS[id] ?? [];
      if (!axis || !sign) return;
      const { subUnitId, range } = params as { readonly subUnitId: string; readonly range: IRange };
      const [from, to] =
        axis === 'row' ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
      const shift = { sheetId: subUnitId, axis, first: from + 1, count: sign * (to - from + 1) };
      this.#replace(shiftCharts(this.#byTab, shift));
    });
  }

  of(sheetId: string): readonly ChartInfo[] {
    return this.#byTab[sheetId] ?? [];
  }

  set(sheetId: string, charts: readonly ChartInfo[]): void {
    this.#replace({ ...this.#byTab, [sheetId]: charts });
  }

  /** Without those of tabs that a person has deleted, who may yet undo it. */
  list(): ChartsByTab {
    return Object.fromEntries(
      Object.entries(this.#byTab).filter(([id]) => this.#workbook.getSheetBySheetId(id)),
    );
  }

  #replace(next: ChartsByTab): void {
    if (next === this.#byTab) return;
    this.#byTab = next;
    this.#onChange(this.list());
  }
}
