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
    await page.getByLabel('I am', { exact: true }).selectOption(role);
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

  test('the editor may lower the budget, and reads who can raise it', async () => {
    const editor = await openSidebar(page, 'mouse');
    await editor.section('Activity');
    await editor.shows('Only Ann pays and can raise it above 1,000. You can lower it.');
    await editor.fill(editor.field('Daily budget, in credits'), '1001');
    expect(await editor.frame.locator('#rules-budget').getAttribute('aria-invalid')).toBe('true');
    await editor.fill(editor.field('Daily budget, in credits'), '900');
    await editor.press(editor.frame.locator('#rules-save'));
    await editor.shows('Saved.');
  });

  test('the editor is asked before a job of the owner becomes the editor’s, and then runs it', async () => {
    await become('owner');
    const owner = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await owner.press(owner.button('New sync'));
    await owner.press(owner.frame.locator('#job-advanced-summary'));
    await owner.fill(owner.field('As a formula'), '=EXPANSIONS("type", "HQ")');
    await owner.press(owner.button('Save job'));
    await owner.shows('run by you');
    await become('editor');
    const editor = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await editor.shows('run by someone');
    await editor.press(editor.button('Change'));
    await editor.shows('If you save it, it becomes yours');
    await editor.press(editor.button('Save job'));
    await editor.shows('becomes yours and runs with your key.');
    await editor.press(editor.button('Save as my job'));
    await editor.shows('run by you');
    await become('owner');
    const again = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await again.shows('run by someone');
    await again.press(again.button('Pause'));
    await again.press(again.button('Resume'));
    await again.shows('Run this job in your name and with your key');
  });
});
