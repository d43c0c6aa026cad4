/** The sentence box in the sidebar's page: it fills fields, marks the rest, needs companies. */
import { describeInBrowser } from '../support/browser.js';
import { full } from '../support/sidebar-states.js';
import { expectWell } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const STATE = { ...full(['Key accounts']), appearance: 'system' } as const;
const SAID = {
  estimate: { matching: 42, isExact: true, returned: 42, owned: 30, credits: 12, openingBalance: 100 },
};
const SENTENCES = [
  ['en_US', 'data centres and fabs in Texas since March over 10M dollars near Austin', 'fabs', 'near Austin'],
  [
    'de_DE',
    'Rechenzentren und Einhörner in Texas seit März ab 10 Mio. Dollar nahe Austin',
    'Einhörner',
    'nahe Austin',
  ],
] as const;

describeInBrowser('a sentence in the builder', () => {
  const sidebar = useFakeSidebar();

  test.each(SENTENCES)('in %s: fills fields, marks ignored words', async (userLocale, sentence, ...left) => {
    const { page } = await sidebar.open({ state: { ...STATE, userLocale }, section: 'build', said: SAID });
    await page.locator('#sentence').fill(sentence);
    await page.locator('#sentence-read').click();
    expect(await page.locator('#sentence-marked mark').allTextContents()).toEqual(left);
    expect(await page.locator('#formula').textContent()).toMatch(
      /^=EXPANSIONS\(, "expansionType", "Data Centre", "expansionLocation", "Texas", "startDate", "20\d\d-03-01", "investment", ">=?10000000", "currency", "USD"\)$/,
    );
    await expectWell(page);
    for (const words of left)
      await page.locator('#sentence-result button[id^=sentence-leave]', { hasText: words }).click();
    expect(await page.locator('#sentence-marked mark').count()).toBe(0);
    // the price is for the intended query only
    await page.locator('#cost', { hasText: '42' }).waitFor();
  });

  test('without a group or company nothing is inserted', async () => {
    const { page } = await sidebar.open({
      state: { ...STATE, groups: [], defaultGroup: '' },
      section: 'build',
      said: SAID,
    });
    for (const mode of ['group', 'typed', 'cells']) {
      await page.locator('#build-companies').selectOption(mode);
      expect(await page.locator('#build-insert').getAttribute('aria-disabled')).toBe('true');
      expect(await page.locator('#cost').textContent()).toMatch(/or ask for all companies/);
    }
    await page.locator('#build-companies').selectOption('all');
    expect(await page.locator('#build-insert').getAttribute('aria-disabled')).toBeNull();
  });
});
