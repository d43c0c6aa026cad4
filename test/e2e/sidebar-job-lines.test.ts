/**
 * The lines of jobs and news in the page: consistent times, the last runs, what is missing, receipts,
 * copying, the remedy if Google creates no trigger, and the receiver if the script is a web app.
 */
import type { JobState } from '../../src/contract/jobs.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { useFakeSidebar } from './fake-sidebar.js';

const ANSWER = '{"ok":true,"received":3,"added":3,"changed":0}';
const SECRET = '?secret=0123456789abcdef';

describeInBrowser('jobs and news in the page', () => {
  const sidebar = useFakeSidebar();

  const [sync] = full(['Sites']).jobs as [JobState];
  const stateWith = (change: Partial<JobState> = {}) => ({
    ...CONNECTED,
    groups: ['Key accounts'],
    hasWebApp: true,
    jobs: [{ ...sync, id: 'j', error: '', notice: '', ...change }],
  });

  test.each([
    [{}, /^Next run .* about \d\d:\d\d$/],
    [{ lastRun: 0 }, /^First run .* about \d\d:\d\d$/],
    [{ error: '#SERVICE: x' }, /^Next try .* about \d\d:\d\d$/],
    [{ unfinished: true }, /^The rest follows .* about \d\d:\d\d$/],
  ])('bug 8: the next time has its own line, with its reason (%j)', async (change, line) => {
    const { page } = await sidebar.open({ state: stateWith(change), section: 'jobs' });
    await page.locator('#job-j p').getByText(line).waitFor();
  });

  test('the last day of a sync is written as people write days', async () => {
    const { page } = await sidebar.open({ state: stateWith({ through: '2026-11-09' }), section: 'jobs' });
    await page.locator('#job-j').getByText('up to Nov 9, 2026').waitFor();
  });

  test('jobs: the last runs show their results; Remove is under More', async () => {
    const runs = [
      { at: sync.lastRun, added: 3, changed: 1, credits: 4 },
      { at: sync.lastRun - 86_400_000, added: 0, changed: 0, credits: 0, failed: true as const },
    ];
    const { page } = await sidebar.open({ state: stateWith({ runs }), section: 'jobs' });
    await page.getByText('Last 2 runs').click();
    const [first = '', second = ''] = await page.locator('#job-j-runs li').allTextContents();
    expect([first, second]).toEqual([
      expect.stringContaining('3 new, 1 changed, 4 credits'),
      expect.stringContaining('failed'),
    ]);
    expect(await page.locator('#job-j-remove').isVisible()).toBe(false);
    await page.locator('#job-j-more-summary').click();
    expect(await page.locator('#job-j-remove').isVisible()).toBe(true);
  });

  test('bug 2, in a job: a missing group is requested, and nothing is saved', async () => {
    const { page, calls } = await sidebar.open({ state: stateWith(), section: 'jobs' });
    await page.locator('#job-j-edit').click();
    await page.locator('#build-companies').selectOption('group');
    await page.locator('#build-group').selectOption('');
    await page.locator('#job-save').click();
    await page.locator('#build-companies:focus').waitFor();
    await page.locator('#job-missing').waitFor();
    expect(await calls()).not.toContain('saveJob');
  });

  test('news: a receipt is a sentence', async () => {
    const outcome = { kind: 'pushed', group: 'Key accounts', days: 1, response: ANSWER } as const;
    const { page } = await sidebar.open({ state: stateWith(), section: 'news', outcome });
    expect(await page.locator('#news-callback-where').inputValue()).toBe('here');
    await page.locator('#news-push').click();
    await page.getByText('3 items added to the tab News.', { exact: true }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('"ok"');
  });

  test('news: a one-time secret can be copied with a button', async () => {
    const outcome = { kind: 'receiver', address: 'https://a.example/exec', query: SECRET } as const;
    const { page } = await sidebar.open({ state: stateWith(), section: 'jobs', outcome });
    await page.locator('#receiver-summary').click();
    await page.locator('#receiver-make').click();
    await page.locator('#receiver-make-yes').click();
    await page.locator('#receiver-address-copy').click();
    await page.getByText('Copied.', { exact: true }).waitFor();
    expect(await page.evaluate(() => String(getSelection()).trim())).toContain(SECRET);
  });

  test.each([
    ['no-trigger', 'A test deployment of the add-on has no triggers'],
    ['no-trigger-permission', 'tick every permission'],
    ['no-job-permission', 'A permission that they need is missing'],
    ['too-many-triggers', 'Remove your jobs from a spreadsheet'],
  ] as const)('%s is reported in the section Jobs', async (problem, words) => {
    const { page } = await sidebar.open({ state: { ...CONNECTED, health: [problem] }, section: 'jobs' });
    const notices = await page.locator('[data-problem]').allInnerTexts();
    expect(notices).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ['shown where there is a web app', true],
    ['not shown where there is none', false],
  ])('news: the receiver is %s', async (_, hasWebApp) => {
    const { page } = await sidebar.open({ state: { ...CONNECTED, hasWebApp }, section: 'jobs' });
    expect(await page.getByText('Receive news here').count()).toBe(hasWebApp ? 1 : 0);
  });
});
