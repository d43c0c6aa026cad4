/** The section Jobs where Google makes no trigger: what is missing and what to do, in the person's language. */
import type { HealthProblem } from '../../src/contract/sidebar-api.js';
import { describeInBrowser, useBrowser } from '../support/browser.js';
import { CONNECTED } from '../support/sidebar-states.js';
import { createFakeSidebar, type FakeSidebar } from './fake-sidebar.js';

describeInBrowser('jobs without a trigger', () => {
  const browser = useBrowser();
  let sidebar: FakeSidebar;
  beforeAll(async () => {
    sidebar = await createFakeSidebar(browser);
  });
  afterAll(() => sidebar?.close());

  const stateWith = (problem: HealthProblem, userLocale: string) => ({
    ...CONNECTED,
    userLocale,
    health: [problem],
  });

  test.each([
    ['no-trigger', 'en_US', 'A test deployment of the add-on has no triggers'],
    ['no-trigger', 'de_DE', 'Eine Testbereitstellung des Add-ons hat keine Auslöser'],
    ['no-trigger-permission', 'en_US', 'tick every permission'],
    ['no-trigger-permission', 'de_DE', 'erteilen Sie jede Berechtigung'],
    ['no-job-permission', 'en_US', 'A permission that they need is missing'],
    ['no-job-permission', 'de_DE', 'Eine Berechtigung dafür fehlt'],
    ['too-many-triggers', 'en_US', 'Remove your jobs from a spreadsheet'],
    ['too-many-triggers', 'de_DE', 'Entfernen Sie Ihre Aufträge aus einer Tabelle'],
  ] as const)('%s is said in the section Jobs, in %s', async (problem, locale, words) => {
    const { page } = await sidebar.open({ state: stateWith(problem, locale), section: 'jobs' });
    const notices = await page.locator('[data-problem]').allInnerTexts();
    expect(notices).toEqual([expect.stringContaining(words)]);
  });

  test('what Google said against it is shown after saving', async () => {
    const outcome = { kind: 'job', id: 'j1', refusal: 'This script has too many triggers.' } as const;
    const { page } = await sidebar.open({ state: CONNECTED, section: 'jobs', outcome });
    await page.locator('#job-add-sync').click();
    await page.locator('#job-save').click();
    await page.getByText('Google created no trigger for it: This script has too many triggers.').waitFor();
  });
});
