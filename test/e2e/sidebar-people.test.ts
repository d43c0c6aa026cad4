/**
 * The texts and rights of owner and editor in the sidebar's page. test/bundle/sidebar/sharing.test.ts tests
 * who sees what and who pays; test/bundle/colleague-jobs.test.ts tests whose job runs with which key.
 */
import type { JobState } from '../../src/contract/jobs.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, EMPTY, full } from '../support/sidebar-states.js';
import { useFakeSidebar } from './fake-sidebar.js';

describeInBrowser('people at the page of the sidebar', () => {
  const sidebar = useFakeSidebar();

  test('the owner reads that formulas use the owner’s key', async () => {
    const state = { ...CONNECTED, formulaKey: 'mine' as const };
    const { page } = await sidebar.open({ state, section: 'connect' });
    expect(await page.locator('#formula-key').textContent()).toBe(
      'You own this spreadsheet: its formulas use your key, even when colleagues open it.',
    );
  });

  test('the editor reads that formulas use another person’s key, and has none', async () => {
    const { page } = await sidebar.open({ state: { ...EMPTY, formulaKey: 'other' }, section: 'connect' });
    expect(await page.locator('#formula-key').textContent()).toBe(
      'Formulas in this spreadsheet use the key of its owner, not yours.',
    );
    await page.getByText('Connect your signals service').waitFor();
    await page.getByText('Save a key of your own before you share it.').waitFor();
  });

  test('the editor sees who shares a key and cannot stop it', async () => {
    const sharing = { ...full(['Ann']).sharing!, dailyCap: 200, mine: false };
    const { page } = await sidebar.open({
      state: { ...EMPTY, formulaKey: 'shared', sharing },
      section: 'connect',
    });
    await page.getByText('Ann pays, up to 200 credits a day.').waitFor();
    await page.getByText('Only Ann can change or stop this.').waitFor();
    for (const name of ['Stop sharing…', 'Change terms'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  });

  test('the editor may lower the budget and reads who can raise it', async () => {
    const state = { ...CONNECTED, budgetPayer: { name: 'Ann', mine: false } };
    const { page, calls } = await sidebar.open({ state, section: 'activity' });
    await page.getByText('Only Ann pays and can raise it above 1,000. You can lower it.').waitFor();
    const budget = page.locator('#rules-budget');
    await budget.fill('1001');
    expect(await budget.getAttribute('aria-invalid')).toBe('true');
    await budget.fill('900');
    await page.locator('#rules-save').click();
    await page.locator('main:not([aria-busy])').waitFor();
    expect(await calls()).toContain('saveRules');
  });

  describe('a job of another person', () => {
    const [job] = full(['Sites']).jobs as [JobState];
    const open = (change: Partial<JobState> = {}) => {
      const others = { ...job, id: 'j', owner: '', mine: false, error: '', notice: '', ...change };
      return sidebar.open({ state: { ...CONNECTED, jobs: [others] }, section: 'jobs' });
    };

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
