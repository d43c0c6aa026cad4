/** The charts of the open tab, above the cells that they are anchored to: Univer has none. */
import type { FUniver } from '@univerjs/core/lib/facade';
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// for the methods that it adds to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';
import type { Chart } from 'chart.js';
import type { CellArea, ChartInfo, ChartsByTab } from '../bridge/operations.js';
import { type ChartCell, type ChartData, chartDataOf, describeChart } from './chart-data.js';
import { chartConfiguration, coloursOf } from './chart-look.js';
import { cellsOf, placeOf } from './chart-place.js';
import { create, element } from './element.js';

export interface Charts {
  /** Shows these instead of the ones before. */
  show(charts: ChartsByTab): void;
}

interface Drawn {
  info: ChartInfo;
  readonly figure: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** What the picture shows, to know when it has to be drawn again. */
  shown: string;
  chart: Chart | undefined;
}

/** As Google makes them. */
const WIDTH_PX = 600;
const HEIGHT_PX = 371;
/** A run of changes is drawn once. */
const SETTLED_MS = 80;

export function createCharts(api: FUniver): Charts {
  const layer = element('charts', HTMLElement);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let all: ChartsByTab = {};
  let drawn: Drawn[] = [];
  let frame = 0;
  let isDue = false;

  const openSheet = (): FWorksheet | undefined => api.getActiveWorkbook()?.getActiveSheet();
  const place = (): void => {
    frame = 0;
    const sheet = openSheet();
    const cells = sheet && drawn.length > 0 ? cellsOf(sheet) : undefined;
    layer.hidden = !cells;
    if (!sheet || !cells) return;
    const { left, top, width, height } = cells;
    Object.assign(layer.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    for (const { info, figure } of drawn) {
      const at = placeOf(sheet, info, cells);
      figure.hidden = !at;
      if (!at) continue;
      figure.style.transform = `translate(${at.x}px, ${at.y}px) scale(${cells.zoom})`;
      figure.style.clipPath = `inset(${at.above}px 0 0 ${at.before}px)`;
    }
  };
  const draw = async (): Promise<void> => {
    isDue = false;
    const sheet = openSheet();
    if (!sheet) return;
    const wanted = all[sheet.getSheetId()] ?? [];
    for (const one of drawn) if (!wanted.some(({ id }) => id === one.info.id)) remove(one);
    drawn = wanted.map((info) => {
      const before = drawn.find((one) => one.info.id === info.id);
      // rows above it may have come or gone
      return before ? Object.assign(before, { info }) : add(layer, info);
    });
    place();
    if (drawn.length === 0) return;
    // only a page with charts loads it
    const { Chart, registerables } = await import('chart.js');
    Chart.register(...registerables);
    // another tab was opened meanwhile, and is drawn next
    if (openSheet()?.getSheetId() !== sheet.getSheetId()) return;
    const colours = coloursOf(getComputedStyle(document.documentElement));
    for (const one of drawn) {
      const data = readData(sheet, one.info);
      const next = JSON.stringify([data, colours]);
      if (next === one.shown) continue;
      one.shown = next;
      one.chart?.destroy();
      one.canvas.width = WIDTH_PX;
      one.canvas.height = HEIGHT_PX;
      one.canvas.setAttribute('aria-label', describeChart(data));
      one.chart = new Chart(one.canvas, chartConfiguration(data, colours));
      one.figure.dataset['drawn'] = data.title;
    }
  };
  const remove = ({ chart, figure }: Drawn): void => {
    chart?.destroy();
    figure.remove();
  };
  const follow = (): void => {
    if (frame === 0) frame = requestAnimationFrame(place);
  };
  const drawSoon = (): void => {
    follow();
    if (!isDue) setTimeout(() => void draw(), SETTLED_MS);
    isDue = true;
  };

  api.addEvent(api.Event.Scroll, follow);
  // cells, tabs, widths and zoom: whatever is done in the grid is a command
  api.addEvent(api.Event.CommandExecuted, drawSoon);
  api.getFormula().calculationEnd(drawSoon);
  new ResizeObserver(follow).observe(element('grid', HTMLElement));
  dark.addEventListener('change', drawSoon);
  layer.addEventListener('wheel', scrollTheGrid, { passive: false });
  return {
    show(charts) {
      all = charts;
      drawSoon();
    },
  };
}

function add(layer: HTMLElement, info: ChartInfo): Drawn {
  const canvas = create('canvas', { width: WIDTH_PX, height: HEIGHT_PX });
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'Chart');
  const figure = create('figure', { className: 'chart' }, canvas);
  layer.append(figure);
  return { info, figure, canvas, shown: '', chart: undefined };
}

/** Its ranges side by side, as far as the tab reaches. */
function readData(sheet: FWorksheet, { type, options, ranges }: ChartInfo): ChartData {
  const tables = ranges.map((area) => readCells(sheet, area));
  const rows = Math.max(0, ...tables.map((table) => table.length));
  const table = Array.from({ length: rows }, (_, row) => tables.flatMap((one) => one[row] ?? []));
  return chartDataOf({ type, options }, table);
}

function readCells(sheet: FWorksheet, { row, column, numRows, numColumns }: CellArea): ChartCell[][] {
  const rows = Math.min(numRows, sheet.getMaxRows() - row + 1);
  const columns = Math.min(numColumns, sheet.getMaxColumns() - column + 1);
  if (rows < 1 || columns < 1) return [];
  const range = sheet.getRange(row - 1, column - 1, rows, columns);
  const values = range.getValues();
  return range
    .getDisplayValues()
    .map((texts, at) => texts.map((text, index) => ({ text, value: values[at]?.[index] })));
}

/** A wheel above a chart scrolls what is under it. */
function scrollTheGrid(event: WheelEvent): void {
  event.preventDefault();
  const layer = event.currentTarget as HTMLElement;
  layer.style.visibility = 'hidden';
  const below = document.elementFromPoint(event.clientX, event.clientY);
  layer.style.visibility = '';
  below?.dispatchEvent(new WheelEvent('wheel', event));
}
