/**
 * Jobs, their alerts and the receiver in the sidebar's page alone; sidebar-jobs.test.ts and sidebar-sections.test.ts have
 * them in the spreadsheet.
 */
import type { Page } from 'playwright-core';
import { errors } from '../../src/addon/errors.js';
import type { AlertState } from '../../src/contract/alerts.js';
import type { JobState } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { CONNECTED, failed, full, HOSTILE } from '../support/sidebar-states.js';
import { expectAccessible } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const STATE: SidebarState = {
  ...full(['Key accounts']),
  health: [],
  jobs: [],
  hasWebApp: false,
  appearance: 'system',
};
const SYNC: JobState = { ...full(['Sites']).jobs[0]!, id: 'j', error: '', notice: '' };

/** Returns the person's own job that has kept formulas fresh this morning, with a change. */
function refreshJob(change: Partial<JobState>): JobState {
  const { sync: _sync, ...job } = SYNC;
  const refresh = { places: [], budget: 200, changes: true };
  return { ...job, id: 'r', refresh, through: '', ...change };
}
const withJobs = (...jobs: readonly JobState[]): SidebarState => ({ ...STATE, jobs });
const withSync = (change: Partial<JobState> = {}): SidebarState => ({
  ...CONNECTED,
  groups: ['Key accounts'],
  jobs: [{ ...SYNC, ...change }],
});

describeInBrowser('the page of formulas that are kept fresh', () => {
  const sidebar = useFakeSidebar();

  const outcome = { kind: 'inserted', cell: { sheet: 'Try it', a1: 'A20' } } as const;
  const places = [HOSTILE[0] ?? '', 'W'.repeat(60)];
  const JOBS = places.map((name, at) =>
    refreshJob({
      id: `r${at}`,
      name,
      owner: name,
      mine: at === 0,
      refresh: { places, budget: 1, changes: true },
    }),
  );
  const PLACES = [
    ['the offer', 'build', [], '#build-insert', '#build-fresh'],
    ['the list', 'jobs', JOBS, '', '#job-r1'],
    ['the form', 'jobs', JOBS, '#job-r0-edit', '#job-places'],
  ] as const;

  test.each(PLACES.map((place, turn) => [...place, turn] as const))(
    '%s: axe finds nothing, it fits, and names are text',
    (_name, section, jobs, press, place, turn) =>
      expectAccessible(turn, async (userLocale) => {
        const { page } = await sidebar.open({
          state: { ...withJobs(...jobs), userLocale },
          section,
          outcome,
        });
        if (press !== '') await page.locator(press).click();
        await page.locator(place).waitFor();
        if (place === '#job-places') await page.locator('#job-every').selectOption('week');
        return page;
      }),
  );

  test.each([
    ['without a key there is no offer', { hasKey: false, sharing: undefined, formulaKey: 'other' }, 0],
    ['with a shared key there is', { hasKey: false }, 1],
    ['nor beside a refresh', { jobs: [refreshJob({})] }, 0],
    ['nor beside one that is paused', { jobs: [refreshJob({ paused: true })] }, 0],
    ['nor beside a colleague’s', { jobs: [refreshJob({ mine: false })] }, 0],
    ['but beside a colleague’s that is paused', { jobs: [refreshJob({ mine: false, paused: true })] }, 1],
  ] as const)('%s', async (_name, change, offers) => {
    const state = { ...STATE, ...change } as SidebarState;
    const { page } = await sidebar.open({ state, section: 'build', outcome });
    await page.locator('#build-insert').click();
    await page.locator('.notice.good').waitFor();
    expect(await page.locator('#build-fresh').count()).toBe(offers);
  });

  test('a person who has declined is not asked again', async () => {
    const { page, argumentsOf } = await sidebar.open({ state: STATE, section: 'build', outcome });
    await page.locator('#build-insert').click();
    await page.locator('#build-fresh-no').click();
    await page.locator('#build-insert').click();
    await eventually(async () => (await argumentsOf('insertFormula')).length === 2);
    await page.locator('main:not([aria-busy]) .notice.good').waitFor();
    expect(await page.locator('#build-fresh').count()).toBe(0);
  });

  test('a run reports its results', async () => {
    const run = { token: 't', over: true, added: 3, changed: 12, credits: 1 };
    const { page } = await sidebar.open({
      state: withJobs(refreshJob({ added: 0, changed: 0, credits: 0 })),
      section: 'jobs',
      outcome: { kind: 'job-run', run },
    });
    await page.getByText('no new records, 0 formulas updated, 0 credits').waitFor();
    await page.locator('#job-r-run').click();
    await page.getByText('3 new records, 12 formulas updated, 1 credit.', { exact: true }).waitFor();
  });

  test('if Google creates no trigger, the page says so instead', async () => {
    const refused = { kind: 'job', id: 'r', refusal: 'This script has too many triggers.' } as const;
    const { page } = await sidebar.open({
      state: STATE,
      section: 'build',
      after: { insertFormula: [{ outcome }], saveJob: [{ outcome: refused }] },
    });
    await page.locator('#build-insert').click();
    await page.locator('#build-fresh').click();
    await page.getByText('Google created no trigger for it: This script has too many triggers.').waitFor();
  });
});

