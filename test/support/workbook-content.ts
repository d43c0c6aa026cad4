/** Compares the content of saved workbooks, without ids, which differ between copies. */
import type { ICellData, IWorkbookData, IWorksheetData, Nullable } from '@univerjs/core';

/** Returns non-blank cells by tab name, with value, formula, style and note; sizes, merges and freeze. */
export function contentOf(workbook: IWorkbookData): Record<string, unknown> {
  return Object.fromEntries(
    workbook.sheetOrder.map((id) => {
      const sheet = workbook.sheets[id] ?? {};
      return [
        sheet.name,
        {
          cells: cellsOf(workbook, sheet),
          rows: sheet.rowCount,
          columns: sheet.columnCount,
          merges: sheet.mergeData ?? [],
          freeze: sheet.freeze,
          widths: Object.entries(sheet.columnData ?? {}).map(([column, data]) => [column, data?.w]),
        },
      ];
    }),
  );
}

function cellsOf(workbook: IWorkbookData, sheet: Partial<IWorksheetData>): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const [row, columns] of Object.entries(sheet.cellData ?? {})) {
    for (const [column, data] of Object.entries((columns ?? {}) as Record<string, ICellData | null>)) {
      const style = typeof data?.s === 'string' ? workbook.styles[data.s] : data?.s;
      const content = {
        value: data?.v ?? null,
        formula: data?.f ?? null,
        style: withoutEmpty(style),
        note: data?.custom?.['note'] ?? null,
      };
      if (Object.values(content).some((part) => part !== null)) cells[`${row},${column}`] = content;
    }
  }
  return cells;
}

function withoutEmpty(style: Nullable<object>): object | null {
  const entries = Object.entries(style ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b))) : null;
}
