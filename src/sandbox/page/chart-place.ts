/** The positions of cells and charts on the screen. */
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// adds its methods to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';

type VisibleCells = NonNullable<ReturnType<typeof cellsOf>>;

const SCROLL_BAR_PX = 14;

/** Returns the part of the screen with cells, without headers and scroll bars; undefined without a grid. */
export function cellsOf(sheet: FWorksheet) {
  const canvas = largestCanvas();
  if (!canvas) return undefined;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const zoom = sheet.getZoom() || 1;
  // lengths from the facade are those at 100 % zoom
  const corner = rectangleAt(sheet, 0, 0);
  const frozen = { rows: sheet.getFrozenRows(), columns: sheet.getFrozenColumns() };
  const { sheetViewStartRow, sheetViewStartColumn, offsetX, offsetY } = sheet.getScrollState();
  // the scroll state counts rows and columns from the frozen ones
  const begin = rectangleAt(sheet, frozen.rows, frozen.columns);
  const first = rectangleAt(sheet, frozen.rows + sheetViewStartRow, frozen.columns + sheetViewStartColumn);
  return {
    left: left + corner.x * zoom,
    top: top + corner.y * zoom,
    width: Math.max(0, width - corner.x * zoom - SCROLL_BAR_PX),
    height: Math.max(0, height - corner.y * zoom - SCROLL_BAR_PX),
    zoom,
    corner,
    frozen,
    /** The position where the frozen cells end. */
    begin,
    scrolled: { x: first.x - begin.x + offsetX, y: first.y - begin.y + offsetY },
  };
}

/**
 * Returns, at 100 %, a chart's upper left corner in the cells' area and how much of it frozen cells cover.
 * @returns undefined if the chart's cell no longer exists
 */
export function chartPosition(
  sheet: FWorksheet,
  { row, column }: { readonly row: number; readonly column: number },
  { zoom, scrolled, corner, frozen, begin }: VisibleCells,
) {
  if (row > sheet.getMaxRows() || column > sheet.getMaxColumns()) return undefined;
  const { x, y } = rectangleAt(sheet, row - 1, column - 1);
  const [isAcross, isBelow] = [column > frozen.columns, row > frozen.rows];
  const left = x - (isAcross ? scrolled.x : 0);
  const top = y - (isBelow ? scrolled.y : 0);
  return {
    x: (left - corner.x) * zoom,
    y: (top - corner.y) * zoom,
    before: isAcross ? Math.max(0, begin.x - left) : 0,
    above: isBelow ? Math.max(0, begin.y - top) : 0,
  };
}

/** Returns the position at 100 %, including headers, as if the sheet were not scrolled. */
function rectangleAt(sheet: FWorksheet, row: number, column: number) {
  return sheet
    .getRange(Math.min(row, sheet.getMaxRows() - 1), Math.min(column, sheet.getMaxColumns() - 1))
    .getCellRect();
}

/** Returns the grid's canvas; the smaller ones belong to the formula bar. */
function largestCanvas(): HTMLCanvasElement | undefined {
  const area = ({ clientWidth, clientHeight }: HTMLCanvasElement) => clientWidth * clientHeight;
  const all = [...document.querySelectorAll<HTMLCanvasElement>('#grid canvas')];
  return all.sort((a, b) => area(b) - area(a))[0];
}