describeInBrowser('jobs in the page', () => {
  const sidebar = useFakeSidebar();

  test.each([
    [{}, /^Next run .* about \d\d:\d\d$/],
    [{ lastRun: 0 }, /^First run .* about \d\d:\d\d$/],
    [{ error: '#SERVICE: x' }, /^Next try .* about \d\d:\d\d$/],
    [{ unfinished: true }, /^The rest follows .* about \d\d:\d\d$/],
  ])('bug 8: the next time has its own line, with its reason (%j)', async (change, line) => {
    const { page } = await sidebar.open({ state: withSync(change), section: 'jobs' });
    await page.locator('#job-j p').getByText(line).waitFor();
  });

  test('the last runs show their results', async () => {
    const runs = [
      { at: SYNC.lastRun, added: 3, changed: 1, credits: 4 },
      { at: SYNC.lastRun - 86_400_000, added: 0, changed: 0, credits: 0, failed: true as const },
      { at: SYNC.lastRun - 90_000_000, added: 2, changed: 0, credits: 2, waited: 'capReached' as const },
      { at: SYNC.lastRun - 93_600_000, added: 0, changed: 0, credits: 0, waited: 'busy' as const },
    ];
    const { page } = await sidebar.open({ state: withSync({ runs }), section: 'jobs' });
    await page.getByText('Last 4 runs').click();
    const label = await page.locator('#job-j-runs-summary').getAttribute('aria-label');
    expect(label).toBe(`Last 4 runs: ${SYNC.name}`);
    expect(await page.locator('#job-j-runs li').allTextContents()).toEqual([
      expect.stringContaining('3 new, 1 changed, 4 credits'),
      expect.stringMatching(/ · failed$/),
      expect.stringMatching(/ · 2 new, .* · waiting: the key’s cap for the day is used up$/),
      expect.stringMatching(/:\d\d · waiting for another execution$/),
    ]);
  });

  test.each([
    ['failed', errors.dayTooLarge('2026-11-19', 100, true)],
    ['waiting', errors.capReached()],
  ])('a job is shown as %s', async (badge, error) => {
    const { page } = await sidebar.open({ state: withSync(failed(error)), section: 'jobs' });
    expect(await page.locator('#job-j .badge').textContent()).toBe(badge);
  });

  test('bug 2, in a job: a missing group is requested, and nothing is saved', async () => {
    const { page, calls } = await sidebar.open({ state: withSync(), section: 'jobs' });
    await page.locator('#job-j-edit').click();
    await page.locator('#build-companies').selectOption('group');
    await page.locator('#build-group').selectOption('');
    await page.locator('#job-save').click();
    await page.locator('#build-companies:focus').waitFor();
    await page.locator('#job-missing').waitFor();
    expect(await calls()).not.toContain('saveJob');
  });

  test('a script without a web app has no receiver; the secret of one can be copied with a button', async () => {
    const without = await sidebar.open({ state: CONNECTED, section: 'jobs' });
    expect(await without.page.locator('#receiver-summary').count()).toBe(0);
    const query = '?secret=0123456789abcdef';
    const outcome = { kind: 'receiver', address: 'https://a.example/exec', query } as const;
    const state = { ...CONNECTED, hasWebApp: true };
    const { page } = await sidebar.open({ state, section: 'jobs', outcome });
    await page.locator('#receiver-summary').click();
    await page.locator('#receiver-make').click();
    await page.locator('#receiver-make-yes').click();
    await page.locator('#receiver-address-copy').click();
    await page.getByText('Copied.', { exact: true }).waitFor();
    expect(await page.evaluate(() => String(getSelection()).trim())).toContain(query);
  });

  test('what keeps jobs from running is reported in the section Jobs', async () => {
    const health = ['no-trigger', 'no-trigger-permission', 'no-job-permission', 'too-many-triggers'] as const;
    const { page } = await sidebar.open({ state: { ...CONNECTED, health }, section: 'jobs' });
    expect(await page.locator('[data-problem]').allInnerTexts()).toEqual([
      expect.stringContaining('A test deployment of the add-on has no triggers'),
      expect.stringContaining('tick every permission'),
      expect.stringContaining('A permission that they need is missing'),
      expect.stringContaining('Remove your jobs from a spreadsheet'),
    ]);
  });

  describe('of another person', () => {
    const open = (change: Partial<JobState> = {}) =>
      sidebar.open({ state: withSync({ owner: '', mine: false, ...change }), section: 'jobs' });

    test('its buttons take three lines at most in German', async () => {
      const { page } = await sidebar.open({
        state: { ...withSync({ mine: false }), userLocale: 'de_DE' },
        section: 'jobs',
      });
      const ends = await page
        .locator('#job-j > .actions button')
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().bottom));
      expect(new Set(ends).size).toBeLessThanOrEqual(3);
    });

    test('saving it asks the editor first, because it becomes the editor’s', async () => {
      const { page, calls } = await open();
      await page.getByText('run by someone').waitFor();
      await page.locator('#job-j-edit').click();
      await page.getByText('If you save it, it becomes yours').waitFor();
      await page.locator('#job-save').click();
      await page.getByText('becomes yours and runs with your key.').waitFor();
      expect(await calls()).not.toContain('saveJob');
      await page.getByRole('button', { name: 'Save as my job' }).click();
      await page.locator('main:not([aria-busy])').waitFor();
      expect(await calls()).toContain('saveJob');
    });

    test('resuming it runs it in the name of the person who resumes', async () => {
      const { page, calls } = await open({ paused: true });
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await page.getByText('Run this job in your name and with your key').waitFor();
      expect(await calls()).not.toContain('resumeJob');
    });
  });
});

