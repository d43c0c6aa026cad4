/** Formulas that are kept fresh: offered after an insert, switched in Activity, set up and listed in Jobs. */
import type { Page } from 'playwright-core';
import type { JobState } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { scaledSample } from '../support/scale.js';
import { full, HOSTILE } from '../support/sidebar-states.js';
import { createSpreadsheetPage, type SpreadsheetPage } from '../support/spreadsheet-page.js';
import { faultsOf, NO_FAULTS } from './axe.js';
import { createFakeSidebar, type FakeSidebar } from './fake-sidebar.js';
import { closeSidebar, HANDS, type Hand, openSidebar, type SidebarPage } from './sidebar-page.js';

const INSERTED = { kind: 'inserted', cell: { sheet: 'Try it', a1: 'A20' } } as const;
const SWITCH = 'Keep formulas fresh every morning';
/** Everyday runs look at each place in one language and one look. */
const LOCALES = ['en_US', 'de_DE'];
const LOOKS = [
  ['light', 100],
  ['dark', 200],
] as const;
const NEXT = /next (today|tomorrow) about \d\d:00/;

describeInBrowser('formulas that are kept fresh', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;
  let sheet: SpreadsheetPage;
  let errors: readonly string[];

  beforeAll(async () => {
    ({ page, errors } = await openSpreadsheet(browser, sandbox.url));
    sheet = createSpreadsheetPage(page);
  });
  afterAll(() => page?.context().close());

  /** A free formula from Build, in B2 of a new tab. */
  async function insert(hand: Hand, tab: string): Promise<SidebarPage> {
    await closeSidebar(page);
    await sheet.addTab(tab);
    await sheet.select('B2');
    const sidebar = await openSidebar(page, hand, 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Executive changes');
    await sidebar.choose(sidebar.field('Which companies'), 'All');
    expect(await sidebar.button('Every morning').count()).toBe(0);
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sidebar.shows(`The table is in ${tab}!B2.`);
    return sidebar;
  }

  // the second hand meets what the first has left
  describe.each(HANDS)('with the %s', (hand) => {
    test('offered once, made, listed, turned off and on, changed, removed', async () => {
      const tab = `Fresh ${hand}`;
      const sidebar = await insert(hand, tab);
      await sidebar.shows('Keep this fresh every morning?');
      await sidebar.shows('for at most 200 credits a run');
      await sidebar.press(sidebar.button('Every morning'));
      await sidebar.shows('Fresh every morning, next');
      await sidebar.shows(NEXT);
      expect(await sidebar.button('Every morning').count()).toBe(0);

      await sidebar.section('Jobs');
      await sidebar.shows('Fresh formulas');
      await sidebar.shows(/First run (today|tomorrow) about \d\d:00/);
      await sidebar.shows('all formulas · every day at about 06:00 · run by you');

      await sidebar.section('Activity');
      expect(await sidebar.field(SWITCH).isChecked()).toBe(true);
      await sidebar.press(sidebar.field(SWITCH));
      await sidebar.frame.locator('#activity-fresh:not(:checked)').waitFor();
      await sidebar.section('Jobs');
      await sidebar.shows('paused');
      await sidebar.section('Activity');
      await sidebar.press(sidebar.field(SWITCH));
      await sidebar.frame.locator('main:not([aria-busy]) #activity-fresh:checked').waitFor();

      await sidebar.section('Jobs');
      await sidebar.press(sidebar.button('Change'));
      await sidebar.choose(sidebar.field('How often'), 'Monday to Friday');
      await sidebar.choose(sidebar.field('Which formulas'), 'in some tabs or ranges');
      expect(await sidebar.field('Tabs and named ranges').inputValue()).toBe(tab);
      await sidebar.fill(sidebar.field('Tabs and named ranges'), ' ');
      await sidebar.press(sidebar.button('Save job'));
      await sidebar.shows('Enter a tab or a named range.');
      await sidebar.fill(sidebar.field('Tabs and named ranges'), `${tab}, "Sales, EMEA"`);
      await sidebar.press(sidebar.button('Save job'));
      await sidebar.shows(`formulas in ${tab}, "Sales, EMEA" · Monday to Friday at about 06:00 · run by you`);
      await sidebar.press(sidebar.frame.locator('[id$=-more-summary]'));
      await sidebar.press(sidebar.button('Remove'));
      await sidebar.shows('The formulas stay; they are no longer kept fresh.');
      await sidebar.press(sidebar.button('Remove').first());
      await sidebar.shows('No scheduled jobs yet');
    });
  });

  test('a person who has declined is not asked again', async () => {
    const sidebar = await insert('mouse', 'Declined');
    await sidebar.press(sidebar.button('Not now'));
    await sidebar.shows('The table is in Declined!B2.');
    await sidebar.press(sidebar.button('Open active cell'));
    await sidebar.press(sidebar.button(/^Update Declined!B2/));
    await sidebar.shows('The table is in Declined!B2.');
    expect(await sidebar.button('Every morning').count()).toBe(0);
    await sidebar.section('Jobs');
    await sidebar.shows('No scheduled jobs yet');
  });

  test('and nothing that they have done was refused by the frame', () => {
    expect(errors).toEqual([]);
  });
});

