/** The six templates of Start, each with one click and for at most its shown price. Quick runs click three. */
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { scaledSample } from '../support/scale.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { openSidebar } from './sidebar-page.js';

const TEMPLATES = [
  ['territory', 'Territory watch', /^Announced/, 25, 'Map: records by state'],
  ['investors', 'Investor watch', /^Announced/, 25, 'Investment by type'],
  ['accounts', 'Account watch', /^Announced/, 25, 'Records by company'],
  ['pipeline', 'Project pipeline', /^Score/, 25, 'Map: records by country'],
  ['suppliers', 'Supplier risk', /^Last modified/, 0, 'Records by position'],
  ['board', 'Board moves', /^Last modified/, 0, 'Records by position'],
] as const;

describeInBrowser('tables from Build', () => {
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox, { viewport: { width: 1280, height: 800 } });

  test('templates need one click each; those that need a place or a group wait for it', async () => {
    const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
    const { frame } = sidebar;
    await sidebar.press(frame.locator('#to-start'));
    for (const [id, tab, header, most, chart] of scaledSample(TEMPLATES, 3)) {
      if (!(await frame.locator('#templates').evaluate((one: HTMLDetailsElement) => one.open)))
        await frame.locator('#templates-summary').click();
      const button = frame.locator(`#starter-${id}`);
      if (id === 'territory') {
        await frame.locator('#starter-territory-price', { hasText: 'Choose first' }).waitFor();
        expect(await button.getAttribute('aria-disabled')).toBe('true');
        await sidebar.fill(frame.locator('#starter-territory-place'), 'United States');
      }
      if (id === 'accounts') {
        // more than 100 companies can cost a little more, as the price says; this group has 60
        await frame.locator('#starter-accounts-group').selectOption('Data centre operators');
        await frame.locator('#starter-accounts-price', { hasText: 'more than 100 companies' }).waitFor();
      }
      // a choice for another template is used here, too, and a single group has few executive changes
      if (id === 'suppliers') await frame.locator('#starter-suppliers-group').selectOption('');
      await frame
        .locator(`#starter-${id}-price`, { hasText: most > 0 ? `At most ${most} credits` : 'free' })
        .waitFor();
      const before = await sheet.spent();
      await button.click();
      await frame.locator('#made', { hasText: /^(?:at most )?\d+ rows? · |^Its first cell/ }).waitFor();
      await frame.getByText(`“${tab}”`).first().waitFor();
      await sheet.until('A1', header);
      expect(await sheet.shown('A1')).not.toEqual([['#ERROR!']]);
      // the figures exist when the page draws the chart
      const drawn = page.locator(`.chart[data-drawn^="${chart}"] canvas[aria-label*="most: "]`);
      await drawn.waitFor({ state: 'attached' });
      await frame.locator('#made-charts').waitFor();
      expect((await sheet.spent()) - before).toBeLessThanOrEqual(most);
      // the charts of a cleared table show nothing
      await sheet.select('A1');
      await page.keyboard.press('Delete');
      const empty = page.locator(`.chart[data-drawn^="${chart}"] canvas:not([aria-label*="most: "])`);
      await empty.waitFor({ state: 'attached' });
      await frame.getByRole('button', { name: 'Another table' }).click();
    }
    expect(errors).toEqual([]);
  });
});
