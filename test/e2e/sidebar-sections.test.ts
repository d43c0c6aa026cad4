/** Each section of the sidebar in the spreadsheet's page, with the mouse or only with the keyboard. */
import { DATASETS } from '../../src/contract/datasets.js';
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import {
  addGroup,
  chooseFrom,
  closeSidebar,
  INPUT_METHODS,
  needGroup,
  openSidebar,
  type SidebarPage,
} from './sidebar-page.js';
import { demoKey } from './tour.js';

const GROUP = 'Key accounts';
/** The builder's columns if the days are those of the last change. */
const HIRING_COLUMNS = `"columns", "${[
  'lastModified',
  ...DATASETS['major-hiring'].columns.filter((path) => path !== 'lastModified'),
].join('|')}"`;

describeInBrowser('sections of the sidebar', () => {
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  let key = '';
  beforeAll(async () => {
    key = await demoKey(page, sandbox.serviceUrl);
  });

  // the second run continues in the state that the first one has left
  describe.each(INPUT_METHODS)('with the %s', (hand) => {
    const isFirst = hand === INPUT_METHODS[0];

    /** Clears the cell that a test has used, for the second run. */
    async function clear(a1: string): Promise<void> {
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.select(a1);
      await page.keyboard.press('Delete');
      await sheet.until(a1, '');
    }

    test('connect: forget, refuse, save, test', async () => {
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Connect');
      await sidebar.press(sidebar.button('Forget…'));
      await sidebar.shows('Forget address and key?');
      await sidebar.press(sidebar.button('Forget'));
      await sidebar.shows('Address and key are forgotten.');

      // without a key, the other sections say why they do not work, and those with content keep it
      await sidebar.section('Build');
      await sidebar.shows('Build needs a key for your signals service.');
      await sidebar.press(sidebar.button('Connect your key'));

      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Enter the address of the service.');
      await sidebar.fill(sidebar.field('Service address'), 'http://signals.example');
      await sidebar.fill(sidebar.field('API key'), key);
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Enter an address that begins with https://, such as https://api.example.com');
      const address = sidebar.field('Service address');
      expect(await address.getAttribute('aria-invalid')).toBe('true');
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await sidebar.field('API key').inputValue()).toBe(key);

      await sidebar.fill(sidebar.field('Service address'), sandbox.serviceUrl);
      await sidebar.fill(sidebar.field('API key'), 'a-wrong-key-0000');
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('The service does not accept this key.');
      await sidebar.shows('Nothing was charged.');
      // a key that does not work is not saved, but its text stays in the field
      expect(await sidebar.field('API key').inputValue()).toBe('a-wrong-key-0000');
      await sidebar.fill(sidebar.field('API key'), key);
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Connected: the service answers and accepts the key.');
      await sidebar.shows(`•••• ${key.slice(-4)}`);

      await sidebar.press(sidebar.button('Change…'));
      await sidebar.fill(sidebar.field('API key'), 'a-wrong-key-0000');
      await sidebar.press(sidebar.button('Save and test'));
      await sidebar.shows('The service does not accept this key.');
      // the working key is still saved
      await sidebar.press(sidebar.button('Cancel'));
      await sidebar.shows(`•••• ${key.slice(-4)}`);
      await sidebar.press(sidebar.button('Change…'));
      await sidebar.fill(sidebar.field('API key'), key);
      await sidebar.press(sidebar.button('Save and test'));
      await sidebar.shows('Connected:');
      expect(await sidebar.frame.locator('#section').textContent()).not.toMatch(/#[A-Z_]+:/);
    });

    test('sharing: started, changed, stopped', async () => {
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Connect');
      await sidebar.press(sidebar.button('Share my key…'));
      await sidebar.fill(sidebar.field('Your name'), 'Ann');
      await sidebar.fill(sidebar.field('Daily cap, in credits'), '25');
      await sidebar.press(sidebar.button('Share'));
      await sidebar.shows('Ann pays, up to 25 credits a day.');
      await sidebar.press(sidebar.button('Change terms'));
      await sidebar.fill(sidebar.field('Daily cap, in credits'), '30');
      await sidebar.press(sidebar.button('Share'));
      await sidebar.shows('Ann pays, up to 30 credits a day.');
      await sidebar.press(sidebar.button('Stop sharing…'));
      await sidebar.press(sidebar.button('Stop sharing'));
      await sidebar.shows('Sharing has stopped.');
    });

    test('groups: add, list', async () => {
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Groups');
      await addGroup(sidebar, 'Nobody');
      await sidebar.shows('The service has no group "Nobody"; check its spelling');
      await needGroup(sidebar, GROUP);
      await sidebar.press(sidebar.button('Companies').first());
      await sidebar.shows(/^\d+ companies$/);
    });

    /** Selects a cell, so that no other element has the focus, and opens an empty builder. */
    async function build(a1: string): Promise<SidebarPage> {
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.select(a1);
      return openSidebar(page, hand, 'Build a formula');
    }

    const formulaOf = (sidebar: SidebarPage) => sidebar.frame.locator('#formula').textContent();

    /** Chooses all companies, whatever the default group of new formulas. */
    async function everything(sidebar: SidebarPage, what: string): Promise<void> {
      await sidebar.choose(sidebar.field('What'), what);
      await sidebar.choose(sidebar.field('Which companies'), 'All');
    }

    async function addFilter(sidebar: SidebarPage, name: string): Promise<void> {
      await sidebar.press(sidebar.button('Add a filter'));
      await sidebar.press(sidebar.frame.locator('#filter-names').getByRole('button', { name, exact: true }));
    }

    test('build: a formula is built, inserted, opened again and changed', async () => {
      const sidebar = await build('A20');
      await everything(sidebar, 'Major hiring');
      await chooseFrom(sidebar, '-9d');
      await addFilter(sidebar, 'Count');
      await sidebar.fill(sidebar.frame.locator('#filter-count-value'), '5');
      await sidebar.press(sidebar.frame.locator('#build-table-summary'));
      await sidebar.fill(sidebar.field('Maximum records'), '3');
      expect(await formulaOf(sidebar)).toBe(
        `=HIRINGS(, "startDate", "-9d", "count", 5, "limit", 3, ${HIRING_COLUMNS})`,
      );
      await sidebar.shows(/Costs no credits\./);
      await sidebar.press(sidebar.frame.locator('#build-insert'));
      await sidebar.shows('The table is in Try it!A20.');
      // the days are those of the last change, so that date is the first column
      await sheet.until('A20', /^Last modified/);

      await sidebar.press(sidebar.button('Preview 5 rows free'));
      await sidebar.shows(/^First 3/);
      expect(await sidebar.frame.locator('#preview tbody tr').count()).toBe(3);

      await sidebar.press(sidebar.button('Start over'));
      await sidebar.press(sidebar.button('Open active cell'));
      await sidebar.shows('Opened from Try it!A20.');
      expect(await formulaOf(sidebar)).toBe(
        `=HIRINGS(, "startDate", "-9d", "count", 5, "limit", 3, ${HIRING_COLUMNS})`,
      );
      await sidebar.fill(sidebar.field('Maximum records'), '2');
      await sidebar.press(sidebar.button(/^Update Try it!A20/));
      await sidebar.shows('The table is in Try it!A20.');
      await sheet.until('A23', '');
      await sidebar.press(sidebar.button('Open active cell'));
      expect(await formulaOf(sidebar)).toBe(
        `=HIRINGS(, "startDate", "-9d", "count", 5, "limit", 2, ${HIRING_COLUMNS})`,
      );
      await clear('A20');
    });

    test('build: a cell without one of our formulas opens nothing', async () => {
      const sidebar = await build('A18');
      await sidebar.press(sidebar.button('Open active cell'));
      await sidebar.shows('Try it!A18 has no Signals formula.');
    });

    test('fresh formulas: offered once, created, listed, paused, changed and removed', async () => {
      const tab = `Fresh ${hand}`;
      await closeSidebar(page);
      await sheet.addTab(tab);
      await sheet.select('B2');
      const sidebar = await openSidebar(page, hand, 'Build a formula');
      await sidebar.choose(sidebar.field('What'), 'Executive changes');
      await sidebar.choose(sidebar.field('Which companies'), 'All');
      expect(await sidebar.button('Every morning').count()).toBe(0);
      await sidebar.press(sidebar.frame.locator('#build-insert'));
      await sidebar.shows(`The table is in ${tab}!B2.`);
      await sidebar.shows('Keep this fresh every morning?');
      await sidebar.shows('for at most 200 credits a run');
      await sidebar.press(sidebar.button('Every morning'));
      await sidebar.shows('All formulas here are fresh every morning.');
      expect(await sidebar.button('Every morning').count()).toBe(0);

      await sidebar.section('Jobs');
      await sidebar.shows('Fresh formulas');
      await sidebar.shows(/First run (today|tomorrow) about \d\d:00/);
      await sidebar.shows('all formulas · every day at about 06:00 · run by you');

      await sidebar.press(sidebar.button('Pause'));
      await sidebar.shows('paused');
      await sidebar.press(sidebar.button('Resume'));
      await sidebar.press(sidebar.button('Change'));
      await sidebar.choose(sidebar.field('How often'), 'Monday to Friday');
      await sidebar.choose(sidebar.field('Which formulas'), 'in some tabs or ranges');
      expect(await sidebar.field('Tabs and named ranges').inputValue()).toBe(tab);
      await sidebar.fill(sidebar.field('Tabs and named ranges'), ' ');
      await sidebar.press(sidebar.button('Save job'));
      await sidebar.shows('Enter a tab or a named range.');
      await sidebar.fill(sidebar.field('Tabs and named ranges'), `${tab}\nSales, EMEA`);
      await sidebar.press(sidebar.button('Save job'));
      await sidebar.shows(`formulas in ${tab}, Sales, EMEA · Monday to Friday at about 06:00 · run by you`);
      await sidebar.press(sidebar.button('Remove'));
      await sidebar.shows('The formulas stay; they are no longer kept fresh.');
      await sidebar.press(sidebar.button('Remove').first());
      await sidebar.shows('No scheduled jobs yet');
    });

    test('activity: the spending, the log as a sheet, the settings', async () => {
      // different queries, because the second run would find the first one's records in the cache
      const { cell, type, budget } = {
        mouse: { cell: 'A22', type: 'Store', budget: 977 },
        keyboard: { cell: 'D22', type: 'HQ', budget: 978 },
      }[hand];
      const log = isFirst ? 'Signals activity' : 'Signals activity 2';
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.type(
        cell,
        `=EXPANSIONS("type", "${type}", "startDate", "-90d", "limit", 3, "columns", "date|company")`,
      );
      await sheet.until(cell, /^Announced/);
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Activity');
      await sidebar.shows(`Try it!${cell}`);
      await sidebar.fill(sidebar.field('Daily budget, in credits'), String(budget));
      await sidebar.choose(sidebar.field('How often formulas update'), 'Only on refresh');
      await sidebar.press(sidebar.button('Save'));
      await sidebar.shows('Saved.');
      await sidebar.shows(new RegExp(`of ${budget} credits`));
      await sidebar.press(sidebar.button(/^Copy the latest .*to a new tab$/));
      await sidebar.shows(`The tab ${log} was created.`);
      // so that the formula of the second run is asked for, too
      await sidebar.choose(sidebar.field('How often formulas update'), 'Once a day');
      await sidebar.press(sidebar.button('Save'));
      await sheet.openTab(log);
      await sheet.until('A1', 'When');
      expect((await sheet.shown('C2'))[0]?.[0]).toContain('!');
      // to the minute, as in the formatted column
      expect((await sheet.shown('A2'))[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
      await clear(cell);
    });
  });

  test('the frame has refused nothing', () => expect(errors).toEqual([]));
});
