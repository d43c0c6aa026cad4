/** A script's charts in the spreadsheet's page: at their cells, with their cells' data, accessible to all. */
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { openPageSocket } from '../support/page-socket.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { settled, violations } from './axe.js';

const TREND = 'Events by week and type';
/** More coloured pixels than the axes have. */
const FEWEST_COLOURED = 400;

describeInBrowser('charts in the page', () => {
  const sandbox = useSandbox();

  beforeAll(() => makeSummary(sandbox.url));
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  beforeAll(async () => {
    await sheet.openTab('Sites summary');
    await page.locator(`.chart[data-drawn="${TREND}"]`).waitFor();
  });

  const figure = (title: string) => page.locator(`.chart[data-drawn^="${title}"]`);
  const name = (title: string) => figure(title).locator('canvas').getAttribute('aria-label');
  /** Counts the pixels of a picture that are neither gray nor transparent. */
  const coloured = (title: string) =>
    figure(title)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0, clear = 0] = data.subarray(at, at + 4);
          if (clear > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) count += 1;
        }
        return count;
      });
  const picture = (title: string) =>
    figure(title)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const boxOf = async (title: string) => (await figure(title).boundingBox())!;

  test('each summary has a picture with marks and a text alternative', async () => {
    const titles = await page
      .locator('.chart')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['drawn']));
    expect(titles.map((title) => title?.replace(/[A-Z]{3}\b.*/, 'XXX'))).toEqual([
      TREND,
      'Events by type',
      'Jobs by country',
      'Map: jobs by country',
      'Investment by country, in XXX',
      'Top companies by jobs',
      'Top companies by investment, in XXX',
    ]);
    for (const title of titles) expect(await coloured(title!)).toBeGreaterThan(FEWEST_COLOURED);
    expect(await name('Jobs by country')).toMatch(
      /^Jobs by country\. Bar chart of \d+ values, most: .+, \d+\.$/,
    );
  });

  test('a chart is above the grid, passes axe, and has the page’s colours', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const before = await picture(TREND);
      await page.emulateMedia({ colorScheme });
      await until(
        () => picture(TREND),
        (now) => now !== before,
      );
      await settled(page);
      const { x, y } = await boxOf(TREND);
      const there = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('.chart') !== null,
        [x + 90, y + 90] as const,
      );
      expect(there).toBe(true);
      expect((await violations(page)).filter((one) => one.includes('chart'))).toEqual([]);
    }
  });

  test('a chart moves with its cells, stays inside them, and disappears with its tab', async () => {
    const before = await boxOf(TREND);
    await page.mouse.move(before.x + 90, before.y + 90);
    // the chart passes the wheel event to the grid
    await page.mouse.wheel(0, 200);
    await until(
      () => boxOf(TREND),
      ({ y }) => y < before.y - 100,
    );
    // its upper part is under the column headers
    const covered = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('.chart') === null,
      [before.x + 90, before.y - 60] as const,
    );
    expect(covered).toBe(true);
    await page.mouse.wheel(0, -1000);
    await until(
      () => boxOf(TREND),
      ({ x, y }) => x === before.x && y === before.y,
    );
    await sheet.openTab('Sites');
    await page.locator('#charts').waitFor({ state: 'hidden' });
    await sheet.openTab('Sites summary');
    await until(
      () => boxOf(TREND),
      ({ x, y }) => x === before.x && y === before.y,
    );
  });

  test('a chart is redrawn when a cell of its table changes', async () => {
    const before = await picture('Events by type');
    const pictureOfJobs = await picture('Jobs by country');
    const row = 1 + (await sheet.shown('H1:H60')).findIndex(([text]) => text === 'Events by type') + 2;
    await page.evaluate(
      (cell) => void window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(cell).setValue(4321),
      `I${row}`,
    );
    await until(
      () => name('Events by type'),
      (now) => now?.endsWith(', 4321.') === true,
    );
    expect(await picture('Events by type')).not.toBe(before);
    expect(await picture('Jobs by country')).toBe(pictureOfJobs);
  });

  test('a chart disappears when its tab is deleted', async () => {
    await page.evaluate(() => {
      const book = window.univerAPI?.getActiveWorkbook();
      const sheet = book?.getSheetByName('Sites summary');
      if (sheet) book?.deleteSheet(sheet);
    });
    await page.locator('.chart').first().waitFor({ state: 'detached' });
    await page.locator('#charts').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
  });
});

/** Reads until the value is right. @throws an error with the wrong value */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<void> {
  await eventually(async () => {
    const value = await read();
    if (!isSo(value)) throw new Error(`it is still ${JSON.stringify(value)?.slice(0, 500)}`);
    return true;
  });
}

/** Runs a sync of two months and creates its charts. */
async function makeSummary(url: string): Promise<void> {
  const socket = await openPageSocket(url);
  socket.send({ type: 'become', role: 'owner' });
  await socket.next('start');
  let id = 0;
  const call = async (functionName: string, ...args: unknown[]): Promise<SidebarState> => {
    id += 1;
    socket.send({ type: 'run', id, mode: 'sidebar', functionName, args });
    const { value, error } = await socket.next('ran');
    if (error !== undefined) throw new Error(error);
    return value as SidebarState;
  };
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const { jobs } = await call('saveJob', {
    name: 'All',
    schedule: { every: 'day', hour: 6, weekdays: [] },
    digest: '',
    sync: { formula: '=EXPANSIONS()', tab: 'Sites', newRows: 'top', from, budget: 900 },
  });
  const job = jobs[0]!.id;
  for (let token = '', isOver = false; !isOver; ) {
    const { outcome } = await call('runJob', job, token);
    if (outcome?.kind !== 'job-run') throw new Error('no run');
    ({ over: isOver, token } = outcome.run);
  }
  await call('makeViews', job);
  socket.close();
}
