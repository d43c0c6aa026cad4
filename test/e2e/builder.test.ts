/**
 * The builder in the spreadsheet's page: from choices to a formula and back, and formulas that are kept
 * fresh; by mouse or by keyboard.
 */
import { DATASETS } from '../../src/contract/datasets.js';
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import {
  chooseFrom,
  closeSidebar,
  INPUT_METHODS,
  type InputMethod,
  openSidebar,
  type SidebarPage,
} from './sidebar-page.js';

/** The builder's columns if the days are those of the last change. */
const HIRING_COLUMNS = `"columns", "${[
  'lastModified',
  ...DATASETS['major-hiring'].columns.filter((path) => path !== 'lastModified'),
].join('|')}"`;

const SWITCH = 'Keep formulas fresh every morning';
const NEXT = /next (today|tomorrow) about \d\d:00/;

describeInBrowser('the builder', () => {
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  beforeAll(() => sheet.openTab('Try it'));

  // the second run continues in the state that the first one has left
  describe.each(INPUT_METHODS)('with the %s', (input) => {
    afterAll(async () => {
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.select('A20');
      await page.keyboard.press('Delete');
      await sheet.until('A20', '');
    });

    /** Selects a cell, so that no other element has the focus, and opens an empty builder. */
    async function build(a1: string): Promise<SidebarPage> {
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.select(a1);
      return openSidebar(page, input, 'Build a formula');
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

    test('a formula is built, inserted, opened again and changed', async () => {
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
    });

    test('the builder asks before it overwrites a cell', async () => {
      const sidebar = await build('A20');
      await everything(sidebar, 'Executive changes');
      await sidebar.press(sidebar.frame.locator('#build-insert'));
      await sidebar.shows(/^Try it!A20 contains “=HIRINGS/);
      await sidebar.press(sidebar.button('Cancel'));
      await sidebar.press(sidebar.frame.locator('#build-insert'));
      await sidebar.press(sidebar.button('Replace'));
      await sidebar.shows('The table is in Try it!A20.');
      await sheet.until('E20', 'Executive');
    });

    test('a cell without one of our formulas opens nothing', async () => {
      const sidebar = await build('A18');
      await sidebar.press(sidebar.button('Open active cell'));
      await sidebar.shows('Try it!A18 has no Signals formula.');
    });
  });

  /** Inserts a free formula from Build into B2 of a new tab. */
  async function insert(input: InputMethod, tab: string): Promise<SidebarPage> {
    await closeSidebar(page);
    await sheet.addTab(tab);
    await sheet.select('B2');
    const sidebar = await openSidebar(page, input, 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Executive changes');
    await sidebar.choose(sidebar.field('Which companies'), 'All');
    expect(await sidebar.button('Every morning').count()).toBe(0);
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sidebar.shows(`The table is in ${tab}!B2.`);
    return sidebar;
  }

  // the second run continues in the state that the first one has left
  describe.each(INPUT_METHODS)('formulas that are kept fresh, with the %s', (input) => {
    test('is offered once, created, listed, turned off and on, changed and removed', async () => {
      const tab = `Fresh ${input}`;
      const sidebar = await insert(input, tab);
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

  test('the frame has refused nothing', () => expect(errors).toEqual([]));
});
