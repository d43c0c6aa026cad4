/** A column's companies become a group, in the sidebar's page alone; names-to-webhook.test.ts has a spreadsheet. */
import type { Page } from 'playwright-core';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { expectAccessible, openDetails } from './axe.js';
import { type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

const GROUP = 'Key accounts';

describeInBrowser('tracking companies in the page of the sidebar', () => {
  const sidebar = useFakeSidebar();

  const acme = { id: 'c1', name: 'Acme Motors', domain: 'acme.example', location: 'Detroit, United States' };
  const foods = {
    id: 'c2',
    name: 'Acme Foods',
    domain: 'acmefoods.example',
    location: 'Leeds, United Kingdom',
  };
  const beta = { id: 'c3', name: 'Betä Werke GmbH & Co. KG', domain: 'betae-werke.example' };
  const MATCHED = {
    kind: 'matched',
    place: 'Leads!A2:A6',
    texts: ['acme', 'Acme Mtors', 'Beta AG', 'acmefoods.example', 'Nobody'],
    left: 7,
    unreadable: 2,
    matches: [
      { status: 'several', confidence: 60, alternatives: [acme, foods] },
      { status: 'probable', confidence: 88, company: acme, alternatives: [] },
      { status: 'renamed', confidence: 90, company: beta, alternatives: [] },
      { status: 'exact', confidence: 100, company: foods, alternatives: [] },
      { status: 'none', confidence: 0, alternatives: [] },
    ],
  } as const;
  const CHANGED = {
    kind: 'group-changed',
    changed: { added: ['c1', 'c3'], already: ['c2'], removed: [], absent: [], unknown: [] },
  } as const;
  const account = (more: object) => ({ name: 'K', balance: 1, spentToday: 0, caps: {}, ...more });
  const state: SidebarState = { ...CONNECTED, groups: [GROUP], defaultGroup: GROUP };
  const open = (options: Partial<OpenOptions> = {}) =>
    sidebar.open({
      state,
      section: 'track',
      after: { matchColumn: [{ outcome: MATCHED }], changeGroup: [{ outcome: CHANGED }] },
      said: { account: account({ mayEditGroups: true }) },
      ...options,
    });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('the confirmed companies are sent, and Retry sends them again', async () => {
    const details = { code: 'SERVICE', key: 'unreachable', args: ['x'] } as const;
    const { page, argumentsOf } = await open({
      refuses: { changeGroup: { message: '#SERVICE: x', details } },
    });
    await page.getByText('7 more were left out: select them next.').waitFor();
    await page.getByText('2 cells with dates, check boxes or errors were left out.').waitFor();
    await page.getByLabel('Beta AG → Betä Werke', { exact: false }).uncheck();
    await page.getByText('Leads!A2:A6: 3 of 5 match a company.').waitFor();
    await page.getByLabel('acme', { exact: true }).selectOption('c2');
    await press(page, 'Add 2 companies');
    await page.getByRole('alert').waitFor();
    await press(page, 'Try again');
    await page.waitForFunction(() => (window as unknown as { calls: string[] }).calls.length > 4);
    const sent = [GROUP, { add: ['c2', 'c1'], remove: [] }, true];
    expect((await argumentsOf('changeGroup')).slice(0, 2)).toEqual([sent, sent]);
  });

  test('undo reverts exactly the change: a company that was there already stays', async () => {
    const { page, argumentsOf } = await open();
    await press(page, 'Add 3 companies');
    await press(page, 'Undo');
    await page.getByText(`${GROUP}: undone`, { exact: false }).waitFor();
    const undone = [GROUP, { add: [], remove: ['c1', 'c3'] }, true];
    expect((await argumentsOf('changeGroup')).slice(1)).toEqual([undone]);
  });

  const unmatched = { ...MATCHED, matches: undefined } as never;
  const withoutKey = { hasKey: false, sharing: { ...full(['Ann']).sharing!, mine: false } };
  test.each<[string, Partial<OpenOptions>, RegExp]>([
    ['changes no groups', { said: { account: account({}) } }, /changed by its operator alone/],
    ['refuses it', { said: { account: account({ mayEditGroups: false }) } }, /may not change groups/],
    ['has no key of this person', { state: { ...state, ...withoutKey } }, /with a key of your own/],
  ])('a service that %s: names can only be compared', async (_, options, words) => {
    const { page, calls } = await open(options);
    await page.getByText(words).waitFor();
    const add = page.getByRole('button', { name: /^Add \d/ });
    await add.click({ force: true });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await calls()).not.toContain('changeGroup');
    expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(1);
  });

  test('a service that matches no names, or turns out not to change groups, is reported', async () => {
    const { page } = await open({ after: { matchColumn: [{ outcome: unmatched }] } });
    await page.getByText(/does not match names/).waitFor();
    expect(await page.getByRole('button', { name: /^Add \d/ }).count()).toBe(0);
    const changeGroup = [{ outcome: { kind: 'group-changed' } as const }];
    const other = await open({ said: {}, after: { matchColumn: [{ outcome: MATCHED }], changeGroup } });
    await press(other.page, 'Add 3 companies');
    await other.page.getByText(/changed by its operator alone/).waitFor();
  });

  test('hostile texts stay texts', async () => {
    const hostile = '\u202e<img src=x onerror="document.title=1">\u0007';
    const company = { id: hostile, name: hostile, domain: hostile };
    const matches = [{ status: 'probable', confidence: 88, company, alternatives: [company] }] as const;
    const outcome = { ...MATCHED, texts: [hostile], matches };
    const { page } = await open({ after: { matchColumn: [{ outcome }] } });
    await page.getByRole('button', { name: 'Add 1 company' }).waitFor();
    expect(await page.locator('#section img').count()).toBe(0);
    expect(await page.locator('#section').textContent()).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  test.each([
    ['matched', 0],
    ['changed', 1],
  ])('%s: axe finds nothing, and it fits', (step, turn) =>
    expectAccessible(turn, async (userLocale) => {
      const { page } = await open({ state: { ...state, appearance: 'system', userLocale } });
      await page.locator('#track-add').waitFor();
      if (step === 'matched') return page;
      await page.locator('#track-add').click();
      await page.locator('#track-changed').waitFor();
      await openDetails(page);
      return page;
    }),
  );
});
