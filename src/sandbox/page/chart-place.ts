/** The positions of cells and charts on the screen, as CSS. */
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// adds its methods to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';
import type { ChartInfo } from '../bridge/operations.js';

export type VisibleCells = NonNullable<ReturnType<typeof cellsOf>>;

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
    style: {
      left: `${left + corner.x * zoom}px`,
      top: `${top + corner.y * zoom}px`,
      width: `${Math.max(0, width - corner.x * zoom - SCROLL_BAR_PX)}px`,
      height: `${Math.max(0, height - corner.y * zoom - SCROLL_BAR_PX)}px`,
    },
    zoom,
    corner,
    frozen,
    /** The position where the frozen cells end. */
    begin,
    scrolled: { x: first.x - begin.x + offsetX, y: first.y - begin.y + offsetY },
  };
}

/**
 * Returns the style that moves a chart from the upper left corner of the cells to its own, and cuts off what
 * frozen cells cover of it; undefined if the chart's cell no longer exists.
 */
export function styleOfChart(
  sheet: FWorksheet,
  { row, column }: ChartInfo,
  { zoom, scrolled, corner, frozen, begin }: VisibleCells,
) {
  if (row > sheet.getMaxRows() || column > sheet.getMaxColumns()) return undefined;
  const { x, y } = rectangleAt(sheet, row - 1, column - 1);
  const [isAcross, isBelow] = [column > frozen.columns, row > frozen.rows];
  const left = x - (isAcross ? scrolled.x : 0);
  const top = y - (isBelow ? scrolled.y : 0);
  const before = isAcross ? Math.max(0, begin.x - left) : 0;
  const above = isBelow ? Math.max(0, begin.y - top) : 0;
  return {
    transform: `translate(${(left - corner.x) * zoom}px, ${(top - corner.y) * zoom}px) scale(${zoom})`,
    clipPath: `inset(${above}px 0 0 ${before}px)`,
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
