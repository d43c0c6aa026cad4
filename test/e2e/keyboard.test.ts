/** The page without a mouse, from the menu to an inserted table; and what it says of errors, to every reader alike. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, type SpreadsheetPage } from '../support/spreadsheet-page.js';
import { settled, violations } from './axe.js';
import { chooseFrom, openSidebar } from './sidebar-page.js';

describeInBrowser('the page without a mouse', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;
  let sheet: SpreadsheetPage;
  const focused = () => page.evaluate(() => document.activeElement?.tagName);

  beforeAll(async () => {
    ({ page } = await openSpreadsheet(browser, sandbox.url));
    sheet = createSpreadsheetPage(page);
    await sheet.openTab('Try it');
    await sheet.select('A20');
  });
  afterAll(() => page?.context().close());

  test('keys alone lead from the menu to an inserted table', async () => {
    const sidebar = await openSidebar(page, 'keyboard', 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Major hiring');
    await sidebar.choose(sidebar.field('Which companies'), 'All');
    await chooseFrom(sidebar, '-9d');
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sheet.until('A20', /^Last modified/);
    const formula = await page.evaluate(() =>
      window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange('A20').getFormula(),
    );
    expect(formula).toMatch(/^=HIRINGS\(, "startDate", "-9d", "columns", "lastModified\|/);
  });

  test('the focus moves into the sidebar with its opening, and back to the menu with its closing', async () => {
    await page.getByRole('button', { name: 'Close the sidebar' }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Signals');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('#sidebar iframe').waitFor();
    expect(await focused()).toBe('IFRAME');
  });

  test('an error is explained while it stands in the cell, and no longer', async () => {
    await sheet.type('A1', '=NOBODY_KNOWS_THIS()');
    await sheet.until('A1', '#NAME?');
    await sheet.select('A1');
    expect(await sheet.message()).toContain('does not know');
    await sheet.type('A1', '=HIRINGS(, "location", "Texas")');
    await sheet.until('A1', '#ERROR!');
    await sheet.select('A1');
    expect(await sheet.message()).toContain('#BAD_INPUT');
    // under the pointer it is explained once: the grid has a bubble of its own, in which it says less. Over the selected
    // cell the grid tells of no pointer
    await sheet.select('D8');
    await sheet.point('A1');
    const bubble = page.locator('#cell-note');
    await bubble.getByText('#BAD_INPUT').waitFor();
    expect(await page.locator('[class*="univer-w-[156px]"]').count()).toBe(0);
    await sheet.type('A1', 'fine');
    await sheet.select('A1');
    expect(await sheet.message()).not.toContain('#BAD_INPUT');
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the page’s own parts in %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: /^Test bench/ }).focus();
      await page.keyboard.press('Enter');
      await settled(page);
      for (const part of ['#bar', '#sidebar > header', '#status', '#toasts']) {
        expect(await violations(page, part)).toEqual([]);
      }
      await page.keyboard.press('Escape');
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    },
  );

  test('what is read beside the person’s role is its name', async () => {
    expect(await page.getByLabel('I am', { exact: true }).count()).toBe(1);
  });

  test('a person who is German has a German menu and a German sidebar', async () => {
    const bench = page.getByRole('button', { name: /^Test bench/ });
    await bench.click();
    await page.getByLabel('Language of the person').selectOption('de');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    const sidebar = await openSidebar(page, 'keyboard', 'Seitenleiste öffnen');
    await sidebar.frame.getByRole('tab', { name: 'Aufträge' }).waitFor();
    await bench.click();
    await page.getByLabel('Language of the person').selectOption('en');
    await page.keyboard.press('Escape');
  });
});
