/** The spreadsheet's page with a service that follows the specification and has no extensions. */
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { addGroup, openSidebar } from './sidebar-page.js';

const GROUP = 'Key accounts';

describeInBrowser('the sidebar without anything beside the specification', () => {
  const sandbox = useSandbox({ EXTRAS: 'none' });
  const { page, sheet } = useSpreadsheet(sandbox);

  test('Connect shows only address and key', async () => {
    const sidebar = await openSidebar(page, 'mouse');
    await sidebar.section('Connect');
    await sidebar.press(sidebar.button('Test'));
    await sidebar.shows('Connected:');
    expect(await sidebar.frame.locator('[aria-labelledby="connect-title"] dl div').count()).toBe(2);
  });

  test('a group’s name is typed first, and then chosen from the added ones', async () => {
    const sidebar = await openSidebar(page, 'mouse');
    await sidebar.section('Groups');
    await addGroup(sidebar, GROUP);
    await sidebar.shows(`${GROUP} was added.`);
    await sidebar.section('Build');
    await sidebar.choose(sidebar.field('Which companies'), 'A group');
    await sidebar.section('Jobs');
    await sidebar.press(sidebar.button('New push'));
    for (const [section, select] of [
      ['Build', '#build-group'],
      ['Jobs', '#job-group'],
    ] as const) {
      await sidebar.section(section);
      const names = await sidebar.frame.locator(`${select} option`).allInnerTexts();
      expect(names.filter((text) => text !== 'Choose…')).toEqual([GROUP]);
    }
  });

  test('companies are typed without suggestions', async () => {
    const sidebar = await openSidebar(page, 'keyboard', 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Expansions and investments');
    await sidebar.choose(sidebar.field('Which companies'), 'Names or domains');
    await sidebar.fill(sidebar.frame.locator('#build-typed'), 'acme.example');
    await sidebar.press(sidebar.frame.locator('#build-typed-add'));
    expect(await sidebar.frame.locator('#formula').textContent()).toMatch(/^=EXPANSIONS\("acme\.example"/);
    expect(await sidebar.frame.locator('#build-typed-suggested').count()).toBe(0);
  });

  test('the cost is the maximum; inserting works', async () => {
    await sheet.openTab('Try it');
    await sheet.select('A1');
    const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Expansions and investments');
    await sidebar.choose(sidebar.field('Which companies'), 'A group');
    await sidebar.frame.locator('#build-group').selectOption(GROUP);
    await sidebar.press(sidebar.frame.locator('#build-table-summary'));
    await sidebar.fill(sidebar.field('Maximum records'), '2');
    expect(await sidebar.frame.locator('#cost').textContent()).toMatch(
      /^At most 2 credits [\d,]+ left todayfree if this query already ran today · more than 100 companies can cost a little more$/,
    );
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sidebar.shows('The table is in Try it!A1.');
    await sheet.until('A1', /^Announced/);
  });
});
