/** Where the cells of the grid are on the screen, and a chart among them. */
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// for the methods that it adds to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';

/** The part of the screen that shows cells, between the headers and the scroll bars. */
export interface VisibleCells {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** 1 for 100 %. */
  readonly zoom: number;
  /** How far the cells are scrolled, in pixels at 100 %. */
  readonly scrolled: { readonly x: number; readonly y: number };
  /** The corner of the first cell, at 100 %. */
  readonly corner: { readonly x: number; readonly y: number };
  /** Rows and columns that stay in sight. */
  readonly frozen: { readonly rows: number; readonly columns: number };
}

/** Its upper left corner on the screen, from that of the cells, and how much of it is under frozen cells, at 100 %. */
export interface ChartPlace {
  readonly x: number;
  readonly y: number;
  readonly before: number;
  readonly above: number;
}

const SCROLL_BAR_PX = 14;

/** @returns undefined while there is no grid */
export function cellsOf(sheet: FWorksheet): VisibleCells | undefined {
  const canvas = largestCanvas();
  if (!canvas) return undefined;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const zoom = sheet.getZoom() || 1;
  const corner = rectangleAt(sheet, 0, 0);
  const frozen = { rows: sheet.getFrozenRows(), columns: sheet.getFrozenColumns() };
  const { sheetViewStartRow, sheetViewStartColumn, offsetX, offsetY } = sheet.getScrollState();
  // the first rows in sight are counted from the frozen ones
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
    scrolled: { x: first.x - begin.x + offsetX, y: first.y - begin.y + offsetY },
  };
}

/** Undefined where its cell is gone. */
export function placeOf(
  sheet: FWorksheet,
  { row, column }: { readonly row: number; readonly column: number },
  { zoom, scrolled, corner, frozen }: VisibleCells,
): ChartPlace | undefined {
  if (row > sheet.getMaxRows() || column > sheet.getMaxColumns()) return undefined;
  const { x, y } = rectangleAt(sheet, row - 1, column - 1);
  const edge = rectangleAt(sheet, frozen.rows, frozen.columns);
  const [isAcross, isBelow] = [column > frozen.columns, row > frozen.rows];
  const left = x - (isAcross ? scrolled.x : 0);
  const top = y - (isBelow ? scrolled.y : 0);
  return {
    x: (left - corner.x) * zoom,
    y: (top - corner.y) * zoom,
    before: isAcross ? Math.max(0, edge.x - left) : 0,
    above: isBelow ? Math.max(0, edge.y - top) : 0,
  };
}

/** At 100 %, headers included, as if nothing were scrolled. */
function rectangleAt(sheet: FWorksheet, row: number, column: number): { x: number; y: number } {
  const { x, y } = sheet
    .getRange(Math.min(row, sheet.getMaxRows() - 1), Math.min(column, sheet.getMaxColumns() - 1))
    .getCellRect();
  return { x, y };
}

/** That is the grid; the others are the formula bar's. */
function largestCanvas(): HTMLCanvasElement | undefined {
  const area = ({ clientWidth, clientHeight }: HTMLCanvasElement) => clientWidth * clientHeight;
  return [...document.querySelectorAll<HTMLCanvasElement>('#grid canvas')].sort(
    (a, b) => area(b) - area(a),
  )[0];
}