describeInBrowser('the page of formulas that are kept fresh', () => {
  const browser = useBrowser();
  let sidebar: FakeSidebar;
  beforeAll(async () => {
    sidebar = await createFakeSidebar(browser);
  });
  afterAll(() => sidebar?.close());

  const { health: _health, ...plain } = full(['Key accounts']);
  const STATE: SidebarState = { ...plain, health: [], jobs: [], appearance: 'system' };

  /** A job by its difference from one of the person's own that has run this morning. */
  const job = (change: Partial<JobState>): JobState => {
    const { sync: _sync, ...rest } = full(['Fresh formulas']).jobs[0]!;
    const refresh = { places: [], budget: 200, changes: true };
    return { ...rest, refresh, through: '', error: '', notice: '', ...change };
  };
  const names = [HOSTILE[0] ?? '', 'W'.repeat(60)];
  const JOBS = names.map((name, at) =>
    job({
      id: `r${at}`,
      name,
      owner: name,
      mine: at === 0,
      refresh: { places: names, budget: 1, changes: true },
    }),
  );

  const PLACES = [
    ['the offer', 'build', STATE, '#build-insert', '#build-fresh'],
    ['what is kept', 'build', { ...STATE, jobs: JOBS }, '#build-insert', '#build-fresh-kept'],
    [
      'a problem',
      'build',
      { ...STATE, jobs: [job({ error: '#NO_KEY: x' })] },
      '#build-insert',
      '#fresh-to-jobs',
    ],
    ['the switch', 'activity', { ...STATE, jobs: [job({})] }, '', '#activity-fresh:checked'],
    ['a colleague’s', 'activity', { ...STATE, jobs: [job({ mine: false })] }, '', '#build-fresh-kept'],
    ['the list', 'jobs', { ...STATE, jobs: JOBS }, '', '#job-r1'],
    ['the form', 'jobs', { ...STATE, jobs: JOBS }, '#job-r0-edit', '#job-places'],
  ] as const;

  test.each(PLACES.map((place, turn) => [...place, turn] as const))(
    '%s: axe finds nothing, it fits, and names are text',
    async (_name, section, state, press, place, turn) => {
      for (const userLocale of scaledSample(LOCALES, 1, turn)) {
        const { page } = await sidebar.open({ state: { ...state, userLocale }, section, outcome: INSERTED });
        if (press !== '') await page.locator(press).click();
        await page.locator(place).waitFor();
        if (place === '#job-places') await page.locator('#job-every').selectOption('week');
        expect(await page.title()).toBe('Signals');
        expect(await page.locator('main img, main script').count()).toBe(0);
        for (const [colorScheme, percent] of scaledSample(LOOKS, 1, PLACES.length + turn)) {
          expect(await faultsOf(page, colorScheme, percent)).toEqual(NO_FAULTS);
        }
      }
    },
  );

  test.each([
    ['without a key there is no offer', { hasKey: false, sharing: undefined, formulaKey: 'other' }, 0],
    ['with a shared key there is', { hasKey: false }, 1],
    ['nor beside a refresh that is paused', { jobs: [job({ paused: true })] }, 0],
  ] as const)('%s', async (_name, change, offers) => {
    const state = { ...STATE, ...change } as SidebarState;
    const { page } = await sidebar.open({ state, section: 'build', outcome: INSERTED });
    await page.locator('#build-insert').click();
    await page.locator('.notice.good').waitFor();
    expect(await page.locator('#build-fresh').count()).toBe(offers);
  });

  test('a run says what it has brought', async () => {
    const run = { id: 'r', token: 't', over: true, added: 3, changed: 12, credits: 1, through: '' };
    const { page } = await sidebar.open({
      state: { ...STATE, jobs: [job({ id: 'r', added: 0, credits: 0 })] },
      section: 'jobs',
      outcome: { kind: 'job-run', run },
    });
    await page.getByText('no new records, 0 credits').waitFor();
    await page.locator('#job-r-run').click();
    await page.getByText('3 new records, 12 formulas updated, 1 credit.', { exact: true }).waitFor();
  });

  test('where Google makes no trigger, it says so instead', async () => {
    const outcome = { kind: 'job', id: 'r', refusal: 'This script has too many triggers.' } as const;
    const { page } = await sidebar.open({ state: STATE, section: 'activity', outcome });
    await page.locator('#activity-fresh').click();
    await page.getByText('Google created no trigger for it: This script has too many triggers.').waitFor();
  });
});
