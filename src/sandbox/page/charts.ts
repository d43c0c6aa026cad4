/** Draws the charts of the open tab above their cells, because Univer has no charts. */
import type { FUniver } from '@univerjs/core/lib/facade';
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// adds its methods to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';
import type { Chart } from 'chart.js';
import type { CellArea, ChartInfo, ChartsByTab } from '../bridge/operations.js';
import type { CellPosition } from '../grid/recalculation.js';
import { type ChartCell, type ChartData, chartDataOf, describeChart } from './chart-data.js';
import { chartConfiguration, coloursOf } from './chart-look.js';
import { cellsOf, chartPosition } from './chart-place.js';
import { create, element } from './elements.js';

interface Drawn {
  info: ChartInfo;
  readonly figure: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** The data and colours of the current picture as JSON, to detect changes. */
  shown: string;
  chart: Chart | undefined;
}

type ValueAt = (position: CellPosition) => unknown;

/** Google's default size. */
const [WIDTH_PX, HEIGHT_PX] = [600, 371];

export class Charts {
  readonly #api: FUniver;
  readonly #valueAt: ValueAt;
  readonly #layer = element('charts');
  #all: ChartsByTab = {};
  #drawn: Drawn[] = [];
  #isDue = false;

  constructor(api: FUniver, valueAt: ValueAt) {
    this.#api = api;
    this.#valueAt = valueAt;
    api.addEvent(api.Event.Scroll, () => this.#drawSoon());
    // each change of cells, tabs, widths and zoom in the grid is a command
    api.addEvent(api.Event.CommandExecuted, () => this.#drawSoon());
    api.getFormula().calculationEnd(() => this.#drawSoon());
    new ResizeObserver(() => this.#drawSoon()).observe(element('grid'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#drawSoon());
    this.#layer.addEventListener('wheel', scrollTheGrid, { passive: false });
  }

  /** Replaces all charts. */
  show(charts: ChartsByTab): void {
    this.#all = charts;
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (!this.#isDue) requestAnimationFrame(() => void this.#draw());
    this.#isDue = true;
  }

  #openSheet(): FWorksheet | undefined {
    return this.#api.getActiveWorkbook()?.getActiveSheet();
  }

  #layOut(sheet: FWorksheet): void {
    const cells = this.#drawn.length > 0 ? cellsOf(sheet) : undefined;
    this.#layer.hidden = !cells;
    if (!cells) return;
    for (const side of ['left', 'top', 'width', 'height'] as const)
      this.#layer.style[side] = `${cells[side]}px`;
    for (const { info, figure } of this.#drawn) {
      const at = chartPosition(sheet, info, cells);
      figure.hidden = !at;
      if (!at) continue;
      figure.style.transform = `translate(${at.x}px, ${at.y}px) scale(${cells.zoom})`;
      figure.style.clipPath = `inset(${at.above}px 0 0 ${at.before}px)`;
    }
  }

  async #draw(): Promise<void> {
    this.#isDue = false;
    const sheet = this.#openSheet();
    if (!sheet) return;
    this.#keep(this.#all[sheet.getSheetId()] ?? []);
    this.#layOut(sheet);
    if (this.#drawn.length === 0) return;
    // loads the library only on pages with charts
    const { Chart, registerables } = await import('chart.js');
    Chart.register(...registerables);
    // the person has opened another tab meanwhile; its drawing is next
    if (this.#openSheet()?.getSheetId() !== sheet.getSheetId()) return;
    const colours = coloursOf();
    for (const one of this.#drawn) {
      const data = readData(sheet, one.info, this.#valueAt);
      const next = JSON.stringify([data, colours]);
      if (next === one.shown) continue;
      one.shown = next;
      one.chart?.destroy();
      one.canvas.width = WIDTH_PX;
      one.canvas.height = HEIGHT_PX;
      one.canvas.ariaLabel = describeChart(data);
      one.chart = new Chart(one.canvas, chartConfiguration(data, colours));
      one.figure.dataset['drawn'] = data.title;
    }
  }

  /** Creates and removes figures so that exactly the wanted charts have one. */
  #keep(wanted: readonly ChartInfo[]): void {
    const before = new Map(this.#drawn.map((one) => [one.info.id, one]));
    this.#drawn = wanted.map((info) => {
      const drawn = before.get(info.id) ?? add(this.#layer, info);
      before.delete(info.id);
      // inserted or deleted rows may have moved the chart
      return Object.assign(drawn, { info });
    });
    for (const { chart, figure } of before.values()) {
      chart?.destroy();
      figure.remove();
    }
  }
}

function add(layer: HTMLElement, info: ChartInfo): Drawn {
  const canvas = create('canvas', { width: WIDTH_PX, height: HEIGHT_PX, role: 'img', ariaLabel: 'Chart' });
  const figure = create('figure', { className: 'chart' }, canvas);
  layer.append(figure);
  return { info, figure, canvas, shown: '', chart: undefined };
}

/** Returns the data of the chart's ranges side by side, limited to the tab's size. */
function readData(sheet: FWorksheet, { type, options, ranges }: ChartInfo, valueAt: ValueAt): ChartData {
  const tables = ranges.map((area) => readCells(sheet, area, valueAt));
  const rows = Math.max(0, ...tables.map((table) => table.length));
  const table = Array.from({ length: rows }, (_, row) => tables.flatMap((one) => one[row] ?? []));
  return chartDataOf({ type, options }, table);
}

function readCells(
  sheet: FWorksheet,
  { row, column, numRows, numColumns }: CellArea,
  valueAt: ValueAt,
): ChartCell[][] {
  const rows = Math.min(numRows, sheet.getMaxRows() - row + 1);
  const columns = Math.min(numColumns, sheet.getMaxColumns() - column + 1);
  if (rows < 1 || columns < 1) return [];
  const sheetId = sheet.getSheetId();
  const shown = sheet.getRange(row - 1, column - 1, rows, columns).getDisplayValues();
  return shown.map((texts, at) =>
    texts.map((text, index) => ({
      text,
      value: valueAt({ sheetId, row: row - 1 + at, column: column - 1 + index }),
    })),
  );
}

/** Passes wheel events over a chart to the grid below it. */
function scrollTheGrid(event: WheelEvent): void {
  event.preventDefault();
  const layer = event.currentTarget as HTMLElement;
  layer.style.visibility = 'hidden';
  const below = document.elementFromPoint(event.clientX, event.clientY);
  layer.style.visibility = '';
  below?.dispatchEvent(new WheelEvent('wheel', event));
}
