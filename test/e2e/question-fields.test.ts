/** The fields of a query in the sidebar's page alone: filter chips, days, columns, and sentences that fill them. */
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.js';
import { scaledSample } from '../support/scale.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { expectWell, overflow, settled, violations } from './axe.js';
import { addFilter, useFakeSidebar } from './fake-sidebar.js';

/** Quick runs check one of them in light and one in dark. */
const LOCALES = ['en_US', 'de_DE'];
const SAID = { estimate: { matching: 42, isExact: true, returned: 42, owned: 0, credits: 42 } };

const FILTER_OF_EACH_KIND = [
  ...['expansionType', 'companyIndustry', 'investment', 'expansionLocation'],
  ...['companyTicker', 'jobs', 'refresh'],
];

const formulaOf = (page: Page) => page.locator('#formula').textContent();
const hasFocus = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((one) => one === document.activeElement);

describeInBrowser('the fields of a question', () => {
  const sidebar = useFakeSidebar();

  const open = async () => {
    const { page } = await sidebar.open({ state: CONNECTED, section: 'build', said: SAID });
    await page.locator('#cost', { hasText: '42' }).waitFor();
    return page;
  };

  test('a filter is a chip that shows its value, opens, and closes with Escape', async () => {
    const page = await open();
    await addFilter(page, 'investment');
    expect(await hasFocus(page, 'filter-investment')).toBe(true);
    await page.locator('#filter-investment-value').fill('10000000');
    const chip = page.locator('#filter-investment-open');
    expect(await chip.textContent()).toBe('Investment at least 10M');
    await page.locator('#filter-investment-value').press('Escape');
    expect(await page.locator('#filter-investment').count()).toBe(0);
    expect(await hasFocus(page, 'filter-investment-open')).toBe(true);
    expect(await chip.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    expect(await page.locator('#filter-investment-value').inputValue()).toBe('10000000');
    await page.locator('#filter-investment-remove').click();
    expect(await hasFocus(page, 'filter-add')).toBe(true);
    // the currency came with the investment
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", "-30d")');
  });

  test('a filter without a value is removed when another one is opened or added', async () => {
    const page = await open();
    await addFilter(page, 'companyType');
    await addFilter(page, 'jobs');
    expect(await page.locator('#filter-companyType-chip').count()).toBe(0);
    await page.locator('#filter-jobs-done').click();
    expect(await page.locator('[id$="-chip"]').count()).toBe(0);
    expect(await hasFocus(page, 'filter-add')).toBe(true);
    await addFilter(page, 'investment');
    await page.locator('#filter-investment-done').click();
    // the currency goes with the investment that it came with
    expect(await page.locator('[id$="-chip"]').count()).toBe(0);
    await page.locator('#filter-add').click();
    await page.keyboard.press('Escape');
    expect(await page.locator('#filter-names').count()).toBe(0);
  });

  test('a preset shows its days and can become calendar days, words, or cells', async () => {
    const page = await open();
    const range = page.locator('#build-days-range');
    expect(await range.textContent()).toMatch(/^\w+ \d+(, \d+)? – \w+ \d+, \d{4}$/);
    await page.locator('#build-days').selectOption('last month');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", "last month", "endDate", "last month")');
    await page.locator('#build-days').selectOption('own');
    const [from, to] = [page.locator('#build-days-startDate'), page.locator('#build-days-endDate')];
    expect(await from.getAttribute('type')).toBe('date');
    expect(await from.inputValue()).toMatch(/^\d{4}-\d\d-01$/);
    expect(await to.inputValue()).toMatch(/^\d{4}-\d\d-(28|29|30|31)$/);
    await to.fill('');
    await from.fill('2026-03-05');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", "2026-03-05")');
    await page.locator('#build-days-words').click();
    await from.fill('-9d');
    await to.fill('yesterday');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", "-9d", "endDate", "yesterday")');
    // words stay words, because the calendar could only show today's meaning
    expect(await page.locator('#build-days-words').count()).toBe(0);
    await from.fill('=B1');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", B1, "endDate", "yesterday")');
    expect(await range.count()).toBe(0);
    await page.locator('#build-days').selectOption('');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "limit", 100)');
  });

  test('the kind of date is chosen beside the days, or named if there is no choice', async () => {
    const page = await open();
    await page.locator('#build-days-type').selectOption('LAST-MODIFIED');
    expect(await formulaOf(page)).toContain('"dateType", "LAST-MODIFIED", "columns", "lastModified|');
    await page.locator('#build-days-type').selectOption('ANNOUNCED');
    expect(await formulaOf(page)).toBe('=EXPANSIONS(, "startDate", "-30d")');
    await page.locator('#build-dataset').selectOption('HIRINGS');
    expect(await page.locator('#build-days-type').count()).toBe(0);
    await page.getByText('Counts the day on which a record last changed.').waitFor();
    await page.locator('#build-dataset').selectOption('TRACKED_COMPANIES');
    expect(await page.locator('#build-days').count()).toBe(0);
  });

  test('a column is moved and keeps the focus', async () => {
    const page = await open();
    await page.locator('#build-columns-summary').click();
    await page.locator('[id="column-expansionType-up"]').press('Enter');
    await page.keyboard.press('Enter');
    expect(await formulaOf(page)).toContain('"columns", "announcedDate|expansionType|');
    expect(await hasFocus(page, 'column-expansionType-up')).toBe(true);
    await page.locator('[id="column-announcedDate-down"]').click();
    expect(await formulaOf(page)).toContain('"columns", "expansionType|announcedDate|');
    await page.locator('#build-columns-summary', { hasText: '12, Type first' }).waitFor();
  });

  test.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('axe finds nothing in any of them, %s', async (appearance, turn) => {
    for (const userLocale of scaledSample(LOCALES, 1, turn)) {
      const { page } = await sidebar.open({
        state: { ...CONNECTED, userLocale, appearance },
        section: 'build',
        said: SAID,
      });
      const check = async () => {
        await settled(page);
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      };
      await page.locator('#build-days').selectOption('own');
      await check();
      await page.locator('#build-days-words').click();
      for (const row of ['build-columns', 'build-table', 'build-formula'])
        await page.locator(`#${row}-summary`).click();
      await check();
      await page.locator('#filter-add').click();
      await check();
      await page.keyboard.press('Escape');
      for (const name of FILTER_OF_EACH_KIND) {
        await addFilter(page, name);
        await page.locator(`#filter-${name}`).waitFor();
        await check();
      }
    }
  });
});

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

  const state = { ...full(['Key accounts']), appearance: 'system' } as const;
  const read = async (page: Page, sentence: string) => {
    await page.locator('#sentence').fill(sentence);
    await page.locator('#sentence-read').click();
  };

  test.each(SENTENCES)('in %s: fills fields, marks ignored words', async (userLocale, sentence, ...left) => {
    const { page } = await sidebar.open({ state: { ...state, userLocale }, section: 'build', said: SAID });
    await read(page, sentence);
    expect(await page.locator('#sentence-marked mark').allTextContents()).toEqual(left);
    expect(await formulaOf(page)).toMatch(
      /^=EXPANSIONS\(, "expansionType", "Data Centre", "expansionLocation", "Texas", "startDate", "20\d\d-03-01", "investment", ">=?10000000", "currency", "USD"\)$/,
    );
    await expectWell(page);
    for (const words of left)
      await page.locator('#sentence-result button[id^=sentence-leave]', { hasText: words }).click();
    expect(await page.locator('#sentence-marked mark').count()).toBe(0);
    // the price is for the intended query only
    await page.locator('#cost', { hasText: '42' }).waitFor();
  });

  test('words with two meanings can be chosen with a button', async () => {
    const { page } = await sidebar.open({ state, section: 'build' });
    await read(page, 'data centres in Foobar over 10M');
    await page.locator('#sentence-company-0').waitFor();
    await expectWell(page);
    await page.locator('#sentence-EUR').click();
    await page.locator('#formula', { hasText: 'EUR' }).waitFor({ state: 'attached' });
    expect(await page.locator('#sentence-EUR').count()).toBe(0);
    await page.locator('#sentence-company-0').click();
    await page.locator('#formula', { hasText: '("Foobar"' }).waitFor({ state: 'attached' });
    await read(page, 'Germany');
    await page.locator('#sentence-what-HIRINGS').click();
    await page.locator('#formula', { hasText: '=HIRINGS(' }).waitFor({ state: 'attached' });
  });

  test('without a group or company nothing is inserted', async () => {
    const { page } = await sidebar.open({
      state: { ...state, groups: [], defaultGroup: '' },
      section: 'build',
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
