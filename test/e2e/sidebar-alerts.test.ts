/** A job's alerts in the page: added, corrected, tested, removed; waiting records, failures, secrets. */
import type { Page } from 'playwright-core';
import type { AlertState } from '../../src/contract/alerts.js';
import type { JobState } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { full, HOSTILE } from '../support/sidebar-states.js';
import { expectAccessible } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

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

describeInBrowser('alerts in the page of the sidebar', () => {
  const sidebar = useFakeSidebar();

  const { health: _health, ...plain } = full(['Key accounts']);
  const { sync: _sync, ...bare } = plain.jobs[0]!;
  const refresh = { places: [], budget: 200, changes: true };
  const stateWith = (alerts: readonly AlertState[], change: Partial<JobState> = {}): SidebarState => ({
    ...plain,
    health: [],
    hasWebApp: false,
    appearance: 'system',
    jobs: [{ ...bare, id: 'r', refresh, through: '', error: '', notice: '', alerts, ...change }],
  });
  const tested = (failure: string) => ({ kind: 'alert-tested', id: 'a1', failure }) as const;
  const openForm = async (state: SidebarState, outcome?: SidebarState['outcome']): Promise<Page> => {
    const { page } = await sidebar.open({ state, section: 'jobs', ...(outcome && { outcome }) });
    await page.locator('#job-r-edit').click();
    return page;
  };

  test.each([
    ['list', 0],
    ['form', 1],
  ] as const)('the %s: axe finds nothing, it fits, and texts are texts', (what, turn) =>
    expectAccessible(turn, async (userLocale) => {
      const state = { ...stateWith(ALERTS), userLocale };
      const { page } = await sidebar.open({ state, section: 'jobs' });
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

  test('an alert’s conditions are shown in words, and its address is not shown', async () => {
    const page = await openForm(stateWith(ALERTS));
    const summaries = await page.locator('[id$=-rules-summary]').allTextContents();
    expect(summaries).toEqual([
      'Jobs from 100 · Types of expansions: 2 · Quiet hours 20:00–07:00',
      'All new records',
      'Investment from 5,000,000 EUR',
      'All new records',
    ]);
    const first = page.locator('#job-alert-0-address');
    expect([await first.getAttribute('type'), await first.inputValue()]).toEqual(['password', '']);
    expect(await first.getAttribute('placeholder')).toBe('•••• 9f2c');
  });

  test('with only the keyboard: added, its missing address requested, saved, its secret shown once', async () => {
    const outcome = { kind: 'job', id: 'r', refusal: '', secrets: [{ id: 'a1', secret: SECRET }] } as const;
    const { page, calls } = await sidebar.open({
      state: stateWith([{ ...ALERT, kind: 'webhook' }]),
      section: 'jobs',
      outcome,
    });
    await page.locator('#job-r-edit').focus();
    await page.keyboard.press('Enter');
    await page.locator('#job-alert-add').focus();
    await page.keyboard.press('Enter');
    await page.locator('#job-alert-1-kind:focus').waitFor();
    await page.locator('#job-save').focus();
    await page.keyboard.press('Enter');
    const address = page.locator('#job-alert-1-address');
    await page.locator('#job-alert-1-address:focus').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Enter the address.').waitFor();
    await page.keyboard.type('https://slack.example/archives/C04');
    await page.getByText('It begins with https:// and is at hooks.slack.com.').waitFor();
    await page.keyboard.press('Enter');
    expect(await calls()).not.toContain('saveJob');
    await address.fill('https://hooks.slack.com/services/T0/B0/x');
    await page.keyboard.press('Enter');
    await page.locator('[id$=-secret]:focus').waitFor();
    expect(await page.locator('[id$=-secret]').textContent()).toBe(SECRET);
    expect(await calls()).toContain('saveJob');
  });

  test('an alert can be removed, and at most five can be added', async () => {
    const page = await openForm(stateWith(ALERTS));
    await page.locator('#job-alert-add').click();
    expect(await page.locator('#job-alert-add').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the alert 2, Google Chat' }).click();
    await page.locator('#job-alert-add:focus').waitFor();
    const legends = await page.locator('fieldset > legend').allTextContents();
    expect(legends).toEqual(['1, Slack', '2, Microsoft Teams', '3, Signed webhook', '4, Slack']);
  });

  test.each([
    ['', 'The message has arrived.'],
    ['404 no_service', 'The message did not arrive: 404 no_service.'],
    ['?', 'No answer: the message may have arrived.'],
  ])('a test with the result “%s”', async (failure, text) => {
    const state = stateWith([ALERT]);
    const { page, calls } = await sidebar.open({ state, section: 'jobs', outcome: tested(failure) });
    await page.getByRole('button', { name: 'Send a test: Slack, hooks.slack.com…9f2c' }).click();
    await page.getByText(text, { exact: true }).waitFor();
    expect(await calls()).toContain('testAlert');
  });

  test('only the person who has the address can send waiting records now', async () => {
    const waiting = { ...ALERT, waiting: 1, failure: '500' };
    const { page } = await sidebar.open({ state: stateWith([waiting]), section: 'jobs' });
    await page.getByText('1 record to be told.').waitFor();
    await page.getByText('It is sent again within the hour and costs nothing.').waitFor();
    expect(await page.getByRole('button', { name: /^Send now/ }).count()).toBe(1);
    const other = await sidebar.open({ state: stateWith([waiting], { mine: false }), section: 'jobs' });
    await other.page.locator('#job-r').waitFor();
    expect(await other.page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
    await other.page.locator('#job-r-edit').click();
    expect(await other.page.locator('#job-alert-0-address').getAttribute('placeholder')).toBe('https://');
  });
});
