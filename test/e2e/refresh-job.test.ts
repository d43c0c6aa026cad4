/** Formulas that are kept fresh, in the sidebar's page alone; builder.test.ts has them in the spreadsheet. */
import type { JobState } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { full, HOSTILE } from '../support/sidebar-states.js';
import { expectAccessible } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const INSERTED = { kind: 'inserted', cell: { sheet: 'Try it', a1: 'A20' } } as const;

describeInBrowser('the page of formulas that are kept fresh', () => {
  const sidebar = useFakeSidebar();

  const { health: _health, ...plain } = full(['Key accounts']);
  const STATE: SidebarState = { ...plain, health: [], jobs: [], appearance: 'system' };

  /** Returns the person's own job that has run this morning, with a change. */
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
    (_name, section, state, press, place, turn) =>
      expectAccessible(turn, async (userLocale) => {
        const { page } = await sidebar.open({ state: { ...state, userLocale }, section, outcome: INSERTED });
        if (press !== '') await page.locator(press).click();
        await page.locator(place).waitFor();
        if (place === '#job-places') await page.locator('#job-every').selectOption('week');
        return page;
      }),
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

  test('a run reports its results', async () => {
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

  test('if Google creates no trigger, the page says so instead', async () => {
    const outcome = { kind: 'job', id: 'r', refusal: 'This script has too many triggers.' } as const;
    const { page } = await sidebar.open({ state: STATE, section: 'activity', outcome });
    await page.locator('#activity-fresh').click();
    await page.getByText('Google created no trigger for it: This script has too many triggers.').waitFor();
  });
});
