/** Defects of the builder that readers, testers and attackers found, in the sidebar's page alone. */
import type { Page } from 'playwright-core';
import { dataOf, errors } from '../../src/addon/errors.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { addFilter, type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

const CONNECTION = { baseUrl: 'https://signals.example', apiKey: '' };
const REFUSED = { kind: 'tested', ok: false, ...dataOf(errors.badKey()) } as const;

describeInBrowser('defects of the builder', () => {
  const sidebar = useFakeSidebar();

  const open = (options: Partial<OpenOptions> = {}, state: Partial<SidebarState> = {}) =>
    sidebar.open({ section: 'build', ...options, state: { ...CONNECTED, ...state } });
  const formulaOf = (page: Page) => page.locator('#formula').textContent();
  const cannotInsert = (page: Page) => page.locator('#build-insert[aria-disabled=true]').waitFor();
  const canInsert = (page: Page) => page.locator('#build-insert:not([aria-disabled])').waitFor();

  async function paste(page: Page, selector: string, text: string): Promise<void> {
    await page.locator(selector).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      // the browser's default for a single-line field
      if (element.dispatchEvent(event)) {
        (element as HTMLInputElement).value += pasted.replace(/\r?\n/g, ' ');
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, text);
  }

  test('D5 a key that the service refuses is tested but never saved; a working one is saved', async () => {
    const { page, calls, argumentsOf } = await open({
      section: 'connect',
      after: {
        testConnection: [{ outcome: REFUSED }, { outcome: { kind: 'tested', ok: true, message: '' } }],
      },
    });
    await page.locator('#connect-change').click();
    await page.locator('#connect-key').fill('a-typo-in-this-key');
    await page.locator('#connect-save').click();
    await page.locator('#connect-key[aria-invalid=true]').waitFor();
    expect(await calls()).not.toContain('saveConnection');
    expect(await calls()).not.toContain('forgetConnection');
    expect((await argumentsOf('testConnection'))[0]![0]).toEqual({
      ...CONNECTION,
      apiKey: 'a-typo-in-this-key',
    });
    await page.locator('#connect-key').fill('the-right-key-now');
    await page.locator('#connect-save').click();
    await page.locator('.notice.good').first().waitFor();
    expect((await argumentsOf('saveConnection')).map(([saved]) => saved)).toEqual([
      { ...CONNECTION, apiKey: 'the-right-key-now' },
    ]);
  });

  test('D33 a cancelled run can be resumed, even after another job has run', async () => {
    const [first, second] = full(['One', 'Two']).jobs.map((job, at) => ({
      ...job,
      mine: true,
      paused: false,
      givenUp: false,
      error: '',
      notice: '',
      name: `Job ${at}`,
    }));
    if (!first || !second) throw new Error('no jobs');
    const part = { id: '', token: 't', over: false, added: 1, changed: 0, credits: 1, through: '2026-11-01' };
    const { page, argumentsOf } = await open(
      { section: 'jobs', outcome: { kind: 'job-run', run: part } },
      { jobs: [first, second] },
    );
    for (const { id } of [first, second]) {
      await page.locator(`#job-${id}-run`).click();
      await page.locator(`#job-${id}-cancel`).click();
      await page.locator(`#job-${id}-cancel`).waitFor({ state: 'detached' });
      await page.locator('main:not([aria-busy])').waitFor();
    }
    const before = (await argumentsOf('runJob')).length;
    await page.locator(`#job-${first.id}-run`).click();
    await eventually(async () => {
      const resumed = (await argumentsOf('runJob'))[before];
      if (!resumed) throw new Error('not resumed yet');
      expect(resumed.slice(0, 2)).toEqual([first.id, 't']);
      return true;
    });
  });

  test('D34 a pasted column is one value per cell, and a pasted list one per company', async () => {
    const { page } = await open();
    await page.locator('#build-companies').selectOption('typed');
    await paste(page, '#build-typed', 'Ambervale Power\r\nFairholt Power\r\n\r\nAcme, Inc.\r\n');
    expect(await formulaOf(page)).toContain('("Ambervale Power|Fairholt Power|Acme, Inc."');
    await paste(page, '#build-typed', 'bay.example, hill.example; lake.example');
    expect(await formulaOf(page)).toContain('|bay.example|hill.example|lake.example"');
    await addFilter(page, 'expansionLocation');
    await paste(page, '#filter-expansionLocation-value', 'Austin, Texas\nBavaria');
    expect(await formulaOf(page)).toContain('"expansionLocation", "Austin, Texas|Bavaria"');
    // a single value is pasted unchanged and can be completed
    await paste(page, '#filter-expansionLocation-value', 'Ohi');
    expect(await page.locator('#filter-expansionLocation-value').inputValue()).toBe('Ohi');
  });

  test('D35 Done, another filter and Insert accept text that was typed without Enter', async () => {
    const { page, argumentsOf } = await open({
      outcome: { kind: 'inserted', cell: { sheet: 'S', a1: 'A1' } },
    });
    await addFilter(page, 'expansionLocation');
    await page.locator('#filter-expansionLocation-value').fill('Texas');
    await page.locator('#filter-expansionLocation-done').click();
    expect(await page.locator('#filter-expansionLocation-chip').textContent()).toContain('Texas');
    await addFilter(page, 'companyLocation');
    await page.locator('#filter-companyLocation-value').fill('Japan');
    await addFilter(page, 'companyIndustry');
    await page.locator('#filter-companyIndustry-value-search').fill('pharmaceuticals');
    await page.locator('#build-companies').selectOption('typed');
    await page.locator('#build-typed').fill('Ambervale Power');
    await page.locator('#build-typed').press('Enter');
    await page.locator('#build-typed').fill('Fairholt Power');
    await page.locator('#build-insert').click();
    await eventually(async () => {
      const [insertion] = (await argumentsOf('insertFormula')).map(([one]) => one as { formula: string });
      expect(insertion?.formula).toBe(
        '=EXPANSIONS("Ambervale Power|Fairholt Power", "startDate", "-30d", "expansionLocation", "Texas", "companyLocation", "Japan", "companyIndustry", "pharmaceuticals")',
      );
      return true;
    });
    expect(await page.locator('#build-typed').inputValue()).toBe('');
    // text that is no valid value is not lost either: the filter stays open and reports it
    await page.locator('#filter-companyIndustry-value-search').fill('no such industry');
    await page.locator('#filter-companyIndustry-done').click();
    await page.locator('#filter-companyIndustry-value-search-problem').waitFor();
    await cannotInsert(page);
  });

  test('a tick ends the search above it, so that the text is no further value', async () => {
    const { page } = await open();
    await addFilter(page, 'companyIndustry');
    await page.locator('#filter-companyIndustry-value-search').fill('tech');
    await page.locator('#filter-companyIndustry-value-list input').first().check();
    expect(await page.locator('#filter-companyIndustry-value-search').inputValue()).toBe('');
    await canInsert(page);
  });

  test('a word that is left out takes no choice back', async () => {
    const { page } = await open();
    await page.locator('#sentence').fill('battery plants in Poland over 50 million');
    await page.locator('#sentence-read').click();
    await page.locator('#sentence-EUR').click();
    await page.locator('#sentence-result button[id^=sentence-leave]').first().click();
    await canInsert(page);
    expect(await formulaOf(page)).toContain('"currency", "EUR"');
    expect(await page.locator('#sentence').inputValue()).toBe('plants in Poland over 50 million');
  });

  test('D35 an unread sentence disables Insert', async () => {
    const { page } = await open();
    await page.locator('#sentence').fill('data centres in Texas');
    await cannotInsert(page);
    await page.locator('#sentence-read').click();
    await canInsert(page);
    await page.locator('#sentence').fill('');
    await canInsert(page);
  });

  test.each([
    ['What did Ambervale Power announce this year?', 'Ambervale Power', /\("Ambervale Power"/],
    [
      'how much did Halvorsen Bay Pharma invest in Brazil',
      'Halvorsen Bay Pharma',
      /\("Halvorsen Bay Pharma"/,
    ],
    ['expansions in Germany from Monday', 'Monday', undefined],
  ])('D37 %s: a possible company name waits for a decision', async (sentence, words, decided) => {
    const { page } = await open();
    await page.locator('#sentence').fill(sentence);
    await page.locator('#sentence-read').click();
    expect(await page.locator('#sentence-marked mark').allTextContents()).toContain(words);
    expect(await formulaOf(page)).not.toMatch(/pharmaceuticals|Monday/);
    await cannotInsert(page);
    const doubt = page.locator('#sentence-result button', { hasText: words });
    await (decided ? doubt.first() : doubt.last()).click();
    if (decided) expect(await formulaOf(page)).toMatch(decided);
    const left = page.locator('#sentence-result button[id^=sentence-leave]');
    while ((await left.count()) > 0) await left.last().click();
    await canInsert(page);
  });

  test('D37 words that negate a query wait for a decision, too; one click ignores all of them', async () => {
    const { page } = await open();
    await page.locator('#sentence').fill('no data centres in Texas for zebras and unicorns');
    await page.locator('#sentence-read').click();
    await cannotInsert(page);
    await page.locator('#sentence-leave-all').click();
    await canInsert(page);
  });

  test.each([
    [
      'the service’s estimate',
      { matching: 900, isExact: true, returned: 500, credits: 500 },
      '900 records match',
    ],
    ['what the budget leaves', undefined, 'At most 800 credits'],
  ])('the price of a limit that a cell contains is %s', async (_price, estimate, text) => {
    const cell = { sheet: 'Try it', a1: 'C3', formula: '=EXPANSIONS(A2:A20, "limit", B1)', text: '' };
    const activity = { ...CONNECTED.activity, budget: 1_000, today: 200 };
    const { page } = await open({ ...(estimate && { said: { estimate } }) }, { cell, activity });
    await page.locator('#build-open').click();
    await page.locator('#cost', { hasText: text }).waitFor();
    expect(await page.locator('#cost').textContent()).not.toContain('can cost a little more');
    expect(await page.locator('#build-insert').textContent()).toContain(
      estimate ? '500 credits' : '800 credits',
    );
  });

  test.each(['en_US', 'de_DE'])('D54 in %s: an error in the cell is no success', async (userLocale) => {
    const cell = { sheet: 'Try it', a1: 'A1' };
    const shows = (text: string) =>
      ({ outcome: { kind: 'cell', cell: { ...cell, formula: '=', text } } }) as const;
    const { page } = await open(
      {
        outcome: { kind: 'inserted', cell },
        after: { sidebarState: [{}, shows('Loading...'), shows('#REF!')] },
      },
      { userLocale },
    );
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'Try it!A1' }).waitFor();
    expect(await page.locator('.notice.warning').textContent()).toContain('#REF!');
    expect(await page.locator('.notice.good').count()).toBe(0);
    expect(await page.locator('#build-fresh').count()).toBe(0);
  });

  test('D54 a cell that cannot be read after the insertion is neither a success nor a failure', async () => {
    const cell = { sheet: 'Try it', a1: 'A1' };
    const { page } = await open({
      outcome: { kind: 'inserted', cell },
      refuses: { 'sidebarState(cell)': { message: 'the connection is lost' } },
    });
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'Try it!A1 is still being calculated' }).waitFor();
    expect(await page.locator('.notice.good, .notice.bad').count()).toBe(0);
  });

  test.each(['en_US', 'de_DE'])('D54 in %s: a cell in the table’s way is named', async (userLocale) => {
    const cell = { sheet: 'Try it', a1: 'B4', formula: '', text: 'a note' };
    const { page, argumentsOf } = await open(
      {
        outcome: { kind: 'in-the-way', cell },
        said: { estimate: { matching: 40, isExact: true, returned: 40, credits: 40 } },
      },
      { userLocale, appearance: 'dark' },
    );
    await page.locator('#cost', { hasText: '40' }).waitFor();
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'a note' }).waitFor();
    const [[insertion] = []] = await argumentsOf('insertFormula');
    expect(insertion).toMatchObject({ rows: 41 });
  });
});
