/** Owner, editor and viewer in turn at the same page: what each is told of the key, and how quickly the sidebar opens. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, untilReady, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { closeSidebar, openSidebar } from './sidebar-page.js';

describeInBrowser('people at the page', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openSpreadsheet(browser, sandbox.url));
  });

  async function become(role: 'owner' | 'editor' | 'viewer'): Promise<void> {
    await closeSidebar(page);
    const loaded = page.waitForEvent('load');
    await page.getByLabel('Who am I').selectOption(role);
    await loaded;
    await untilReady(page);
  }

  async function toldOfKey(): Promise<string> {
    const sidebar = await openSidebar(page, 'mouse');
    await sidebar.section('Connect');
    return (await sidebar.frame.locator('#formula-key').textContent()) ?? '';
  }

  test('the owner reads that formulas use the key of the owner', async () => {
    expect(await toldOfKey()).toBe(
      'You own this spreadsheet: its formulas use your key, even when colleagues open it.',
    );
  });

  test('the editor reads that it is another person’s, and has no key', async () => {
    await become('editor');
    expect(await toldOfKey()).toBe('Formulas in this spreadsheet use the key of its owner, not yours.');
    const sidebar = await openSidebar(page, 'mouse');
    await sidebar.section('Connect');
    await sidebar.shows('Connect your signals service');
    await sidebar.shows('Save a key of your own before you share it.');
  });

  test('the viewer has no menu, so nothing to change', async () => {
    await become('viewer');
    expect(await page.getByRole('button', { name: 'Signals', exact: true }).count()).toBe(0);
  });

  test('the owner shares, the editor sees who pays and cannot stop it', async () => {
    await become('owner');
    const owner = await openSidebar(page, 'mouse');
    await owner.section('Connect');
    await owner.press(owner.button('Share my key…'));
    await owner.fill(owner.field('Your name'), 'Ann');
    await owner.press(owner.button('Share'));
    await owner.shows('Ann pays, up to 200 credits a day.');
    await become('editor');
    const editor = await openSidebar(page, 'mouse');
    await editor.section('Connect');
    await editor.shows('Ann pays, up to 200 credits a day.');
    await editor.shows('Only Ann can change or stop this.');
    expect(await editor.button('Stop sharing…').count()).toBe(0);
    expect(await editor.button('Change terms').count()).toBe(0);
  });
});
