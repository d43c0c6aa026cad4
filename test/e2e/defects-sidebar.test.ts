/** Defects of the sidebar that readers, testers and attackers found, in its page alone. */
import { dataOf, errors } from '../../src/addon/errors.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { addFilter, type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

describeInBrowser('defects of the sidebar', () => {
  const sidebar = useFakeSidebar();

  const open = (options: Partial<OpenOptions> = {}, state: Partial<SidebarState> = {}) =>
    sidebar.open({ section: 'build', ...options, state: { ...CONNECTED, ...state } });

  test('D40 two unfinished fields both get their suggestions', async () => {
    const { page } = await open({
      said: {
        companies: {
          status: 'success',
          message: '',
          companies: [{ id: 'c1', name: 'Ambervale Power', domain: 'a.example', tracked: false }],
        },
      },
    });
    await addFilter(page, 'companyName');
    await page.locator('#build-companies').selectOption('typed');
    await page.locator('#build-typed').fill('Fairholt');
    await page.locator('#filter-companyName-value').fill('Ambervale');
    await page.locator('#build-typed-suggested').waitFor();
    await page.locator('#filter-companyName-value-suggested').waitFor();
  });

  test('D41 the result of a call appears in a live region that existed before', async () => {
    const { page } = await open({ section: 'activity' });
    const regions = await page.evaluateHandle(() => [
      ...document.querySelectorAll('[role=status], [aria-live]'),
    ]);
    await page.locator('#rules-save').click();
    await page.locator('.notice.good').waitFor();
    const isSaid = await page.evaluate((before) => {
      const notice = document.querySelector('.notice.good');
      return before.some((region) => region.isConnected && region.contains(notice));
    }, regions);
    expect(isSaid).toBe(true);
  });

  test('D48 if today’s query finds nothing, 30 days are offered', async () => {
    const { page } = await open({
      said: { estimate: { matching: 0, isExact: true, returned: 0, credits: 0 } },
      saidOf: [['"-30d"', { matching: 4, isExact: true, returned: 4, credits: 4 }]],
    });
    await page.locator('#build-days').selectOption('own');
    await page.locator('#build-days-words').click();
    await page.locator('#build-days-startDate').fill('today');
    await page.locator('#loosen-0', { hasText: 'Last 30 days' }).waitFor();
  });

  test('D48 a new sync begins 30 days before today in the spreadsheet’s zone', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { page } = await open({ section: 'jobs' }, { timeZone });
      await page.locator('#job-add-sync').click();
      await page.locator('#job-advanced > summary').click();
      const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
      const first = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10);
      expect(await page.locator('#job-from').inputValue()).toBe(first);
    }
  });

  test.each([
    ['en_US', /free without any, then at most 100 credits per change/],
    ['de_DE', /kostenlos ohne Firmen, dann höchstens 100 Credits je Änderung/],
  ])('D51 in %s: the watch list shows its price before the click', async (userLocale, price) => {
    const { page } = await open({ section: '' }, { userLocale });
    expect(await page.locator('#starter-watchlist').textContent()).toMatch(price);
  });

  test.each(['en_US', 'de_DE'])('D53 in %s: a shared key’s limit and owner are shown', async (userLocale) => {
    const sharing = { ...full(['Mia Owner']).sharing!, dailyCap: 50, mine: false };
    const activity = { ...CONNECTED.activity, today: 20, budget: 1_000 };
    const state = { userLocale, sharing, formulaKey: 'shared', activity } as const;
    const { page } = await open(
      { said: { estimate: { matching: 4, isExact: true, returned: 4, credits: 4 } } },
      state,
    );
    await page.locator('#cost', { hasText: /\b30\b.*Mia Owner/ }).waitFor();
    const { page: other } = await open({ section: 'activity' }, state);
    expect(await other.locator('#spent-today').textContent()).toMatch(/^20 (?:of|von) 50 /);
    expect(await other.locator('#spent-cap').textContent()).toContain('Mia Owner');
  });

  test.each(['en_US', 'de_DE'])('D57 in %s: Connect and Activity agree on a charge', async (userLocale) => {
    const silent = { outcome: { kind: 'tested', ok: false, ...dataOf(errors.timeout(25)) } } as const;
    const held = [{ token: 't', credits: 5, since: 0, job: '', question: 'q' }];
    const { page } = await open(
      { section: 'connect', after: { testConnection: [silent] } },
      { userLocale, activity: { ...CONNECTED.activity, held } },
    );
    await page.locator('#connect-test').click();
    await page.locator('#condition').waitFor();
    expect(await page.locator('#condition').textContent()).toMatch(
      /5 credits are held|5 Credits sind zurückgehalten/,
    );
    expect(await page.locator('#condition').textContent()).not.toMatch(/Nothing was charged|keine Credits/);
    // the builder says it, too, before any click
    await page.locator('#tab-build').click();
    await page.locator('#trouble').waitFor();
  });

  test.each(['en_US', 'de_DE'])('D58 in %s: in a copied file the consent comes first', async (userLocale) => {
    for (const section of ['build', 'activity', 'jobs', 'connect', '']) {
      const { page } = await open({ section }, { userLocale, health: ['not-allowed'] });
      const first = await page
        .locator('#section')
        .evaluate(
          (element) => [...element.querySelectorAll('button, input, textarea, select, summary')][0]?.id,
        );
      expect([section, first]).toEqual([section, 'health-allow']);
    }
    const { page, calls } = await open(
      { after: { allowSpending: [{ health: [] }] } },
      { userLocale, health: ['not-allowed'] },
    );
    await page.locator('#health-allow').click();
    await page.locator('.notice.good').waitFor();
    expect(await calls()).toContain('allowSpending');
    expect(await page.locator('#health-allow').count()).toBe(0);
  });

  test('D61 if the service has groups, the page does not say that there are none', async () => {
    const groups = {
      status: 'success',
      message: '',
      groups: [
        { name: 'Key accounts', companies: 3 },
        { name: 'Prospects', companies: 2 },
      ],
    };
    const { page } = await open({ section: 'groups', said: { groups } });
    await page.locator('select#groups-name').waitFor();
    const text = (await page.locator('#section').textContent()) ?? '';
    expect(text).toContain('The service has 2 groups');
    expect(text).not.toContain('No groups yet');
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

  test('D50 Start writes industries as people do', async () => {
    const { page } = await open({ section: '' });
    const names = await page.locator('#starter-executives-industry option').allTextContents();
    expect(names).toEqual(
      expect.arrayContaining([
        'IT services & outsourcing',
        'SPAC/blank check',
        'Not-for-profit/NGO',
        'Aviation',
      ]),
    );
    expect(await page.locator('#starter-executives-industry option').nth(1).getAttribute('value')).toBe(
      'accounting, audit & tax',
    );
  });

  test.each(['en', 'de'])('D56 the first run is named before the click (%s)', async (userLocale) => {
    const { page } = await open({ section: 'activity' }, { userLocale });
    const first = userLocale === 'de' ? /Erster Lauf .*\d\d:00/ : /First run .*\d\d:00\./;
    expect(await page.locator('.card', { has: page.locator('#activity-fresh') }).textContent()).toMatch(
      first,
    );
    await page.locator('#tab-jobs').click();
    await page.locator('#job-add-sync').click();
    expect(await page.locator('#job-first-run').textContent()).toMatch(first);
  });

  test('D56 the sort column is in the table', async () => {
    const { page } = await open();
    await page.locator('#build-table-summary').click();
    await page.locator('#build-sort').selectOption('lastModified');
    const formula = (await page.locator('#formula').textContent()) ?? '';
    expect(formula).toMatch(/"sort", "lastModified"/);
    expect(/"columns", "([^"]+)"/.exec(formula)?.[1]?.split('|')).toContain('lastModified');
  });
});
