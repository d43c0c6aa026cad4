/** The six templates of Start: each makes a finished tab by one click, and costs no more than it says. With CHART_SHOTS, pictures. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage } from '../support/spreadsheet-page.js';
import { openSidebar } from './sidebar-page.js';

const folder = process.env['CHART_SHOTS'];
const TEMPLATES = [
  ['territory', 'Territory watch', /^Announced/, 25],
  ['investors', 'Investor watch', /^Announced/, 25],
  ['accounts', 'Account watch', /^Announced/, 25],
  ['pipeline', 'Project pipeline', /^Score/, 25],
  ['suppliers', 'Supplier risk', /^Last modified/, 0],
  ['board', 'Board moves', /^Last modified/, 0],
] as const;

describeInBrowser('templates', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;
  let errors: readonly string[];
  beforeAll(async () => {
    ({ page, errors } = await openSpreadsheet(browser, sandbox.url));
  });
  afterAll(() => page?.context().close());

  const spent = async () =>
    Number(/(\d+) credits/.exec((await page.locator('#meter').textContent()) ?? '')?.[1] ?? 0);

  test('one click each; what needs a place or a group waits for it', async () => {
    const sheet = createSpreadsheetPage(page);
    const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
    const { frame } = sidebar;
    await sidebar.press(frame.locator('#to-start'));
    for (const [id, tab, header, most] of TEMPLATES) {
      if (!(await frame.locator('#templates').evaluate((one: HTMLDetailsElement) => one.open)))
        await frame.locator('#templates-summary').click();
      const button = frame.locator(`#starter-${id}`);
      if (id === 'territory') {
        await frame.locator('#starter-territory-price', { hasText: 'Choose first' }).waitFor();
        expect(await button.getAttribute('aria-disabled')).toBe('true');
        await sidebar.fill(frame.locator('#starter-place'), 'United States');
        if (folder) await page.screenshot({ path: `${folder}/templates.png` });
      }
      if (id === 'accounts') await frame.locator('#starter-accounts-group').selectOption('Key accounts');
      await frame
        .locator(`#starter-${id}-price`, { hasText: most > 0 ? `At most ${most} credits` : 'free' })
        .waitFor();
      const before = await spent();
      await button.click();
      await frame.locator('#made', { hasText: /^\d+ rows? · |^Its first cell/ }).waitFor();
      await frame.getByText(`“${tab}”`).first().waitFor();
      await sheet.until('A1', header);
      expect(await sheet.shown('A1')).not.toEqual([['#ERROR!']]);
      await page.waitForTimeout(1_200);
      expect((await spent()) - before).toBeLessThanOrEqual(most);
      if (folder) await page.screenshot({ path: `${folder}/template-${id}.png` });
      await frame.getByRole('button', { name: 'Another table' }).click();
    }
    expect(errors).toEqual([]);
  });
});
