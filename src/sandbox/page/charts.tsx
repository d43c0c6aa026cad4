/** Draws the charts of the open tab above their cells, because Univer has no charts. */
import type { FUniver } from '@univerjs/core/lib/facade';
import type { FWorksheet } from '@univerjs/sheets/lib/facade';
// adds its methods to the facade's types
import type {} from '@univerjs/sheets-ui/lib/facade';
import type { Chart } from 'chart.js';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { ChartInfo } from '../bridge/operations.js';
import { chartDataOf, describeChart } from './chart-data.js';
import { chartConfiguration, coloursOf } from './chart-look.js';
import { cellsOf, styleOfChart, type VisibleCells } from './chart-place.js';
import { element } from './elements.js';
import type { PageGrid } from './grid.js';
import { charts } from './store.js';

/** Google's default size. */
const [WIDTH_PX, HEIGHT_PX] = [600, 371];

export function Charts({ grid }: { readonly grid: PageGrid }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onEachFrameWithChanges(grid.api, () => draw(undefined)), []);
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  const shown = sheet && charts.value[sheet.getSheetId()];
  // the grid has no positions before it is drawn, and asking for one would throw
  const isDrawn = grid.api.getCurrentLifecycleStage() >= grid.api.Enum.LifecycleStages.Rendered;
  const cells = isDrawn && sheet && shown?.length ? cellsOf(sheet) : undefined;
  return (
    <section
      id="charts"
      aria-label="Charts of this sheet"
      hidden={!cells}
      style={cells?.style}
      onWheel={scrollTheGrid}
    >
      {sheet &&
        shown?.map((info) => <Figure key={info.id} grid={grid} sheet={sheet} info={info} cells={cells} />)}
    </section>
  );
}

interface FigureProps {
  readonly grid: PageGrid;
  readonly sheet: FWorksheet;
  readonly info: ChartInfo;
  /** Undefined until the grid is drawn. */
  readonly cells: VisibleCells | undefined;
}

function Figure({ grid, sheet, info, cells }: FigureProps) {
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = coloursOf();
  const data = dataOf(grid, info);
  const at = cells && styleOfChart(sheet, info, cells);
  useEffect(() => {
    let chart: Chart | undefined;
    let isOutdated = false;
    const draw = async (): Promise<void> => {
      // loads the library only on pages with charts
      const { Chart, registerables } = await import('chart.js');
      if (isOutdated) return;
      Chart.register(...registerables);
      chart = new Chart(canvas.current!, chartConfiguration(data, colours));
      figure.current!.dataset['drawn'] = data.title;
    };
    void draw();
    return () => {
      isOutdated = true;
      chart?.destroy();
    };
  }, [JSON.stringify([data, colours])]);
  return (
    <figure ref={figure} class="chart" hidden={!at} style={at}>
      <canvas ref={canvas} width={WIDTH_PX} height={HEIGHT_PX} role="img" aria-label={describeChart(data)} />
    </figure>
  );
}

/** Returns the data of the chart's ranges side by side, limited to the tab's size. */
function dataOf(grid: PageGrid, { ranges, ...options }: ChartInfo) {
  const tables = ranges.map((area) =>
    grid.read(area, (cell) => ({
      // a text with several lines or styles is a document instead of a value
      text: cell.own?.p?.body?.dataStream || cell.display(),
      value: cell.value(),
    })),
  );
  const rows = Math.max(0, ...tables.map((table) => table.length));
  const table = Array.from({ length: rows }, (_, row) => tables.flatMap((one) => one[row] ?? []));
  return chartDataOf(options, table);
}

/** Calls `draw` at most once per frame, after anything that can move or change a chart. */
function onEachFrameWithChanges(api: FUniver, draw: () => void): void {
  let isDue = false;
  const drawSoon = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
  api.addEvent(api.Event.Scroll, drawSoon);
  // each change of cells, tabs, widths and zoom in the grid is a command
  api.addEvent(api.Event.CommandExecuted, drawSoon);
  api.getFormula().calculationEnd(drawSoon);
  new ResizeObserver(drawSoon).observe(element('grid'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
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
