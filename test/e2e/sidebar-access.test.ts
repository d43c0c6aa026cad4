/** The page's accessibility, hostile names, errors, size, number of calls, and what it lets an editor do. */
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser, useBrowser } from '../support/browser.js';
import { CONNECTED, EMPTY, full, HOSTILE } from '../support/sidebar-states.js';
import { openDetails, overflow, settled, violations } from './axe.js';
import { readPage, useFakeSidebar } from './fake-sidebar.js';

const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'];
const MAX_BYTES = 300_000;

describeInBrowser('the page of the sidebar', () => {
  const browser = useBrowser();
  const html = readPage();
  const sidebar = useFakeSidebar();

  test.each([
    ['light', 'dark', 'light', 'rgb(245, 246, 248)'],
    ['dark', 'light', 'dark', 'rgb(20, 23, 27)'],
    ['system', 'light', 'light', 'rgb(245, 246, 248)'],
    ['system', 'dark', 'dark', 'rgb(20, 23, 27)'],
  ] as const)(
    'chosen: %s, the system is %s: the page is %s',
    async (appearance, colorScheme, scheme, ground) => {
      const { page } = await sidebar.open({ state: { ...EMPTY, appearance }, section: 'connect' });
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const look = await page.evaluate(() => {
        const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
        return [colorScheme, backgroundColor];
      });
      expect(look).toEqual([scheme, ground]);
      expect(await page.locator('#appearance').inputValue()).toBe(appearance);
    },
  );

  test.each(SECTIONS)('%s: hostile names are text and break neither page nor width', async (section) => {
    const { page } = await sidebar.open({ state: full(HOSTILE), section });
    await openDetails(page);
    expect(await page.title()).toBe('Signals');
    expect(await page.locator('main img, main script, main a').count()).toBe(0);
    expect(await overflow(page)).toBe(0);
    const shown = await page.locator('main').evaluate((main) => {
      const values = [...main.querySelectorAll('input, textarea, select')].map(
        (one) => (one as HTMLInputElement).value,
      );
      return [main.textContent, ...values].join('\n');
    });
    expect(shown).toContain(section === 'connect' ? HOSTILE[0] : HOSTILE[4]);
  });

  test('answers, questions and previews are text, too', async () => {
    const [markup = ''] = HOSTILE;
    const outcomes: readonly [string, string | RegExp, NonNullable<SidebarState['outcome']>][] = [
      ['groups', 'Companies', { kind: 'companies', companies: [{ id: '1', name: markup, domain: markup }] }],
      ['news', 'Push news', { kind: 'pushed', group: markup, response: HOSTILE.join('\n') }],
      [
        'build',
        /^Insert table/,
        { kind: 'occupied', cell: { sheet: markup, a1: 'A1', formula: '', text: markup } },
      ],
    ];
    for (const [section, label, outcome] of outcomes) {
      const { page } = await sidebar.open({ state: full(['G']), section, outcome });
      await page.getByRole('button', { name: label, exact: true }).first().click();
      await page.getByText(markup.slice(0, 20)).first().waitFor();
      expect(await page.title()).toBe('Signals');
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
  });

  test('opening makes one call, and with a key those of look-ups', async () => {
    const empty = await sidebar.open({ state: EMPTY, section: 'build' });
    expect(await empty.calls()).toEqual(['sidebarState']);
    const { calls } = await sidebar.open({ state: full(['Key accounts']) });
    const [first, ...others] = await calls();
    expect([first, ...new Set(others)]).toEqual(['sidebarState', 'lookUp']);
  });

  test('the page does not exceed its size limit and requests no other address', async () => {
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    expect(asked).toEqual([]);
    await context.close();
  });

  test('the page is German for German people', async () => {
    const { page } = await sidebar.open({
      state: { ...full(['Kunden']), userLocale: 'de', spreadsheetLocale: 'de_DE' },
      section: 'build',
    });
    const tabs = await page.getByRole('tab').allTextContents();
    expect(tabs.join(' ')).toBe('Formel Gruppen News Aufträge Verlauf Zugang');
    expect(await page.locator('#formula').textContent()).toBe(
      '=EXPANSIONS(; "group"; "Kunden"; "startDate"; "-30d")',
    );
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await violations(page)).toEqual([]);
  });

  test('a section that fails to draw says so, and the others work', async () => {
    const state = full(['Key accounts']);
    const { page } = await sidebar.open({
      state: { ...state, activity: { ...state.activity, held: undefined as never } },
      section: 'activity',
    });
    expect(await page.getByRole('alert').textContent()).toContain('This section cannot be shown.');
    expect(await violations(page)).toEqual([]);
    await page.locator('#retry').click();
    await page.locator('#retry').waitFor();
    await page.locator('#tab-groups').click();
    await page.locator('#group-0').waitFor();
  });

  test('Google’s mix-up of several accounts is explained, and the person can retry', async () => {
    const { page, calls } = await sidebar.open({ state: EMPTY, fails: 'PERMISSION_DENIED' });
    // in the browser's language until the person's is known
    expect(await page.locator('main').getAttribute('lang')).toBe('en');
    const told = await page.getByRole('alert').textContent();
    expect(told).toContain(
      'PERMISSION_DENIED. If your connection was interrupted, check whether it is done, and try again if not. If you',
    );
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('#retry').waitFor();
    expect(await calls()).toEqual(['sidebarState', 'sidebarState']);
  });

  test('the editor reads whose key formulas use, sees who shares one, and cannot stop it', async () => {
    const alone = await sidebar.open({ state: { ...EMPTY, formulaKey: 'other' }, section: 'connect' });
    expect(await alone.page.locator('#formula-key').textContent()).toContain(
      'the key of its owner, not yours',
    );
    await alone.page.getByText('Save a key of your own before you share it.').waitFor();
    const sharing = { ...full(['Ann']).sharing!, dailyCap: 200, mine: false };
    const state = { ...EMPTY, formulaKey: 'shared', sharing } as const;
    const { page } = await sidebar.open({ state, section: 'connect' });
    await page.getByText('Ann pays, up to 200 credits a day.').waitFor();
    await page.getByText('Only Ann can change or stop this.').waitFor();
    for (const name of ['Stop sharing…', 'Change terms'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  });

  test('the editor may lower the budget and reads who can raise it', async () => {
    const state = { ...CONNECTED, budgetPayer: { name: 'Ann', mine: false } };
    const { page, calls } = await sidebar.open({ state, section: 'activity' });
    await page.getByText('Only Ann pays and can raise it above 1,000. You can lower it.').waitFor();
    await page.locator('#rules-budget').fill('900');
    await page.locator('#rules-save').click();
    await page.locator('main:not([aria-busy])').waitFor();
    expect(await calls()).toContain('saveRules');
  });
});