describeInBrowser('alerts in the page', () => {
  const sidebar = useFakeSidebar();

  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const ALERT: AlertState = {
    id: 'a1',
    kind: 'slack',
    address: 'hooks.slack.com…9f2c',
    types: [],
    minJobs: 0,
    minInvestment: 0,
    currency: '',
    quietFrom: 0,
    quietTo: 0,
    isMissing: false,
    waiting: 0,
    failure: '',
    unclear: 0,
  };
  const HOST = `${'w'.repeat(60)}.example…zz01`;
  const ALERTS: readonly AlertState[] = [
    { ...ALERT, types: ['HQ', 'Store'], minJobs: 100, quietFrom: 20, quietTo: 7 },
    { ...ALERT, id: 'a2', kind: 'chat', waiting: 3, failure: '404 no_service' },
    { ...ALERT, id: 'a3', kind: 'teams', isMissing: true, minInvestment: 5_000_000, currency: 'EUR' },
    { ...ALERT, id: 'a4', kind: 'webhook', address: HOST, unclear: 2, failure: HOSTILE[0] ?? '' },
  ];
  const withAlerts = (alerts: readonly AlertState[], change: Partial<JobState> = {}) =>
    withJobs(refreshJob({ alerts, ...change }));
  const openForm = async (): Promise<Page> => {
    const { page } = await sidebar.open({ state: withAlerts(ALERTS), section: 'jobs' });
    await page.locator('#job-r-edit').click();
    return page;
  };

  test.each([
    ['list', 0],
    ['form', 1],
  ] as const)('the %s: axe finds nothing, it fits, and texts are texts', (what, turn) =>
    expectAccessible(turn, async (userLocale) => {
      const { page } = await sidebar.open({ state: { ...withAlerts(ALERTS), userLocale }, section: 'jobs' });
      if (what === 'form') {
        await page.locator('#job-r-edit').click();
        await page.locator('#job-alert-add').click();
        await page.locator('#job-alert-4-address').fill('https://slack.example/archives/C04');
        for (const index of [0, 4]) await page.locator(`#job-alert-${index}-rules-summary`).click();
        await page.locator('#job-alert-4-quiet').check();
      }
      return page;
    }),
  );

  test('the address of an alert is not shown; at most five can be added', async () => {
    const page = await openForm();
    const first = page.locator('#job-alert-0-address');
    expect([await first.getAttribute('type'), await first.inputValue()]).toEqual(['password', '']);
    expect(await first.getAttribute('placeholder')).toBe('•••• 9f2c');
    await page.locator('#job-alert-add').click();
    expect(await page.locator('#job-alert-add').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the alert 2, Google Chat' }).click();
    await page.locator('#job-alert-add:focus').waitFor();
    const legends = await page.locator('fieldset > legend').allTextContents();
    expect(legends).toEqual(['1, Slack', '2, Microsoft Teams', '3, Signed webhook', '4, Slack']);
  });

  test('with only the keyboard: added, its missing address requested, saved, its secret shown once', async () => {
    const outcome = { kind: 'job', id: 'r', refusal: '', secrets: [{ id: 'a1', secret: SECRET }] } as const;
    const { page, calls } = await sidebar.open({
      state: withAlerts([{ ...ALERT, kind: 'webhook' }]),
      section: 'jobs',
      outcome,
    });
    await page.locator('#job-r-edit').press('Enter');
    await page.locator('#job-alert-add').press('Enter');
    await page.locator('#job-alert-1-kind:focus').waitFor();
    await page.locator('#job-save').press('Enter');
    const address = page.locator('#job-alert-1-address');
    await page.locator('#job-alert-1-address:focus').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Enter the address.').waitFor();
    await page.keyboard.type('https://slack.example/archives/C04');
    await page.getByText('Use the address that begins with https:// and is at hooks.slack.com.').waitFor();
    await page.keyboard.press('Enter');
    expect(await calls()).not.toContain('saveJob');
    await address.fill('https://hooks.slack.com/services/T0/B0/x');
    await page.keyboard.press('Enter');
    await page.locator('[id$=-secret]:focus').waitFor();
    expect(await page.locator('[id$=-secret]').textContent()).toBe(SECRET);
    expect(await calls()).toContain('saveJob');
  });

  test.each([
    ['', 'The message has arrived.'],
    ['404 no_service', 'The message did not arrive: 404 no_service.'],
    ['?', 'No answer: the message may have arrived.'],
  ])('a test with the result “%s”', async (failure, text) => {
    const outcome = { kind: 'alert-tested', failure } as const;
    const { page, calls } = await sidebar.open({ state: withAlerts([ALERT]), section: 'jobs', outcome });
    await page.getByRole('button', { name: 'Send a test: Slack, hooks.slack.com…9f2c' }).click();
    await page.getByText(text, { exact: true }).waitFor();
    expect(await calls()).toContain('testAlert');
  });

  test('without mails left today, the message is sent tomorrow', async () => {
    const waiting = { ...ALERT, waiting: 1, failure: 'noMailLeft' };
    const { page } = await sidebar.open({ state: withAlerts([waiting]), section: 'jobs' });
    await page.getByText('0 mails left today. It is sent tomorrow and costs nothing.').waitFor();
  });

  test('a paused job promises no time for a message that did not arrive', async () => {
    const waiting = { ...ALERT, waiting: 1, failure: 'noMailLeft' };
    const { page } = await sidebar.open({ state: withAlerts([waiting], { paused: true }), section: 'jobs' });
    await page.getByText('0 mails left today. Resume the job to send it.').waitFor();
  });

  test('only the person who has the address can send waiting records now', async () => {
    const waiting = { ...ALERT, waiting: 1, failure: '500' };
    const { page } = await sidebar.open({ state: withAlerts([waiting]), section: 'jobs' });
    await page.getByText('1 record to be told.').waitFor();
    await page.getByText('It is sent again within the hour and costs nothing.').waitFor();
    expect(await page.getByRole('button', { name: /^Send now/ }).count()).toBe(1);
    const other = await sidebar.open({ state: withAlerts([waiting], { mine: false }), section: 'jobs' });
    await other.page.locator('#job-r').waitFor();
    expect(await other.page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
    await other.page.locator('#job-r-edit').click();
    expect(await other.page.locator('#job-alert-0-address').getAttribute('placeholder')).toBe('https://');
  });
});
