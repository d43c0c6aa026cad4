/** Activity's spending: by day, by cell, by person, and the balance above it. */

import type { SidebarState } from '../../src/contract/sidebar-api.js';
import type { ActivityCall } from '../../src/contract/spending.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { settled } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const ACCOUNT = { name: 'demo', balance: 77_000, spentToday: 3, caps: {}, billing: 'per-answer' };
const BUSY: SidebarState = {
  ...CONNECTED,
  formulaKey: 'mine',
  activity: { ...full(['Ann']).activity, held: [] },
};

describeInBrowser('spending', () => {
  const sidebar = useFakeSidebar();

  const open = async (state: SidebarState, said = {}) => {
    const { page } = await sidebar.open({ state, section: 'activity', said });
    await page.locator('#spent-today').waitFor();
    return page;
  };

  test('the latest days with spending are listed, the newest first', async () => {
    const page = await open(BUSY);
    const days = page.locator('.shares').first().locator('li');
    expect(await days.allTextContents()).toEqual([
      'Nov 20312 credits',
      'Nov 19765 credits',
      'Nov 123 credits',
      'Nov 51,000 credits',
      'Nov 4120 credits',
      'Oct 28640 credits',
    ]);
    const none = await open(CONNECTED);
    expect(await none.locator('.shares').count()).toBe(0);
  });

  test('the balance is the service’s present one if the key pays for formulas here', async () => {
    const facts = async (state: SidebarState, said = {}) => {
      const page = await open(state, said);
      await settled(page);
      return page.locator('[aria-labelledby="spending-title"] dl').textContent();
    };
    const other: SidebarState = { ...BUSY, formulaKey: 'other' };
    expect(await facts(BUSY)).toContain('12,000 credits');
    expect(await facts(other, { account: ACCOUNT })).toContain('12,000 credits');
    const page = await open(BUSY, { account: ACCOUNT });
    await page.getByText('77,000 credits').waitFor();
  });

  test('today’s spending is shown by cell, and by person only for several people', async () => {
    const page = await open(BUSY);
    expect(await page.getByText('By person').count()).toBe(0);
    const [call] = BUSY.activity.calls as [ActivityCall];
    const calls = [
      call,
      { ...call, credits: 4 },
      { ...call, who: '', cell: 'Sheet1!A1', credits: 40 },
      { ...call, who: '', credits: 0 },
      { ...call, at: call.at - 86_400_000, who: 'Bob', cell: 'Sheet1!A2' },
    ];
    const two = await open({ ...BUSY, activity: { ...BUSY.activity, calls } });
    expect(await two.getByText('By cell (latest 200 requests)').count()).toBe(1);
    expect(await two.locator('.shares:not(:first-of-type) li').allTextContents()).toEqual([
      'Sheet1!A140 credits',
      'Ann16 credits',
      'someone40 credits',
      'Ann16 credits',
    ]);
  });
});
