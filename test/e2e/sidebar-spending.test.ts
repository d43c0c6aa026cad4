/** Activity's chart of spending by day: bars, text alternative, colours, and the balance above it. */

import type { SidebarState } from '../../src/contract/sidebar-api.js';
import type { ActivityCall } from '../../src/contract/spending.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { expectAccessible, settled } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const ACCOUNT = { name: 'demo', balance: 77_000, spentToday: 3, caps: {}, billing: 'per-answer' };
const BUSY: SidebarState = {
  ...CONNECTED,
  formulaKey: 'mine',
  activity: { ...full(['Ann']).activity, held: [] },
};

describeInBrowser('spending by day', () => {
  const sidebar = useFakeSidebar();

  const open = async (state: SidebarState, said = {}) => {
    const { page } = await sidebar.open({ state, section: 'activity', said });
    await page.locator('#spent-today').waitFor();
    return page;
  };

  test('each of the last thirty days has a bar under the budget’s line; the chart has a text alternative', async () => {
    const page = await open(BUSY);
    const bars = await page
      .locator('#spending-days rect')
      .evaluateAll((all) =>
        all.map((bar) => [bar.textContent, ...['x', 'height'].map((name) => Number(bar.getAttribute(name)))]),
      );
    // October 28 is the seventh day, and November 20 the last
    expect(bars.map(([text, x]) => [text, x])).toEqual([
      ['Oct 28: 640', 55],
      ['Nov 4: 120', 118],
      ['Nov 5: 1,000', 127],
      ['Nov 12: 3', 190],
      ['Nov 19: 765', 253],
      ['Nov 20: 312', 262],
    ]);
    const heights = bars.map(([, , height]) => Number(height));
    expect(heights[0]! / heights[2]!).toBeCloseTo(0.64);
    // three credits are visible, too
    expect(heights[3]).toBe(1.5);
    expect(await page.locator('#spending-days .limit').getAttribute('d')).toBe('M0 3h270');
    expect(await page.locator('.ends').textContent()).toMatch(/^Oct 22Nov 20$/);
    const picture = page.getByRole('img', { name: 'Last 30 days' });
    expect(await picture.getAttribute('aria-describedby')).toBe('spending-days-text');
    expect(await page.locator('#spending-days-text').textContent()).toBe(
      '2,840 credits on 6 days, most on Nov 5: 1,000. The dashed line is the daily budget of 1,000.',
    );
  });

  test('a day above the budget keeps the line inside; without a budget there is no line, without spending no chart', async () => {
    const { rules } = BUSY;
    const above = await open({ ...BUSY, rules: { ...rules, dailyBudget: 500 } });
    expect(await above.locator('#spending-days .limit').getAttribute('d')).toBe('M0 33.5h270');
    const off = await open({ ...BUSY, rules: { ...rules, dailyBudget: 0 } });
    expect(await off.locator('#spending-days rect').count()).toBe(6);
    expect(await off.locator('#spending-days .limit').count()).toBe(0);
    const none = await open(CONNECTED);
    expect(await none.locator('#spending-days').count()).toBe(0);
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
    expect(await two.locator('.shares li').allTextContents()).toEqual([
      'Sheet1!A140 credits',
      'Ann16 credits',
      'someone40 credits',
      'Ann16 credits',
    ]);
  });

  test('axe finds nothing, and it fits', () =>
    expectAccessible(3, (userLocale) => open({ ...BUSY, userLocale, appearance: 'system' })));
});
