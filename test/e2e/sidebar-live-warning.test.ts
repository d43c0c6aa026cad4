/** The warning in the section Activity of formulas that would use up Google's quota of properties: with the number, as it is typed. */
import { describeInBrowser, useBrowser } from '../support/browser.js';
import { CONNECTED } from '../support/sidebar-states.js';
import { createFakeSidebar, type FakeSidebar } from './fake-sidebar.js';

describeInBrowser('live mode', () => {
  const browser = useBrowser();
  let sidebar: FakeSidebar;
  beforeAll(async () => {
    sidebar = await createFakeSidebar(browser);
  });
  afterAll(() => sidebar?.close());

  const open = async (liveFormulas: number, userLocale = 'en_US') => {
    const rules = { dailyBudget: 1_000, freshness: { mode: 'live', minutes: 60 } } as const;
    const state = { ...CONNECTED, userLocale, rules, liveFormulas };
    const { page } = await sidebar.open({ state, section: 'activity' });
    return { page, warning: page.locator('#live-warning') };
  };

  test('150 formulas at 60 minutes are within the quota, at 30 minutes they are not', async () => {
    const { page, warning } = await open(150);
    const minutes = page.locator('#rules-minutes');
    await minutes.waitFor();
    expect(await warning.count()).toBe(0);
    await minutes.fill('30');
    expect(await warning.textContent()).toMatch(/150 formulas .* 93,600 times a day.* 50,000 times/);
    await minutes.fill('120');
    await warning.waitFor({ state: 'detached' });
    await minutes.fill('30');
    await page.locator('#rules-mode').selectOption('daily');
    await warning.waitFor({ state: 'detached' });
  });

  test('in German, too', async () => {
    const { warning } = await open(1_000, 'de_DE');
    expect(await warning.textContent()).toMatch(/1\.000 Formeln .* 312\.000-mal am Tag.* 50\.000-mal/);
  });
});
