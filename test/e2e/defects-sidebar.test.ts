/** Defects of the sidebar that readers, testers and attackers found, in its page alone. */
import type { Page } from 'playwright-core';
import { dataOf, errors } from '../../src/addon/errors.js';
import type { Preview } from '../../src/contract/preview.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { addFilter, type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

describeInBrowser('defects of the sidebar', () => {
  const sidebar = useFakeSidebar();

  const open = (options: Partial<OpenOptions> = {}, state: Partial<SidebarState> = {}) =>
    sidebar.open({ section: 'build', ...options, state: { ...CONNECTED, ...state } });

  test('D40 two unfinished fields both get their suggestions', async () => {
    const companies = [{ id: 'c1', name: 'Ambervale Power', domain: 'a.example', tracked: false }];
    const { page } = await open({ said: { companies: { companies } } });
    await addFilter(page, 'companyName');
    await page.locator('#build-companies').selectOption('typed');
    await page.locator('#build-typed').fill('Fairholt');
    await page.locator('#filter-companyName-value').fill('Ambervale');
    await page.locator('#build-typed-suggested').waitFor();
    await page.locator('#filter-companyName-value-suggested').waitFor();
  });

  /** Checks that what a click shows is in a live region that existed before. */
  async function expectSaid(page: Page, button: string, shown: string): Promise<void> {
    const regions = await page.evaluateHandle(() => [...document.querySelectorAll('[role=status]')]);
    await page.locator(button).click();
    await page.locator(shown).waitFor();
    const isSaid = await page
      .locator(shown)
      .evaluate(
        (notice, before) => before.some((region) => region.isConnected && region.contains(notice)),
        regions,
      );
    expect(isSaid).toBe(true);
  }

  test('D41 the result of a call appears in a live region that existed before', async () => {
    const { page } = await open({ section: 'activity' });
    await expectSaid(page, '#rules-save', '.notice.good');
  });

  test('D41 a preview, or its error, appears in a live region that existed before', async () => {
    const stored = { askedAt: 1, records: 1, cut: false, rows: [['A'], ['1']] };
    const previews: readonly Preview[] = [{ error: dataOf(errors.throttled()) }, { stored }];
    for (const preview of previews) {
      const { page } = await open({ outcome: { kind: 'preview', preview } });
      await page.locator('#build-companies').selectOption('all');
      await expectSaid(page, '#build-preview', '.result-bar :is(.notice, .preview-head)');
    }
  });

  test('D51 the watch list shows its price before the click', async () => {
    const { page } = await open({ section: '' });
    expect(await page.locator('#starter-watchlist').textContent()).toMatch(
      /free without any, then at most 100 credits per change/,
    );
  });

  test('D53 a shared key’s limit and owner are shown', async () => {
    const sharing = { ...full(['Mia Owner']).sharing!, dailyCap: 50, mine: false };
    const activity = { ...CONNECTED.activity, today: 20 };
    const state = { sharing, formulaKey: 'shared', activity } as const;
    const { page } = await open(
      { said: { estimate: { matching: 4, isExact: true, returned: 4, credits: 4 } } },
      state,
    );
    await page.locator('#cost', { hasText: /\b30\b.*Mia Owner/ }).waitFor();
    const { page: other } = await open({ section: 'activity' }, state);
    expect(await other.locator('#spent-today').textContent()).toMatch(/^20 of 50 /);
    expect(await other.locator('#spent-cap').textContent()).toContain('Mia Owner');
  });

  test('D57 Connect and Activity agree on a charge', async () => {
    const silent = { outcome: { kind: 'tested', failure: dataOf(errors.timeout(25)) } } as const;
    const held = [{ token: 't', credits: 5, since: 0, job: '', question: 'q' }];
    const { page } = await open(
      { section: 'connect', after: { testConnection: [silent] } },
      { activity: { ...CONNECTED.activity, held } },
    );
    await page.locator('#connect-test').click();
    await page.locator('#condition').waitFor();
    const told = await page.locator('#condition').textContent();
    expect(told).toContain('5 credits are held');
    expect(told).not.toContain('Nothing was charged');
    // the builder says it, too, before any click
    await page.locator('#tab-build').click();
    await page.locator('#trouble').waitFor();
  });

  test('D58 in a copied file the consent comes first', async () => {
    const health = ['not-allowed'] as const;
    for (const section of ['build', 'activity', 'jobs', 'connect', '']) {
      const { page } = await open({ section }, { health });
      const first = await page
        .locator('#section')
        .evaluate(
          (element) => [...element.querySelectorAll('button, input, textarea, select, summary')][0]?.id,
        );
      expect([section, first]).toEqual([section, 'health-allow']);
    }
    const { page, calls } = await open({ after: { allowSpending: [{ health: [] }] } }, { health });
    await page.locator('#health-allow').click();
    await page.locator('.notice.good').waitFor();
    expect(await calls()).toContain('allowSpending');
    expect(await page.locator('#health-allow').count()).toBe(0);
  });

  test('D39 Activity shows what formulas have spent since the last call', async () => {
    const { activity } = CONNECTED;
    const { page } = await open(
      { after: { sidebarState: [{}, { activity: { ...activity, today: 817 } }] } },
      { activity: { ...activity, today: 183 } },
    );
    await page.waitForTimeout(1_100);
    await page.locator('#tab-activity').click();
    await page.getByText('817 of 1,000 credits').waitFor();
    await page.locator('#tab-build').click();
    await page.getByText('183 left today').waitFor();
  });

  test('D56 the first run is named before the click', async () => {
    const { page } = await open({ outcome: { kind: 'inserted', cell: { sheet: 'S', a1: 'A1' } } });
    const first = /First run .*\d\d:00\./;
    await page.locator('#build-insert').click();
    expect(await page.locator('.question', { has: page.locator('#build-fresh') }).textContent()).toMatch(
      first,
    );
    await page.locator('#tab-jobs').click();
    await page.locator('#job-add-sync').click();
    expect(await page.locator('#job-first-run').textContent()).toMatch(first);
    await page.locator('#job-first-run', { hasText: 'A run costs at most 200 credits.' }).waitFor();
  });

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

  const openWith = async (sentence: string) => {
    const { page } = await open();
    await page.locator('#sentence').fill(sentence);
    await page.locator('#sentence-read').click();
    return page;
  };

  test('a word that is left out takes no choice back', async () => {
    const page = await openWith('battery plants in Poland over 50 million');
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
    ['how much did Bay Pharma invest in Brazil', 'Bay Pharma', /\("Bay Pharma"/],
    ['expansions in Germany from Monday', 'Monday', undefined],
  ])('D37 %s: a possible company name waits for a decision', async (sentence, words, decided) => {
    const page = await openWith(sentence);
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
    const page = await openWith('no data centres in Texas for zebras and unicorns');
    await cannotInsert(page);
    await page.locator('#sentence-leave-all').click();
    await canInsert(page);
  });

  test.each([
    ['the service’s estimate', { matching: 900, isExact: true, returned: 500, credits: 500 }, 500],
    ['what the budget leaves', undefined, 800],
  ])('the price of a limit that a cell contains is %s', async (_price, estimate, credits) => {
    const cell = { sheet: 'Try it', a1: 'C3', formula: '=EXPANSIONS(A2:A20, "limit", B1)', text: '' };
    const activity = { ...CONNECTED.activity, today: 200 };
    const { page } = await open({ ...(estimate && { said: { estimate } }) }, { cell, activity });
    await page.locator('#build-open').click();
    const text = estimate ? '900 records match' : 'At most 800 credits';
    await page.locator('#cost', { hasText: text }).waitFor();
    expect(await page.locator('#cost').textContent()).not.toContain('can cost a little more');
    expect(await page.locator('#build-insert').textContent()).toContain(`${credits} credits`);
  });

  test('D54 an error in the cell is no success', async () => {
    const cell = { sheet: 'Try it', a1: 'A1' };
    const shows = (text: string) =>
      ({ outcome: { kind: 'cell', cell: { ...cell, formula: '=', text } } }) as const;
    const { page } = await open({
      outcome: { kind: 'inserted', cell },
      after: { sidebarState: [{}, shows('Loading...'), shows('#REF!')] },
    });
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'Try it!A1' }).waitFor();
    expect(await page.locator('.notice.warning').textContent()).toContain('#REF!');
    expect(await page.locator('.notice.good').count()).toBe(0);
    expect(await page.locator('#build-fresh').count()).toBe(0);
  });

  test('D54 a cell that cannot be read after the insertion is neither a success nor a failure', async () => {
    const { page } = await open({
      outcome: { kind: 'inserted', cell: { sheet: 'Try it', a1: 'A1' } },
      refuses: { 'sidebarState(cell)': { message: 'the connection is lost' } },
    });
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'Try it!A1 is still being calculated' }).waitFor();
    expect(await page.locator('.notice.good, .notice.bad').count()).toBe(0);
  });

  test('D54 a cell in the table’s way is named', async () => {
    const { page, argumentsOf } = await open({
      outcome: { kind: 'in-the-way', cell: { sheet: 'Try it', a1: 'B4', formula: '', text: 'a note' } },
      said: { estimate: { matching: 40, isExact: true, returned: 40, credits: 40 } },
    });
    await page.locator('#cost', { hasText: '40' }).waitFor();
    await page.locator('#build-insert').click();
    await page.locator('.notice.warning', { hasText: 'a note' }).waitFor();
    const [[insertion] = []] = await argumentsOf('insertFormula');
    expect(insertion).toMatchObject({ rows: 41 });
  });
});
