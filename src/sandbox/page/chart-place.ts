/** The positions of cells and charts on the screen. */
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// for the methods that it adds to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';

type VisibleCells = NonNullable<ReturnType<typeof cellsOf>>;

const SCROLL_BAR_PX = 14;

/** The part of the screen that shows cells, between headers and scroll bars. @returns undefined while there is no grid */
export function cellsOf(sheet: FWorksheet) {
  const canvas = largestCanvas();
  if (!canvas) return undefined;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const zoom = sheet.getZoom() || 1;
  // at 100 %, as all that is in cells
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
    /** The position at which the frozen cells end. */
    begin,
    scrolled: { x: first.x - begin.x + offsetX, y: first.y - begin.y + offsetY },
  };
}

/**
 * The upper left corner of a chart, from that of the cells, and how much of it is under frozen cells, at 100 %.
 * @returns undefined where its cell is gone
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

/** At 100 %, headers included, as if nothing were scrolled. */
function rectangleAt(sheet: FWorksheet, row: number, column: number) {
  return sheet
    .getRange(Math.min(row, sheet.getMaxRows() - 1), Math.min(column, sheet.getMaxColumns() - 1))
    .getCellRect();
}

/** That is the grid; the others are the formula bar's. */
function largestCanvas(): HTMLCanvasElement | undefined {
  const area = ({ clientWidth, clientHeight }: HTMLCanvasElement) => clientWidth * clientHeight;
  const all = [...document.querySelectorAll<HTMLCanvasElement>('#grid canvas')];
  return all.sort((a, b) => area(b) - area(a))[0];
}
