/** The page's menu, sidebar and dialogs, and access to the sandbox. */
import http from 'node:http';
import { describeInBrowser, openSpreadsheet, untilReady, useBrowser } from '../support/browser.js';
import { openPageSocket } from '../support/page-socket.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, useSpreadsheet } from '../support/spreadsheet-page.js';

describeInBrowser('menu and sidebar', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  const { page, sheet: grid } = useSpreadsheet(sandbox);
  // the grid takes the focus while it starts
  beforeAll(() => grid.until('A5', 'Announced'));

  test('the menu opens the sidebar, also by keyboard', async () => {
    const menu = page.getByRole('button', { name: 'Signals' });
    await menu.focus();
    await page.keyboard.press('Enter');
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('#sidebar iframe').waitFor();
    expect((await page.locator('#sidebar').boundingBox())?.width).toBe(300);
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
  });

  test('the sidebar’s page has no access to the page around it', async () => {
    const frame = await (await page.locator('#sidebar iframe').elementHandle())?.contentFrame();
    if (!frame) throw new Error('no sidebar');
    await expect(frame.evaluate(() => window.parent.document.title)).rejects.toThrow(/cross-origin/);
  });

  test('a viewer has no menu of the add-on and cannot edit', async () => {
    const { page: viewer } = await openSpreadsheet(browser, sandbox.url);
    const loaded = viewer.waitForEvent('load');
    await viewer.getByLabel('I am', { exact: true }).selectOption('viewer');
    await loaded;
    await untilReady(viewer);
    expect(await viewer.getByRole('button', { name: 'Signals' }).count()).toBe(0);
    const sheet = createSpreadsheetPage(viewer);
    await sheet.openTab('Try it');
    await sheet.typeBlindly('C9', 'not allowed');
    expect(await sheet.shown('C9')).toEqual([['']]);
  });

  test('a request with another host name or from another site is refused', async () => {
    const status = (headers: http.OutgoingHttpHeaders): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        http
          .get(sandbox.url, { headers }, (response) => {
            response.resume();
            resolve(response.statusCode);
          })
          .on('error', reject);
      });
    expect(await status({})).toBe(200);
    expect(await status({ Host: 'rebound.example' })).toBe(403);
    expect(await status({ Origin: 'http://elsewhere.example' })).toBe(403);
    await expect(openPageSocket(sandbox.url, { origin: 'http://elsewhere.example' })).rejects.toThrow('403');
  });

  test('Ctrl+C stops everything, and the next start has the same sheet and key', async () => {
    await grid.openTab('Try it');
    await grid.type('A1', '=HIRINGS(, "startDate", "-3d")');
    await grid.until('A1', /^Announced/);
    await sandbox.restart();
    const { page: again } = await openSpreadsheet(browser, sandbox.url);
    const sheet = createSpreadsheetPage(again);
    await sheet.until('A5', 'Announced');
    await sheet.openTab('Try it');
    await sheet.until('A1', /^Announced/);
    await sheet.addTab('Last tab');
    expect(await sandbox.interrupt()).toBe(0);
    await expect(fetch(sandbox.serviceUrl)).rejects.toThrow('fetch failed');
    // nobody saves what is typed now
    await again.locator('#service-status[data-state="lost"]').waitFor();
    await sheet.typeBlindly('A1', 'too late');
    expect(await sheet.shown('A1')).toEqual([['']]);
  });
});
