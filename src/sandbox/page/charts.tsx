/** Draws the charts of the open tab in a row below the grid, because Univer has no charts. */
import type { Chart } from 'chart.js';
import { useEffect, useRef } from 'preact/hooks';
import type { ChartInfo } from '../bridge/operations.js';
import { type ChartData, chartDataOf, describeChart } from './chart-data.js';
import { chartConfiguration } from './chart-look.js';
import type { PageGrid } from './grid.js';
import { charts, view } from './store.js';

const [WIDTH_PX, HEIGHT_PX] = [450, 278];

export function Charts() {
  const grid = view.value?.grid;
  if (!grid) return null;
  const shown = charts.value[grid.openTab()] ?? [];
  return (
    <section ref={makeFocusable} id="charts" aria-label="Charts of this sheet" hidden={shown.length === 0}>
      {shown.map((info) => (
        <Figure key={info.id} data={dataOf(grid, info)} />
      ))}
    </section>
  );
}

/** Lets keys scroll an element, as Safari does only for focusable ones. */
function makeFocusable(row: HTMLElement | null): void {
  row?.setAttribute('tabindex', '0');
}

function Figure({ data }: { readonly data: ChartData }) {
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let chart: Chart | undefined;
    let isOutdated = false;
    const draw = async (): Promise<void> => {
      // loads the library only on pages with charts
      const { Chart, registerables } = await import('chart.js');
      if (isOutdated) return;
      Chart.register(...registerables);
      chart = new Chart(canvas.current!, chartConfiguration(data));
      figure.current!.dataset['drawn'] = data.title;
    };
    void draw();
    return () => {
      isOutdated = true;
      chart?.destroy();
    };
  }, [JSON.stringify(data)]);
  return (
    <figure ref={figure} class="chart">
      <canvas ref={canvas} width={WIDTH_PX} height={HEIGHT_PX} role="img" aria-label={describeChart(data)} />
    </figure>
  );
}

/** Returns the data of the chart's ranges side by side, limited to the tab's size. */
function dataOf(grid: PageGrid, { ranges, ...options }: ChartInfo) {
  const tables = ranges.map((area) =>
    grid.read(area, (cell) => ({
      text: cell.document() || cell.display(),
      value: cell.value(),
    })),
  );
  const rows = Math.max(0, ...tables.map((table) => table.length));
  const table = Array.from({ length: rows }, (_, row) => tables.flatMap((one) => one[row] ?? []));
  return chartDataOf(options, table);
}
