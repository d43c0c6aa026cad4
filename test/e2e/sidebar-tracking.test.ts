/** Two hundred messy names of a column become a group: matched, confirmed, tracked, compared, undone. */
import type { FrameLocator, Page } from 'playwright-core';
import { GROUPS_PATH } from '../../src/contract/lookups.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { makeUniverse } from '../../src/service/seed/company-universe.js';
import { misspell } from '../service/database/match/misspell.js';
import { describeInBrowser } from '../support/browser.js';
import { hasExtra } from '../support/extras.js';
import { createRandom } from '../support/random.js';
import { useSandbox } from '../support/sandbox.js';
import { SEED } from '../support/seed.js';
import { CONNECTED, full } from '../support/sidebar-states.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { expectAccessible, openDetails } from './axe.js';
import { type OpenOptions, useFakeSidebar } from './fake-sidebar.js';
import { INPUT_METHODS, openSidebar } from './sidebar-page.js';

const GROUP = 'Key accounts';

/** The companies and groups of the sample data. */
const { companies, groups } = makeUniverse();
const random = createRandom(SEED);
/** The first word of a company's name, which matches several companies. */
const COLUMN = random
  .some(companies, 179)
  .map(({ name, domain }) => misspell(random, name, domain))
  .concat(companies[100]!.name.split(' ')[0]!)
  .concat(Array.from({ length: 20 }, (_, at) => `Nobody ${at} at all`));
const idOf = new Map(companies.map(({ id, domain }) => [domain, id]));

/** Returns the ids of the companies that the page shows as chosen, by their domains, each once. */
async function confirmedIn(frame: FrameLocator): Promise<readonly string[]> {
  const shown = await frame
    .locator('#section')
    .evaluate((section) => [
      ...[...section.querySelectorAll<HTMLInputElement>('input[id^="track-text"]:checked')].map(
        ({ labels }) => labels?.[0]?.textContent ?? '',
      ),
      ...[...section.querySelectorAll<HTMLSelectElement>('select[id^="track-text"]')]
        .filter(({ value }) => value !== '')
        .map(({ selectedOptions }) => selectedOptions[0]?.textContent ?? ''),
    ]);
  const ids = shown.map((label) => {
    const [, domain = ''] = /\(([^(),]+)(?:, [^()]*)?\)$/.exec(label) ?? [];
    const id = idOf.get(domain);
    if (id === undefined) throw new Error(`no company has the domain in ${label}`);
    return id;
  });
  return [...new Set(ids)].sort();
}

describeInBrowser(`two hundred messy names (SEED=${SEED})`, () => {
  const sandbox = useSandbox({ V1_AUTH: 'off' });
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  const membersOf = async (group: string): Promise<readonly string[] | undefined> => {
    const reply = await fetch(`${sandbox.serviceUrl}${GROUPS_PATH}/${encodeURIComponent(group)}`);
    if (reply.status === 404) return undefined;
    const body = (await reply.json()) as { companies: { id: string }[] };
    return body.companies.map(({ id }) => id).sort();
  };

  beforeAll(() => sheet.addTab('Leads', COLUMN));

  test.each(INPUT_METHODS)('matched, confirmed, tracked, compared and undone with the %s', async (hand) => {
    await sheet.select('A1');
    const sidebar = await openSidebar(page, hand, 'Track these companies…');
    if (!hasExtra('companies')) return sidebar.shows(/^This service does not match names with companies/);
    await sidebar.shows(/^Leads!A1:A200: \d+ of \d+ match a company\.$/);
    expect(await sidebar.frame.getByRole('tab', { selected: true }).textContent()).toBe('Groups');
    const shown = await confirmedIn(sidebar.frame);
    expect(shown.length).toBeGreaterThan(140);

    if (!hasExtra('tracking')) return sidebar.shows(/^This service has its groups changed by its operator/);
    // the person chooses among several matches and excludes a probable one
    const several = sidebar.frame.locator('[aria-labelledby="track-several"] select').first();
    const probable = sidebar.frame.locator('[aria-labelledby="track-probable"] input').first();
    await sidebar.choose(several, (await several.locator('option').nth(1).textContent()) ?? '');
    await sidebar.press(probable);
    expect(await several.inputValue()).not.toBe('');
    expect(await probable.isChecked()).toBe(false);
    const ids = await confirmedIn(sidebar.frame);

    const name = `Leads of the ${hand}`;
    const list = sidebar.frame.locator('select#track-group');
    if ((await list.inputValue()) !== '') await sidebar.choose(list, 'New group…');
    await sidebar.fill(sidebar.field('Name of the new group'), name);
    await sidebar.press(sidebar.button(`Add ${ids.length} companies`));
    await sidebar.shows(`${name}: ${ids.length} added.`);
    expect(await membersOf(name)).toEqual(ids);
    const none = await sidebar.frame.locator('#track-left-summary').textContent();
    expect(Number.parseInt(none ?? '', 10)).toBeGreaterThanOrEqual(20);
    await sidebar.press(sidebar.button('Undo'));
    await sidebar.shows(`${name}: undone, ${ids.length} removed.`);
    expect(await membersOf(name)).toBeUndefined();

    const before = groups.find((group) => group.name === GROUP)!.companyIds;
    const own = new Set(before);
    const [both, onlyListed] = [ids.filter((id) => own.has(id)), ids.filter((id) => !own.has(id))];
    const label = await list.locator('option', { hasText: `${GROUP} · ` }).textContent();
    await sidebar.choose(list, label ?? '');
    await sidebar.press(sidebar.button('Compare'));
    await sidebar.shows(`${onlyListed.length} only in the column`);
    // a company that a text without a choice may mean is not missing in the column
    const possible = await sidebar.frame
      .locator('[aria-labelledby="track-several"] option')
      .evaluateAll((options) =>
        options
          .filter((one) => one.closest('select')?.value === '')
          .map((one) => (one as HTMLOptionElement).value),
      );
    const missing = before.filter((id) => !ids.includes(id) && !possible.includes(id));
    await sidebar.shows(`${missing.length} only in the group`);
    await sidebar.press(sidebar.button(`Add ${ids.length} companies`));
    const already = both.length > 0 ? `, ${both.length} there already` : '';
    await sidebar.shows(`${GROUP}: ${onlyListed.length} added${already}.`);
    expect(await membersOf(GROUP)).toEqual([...new Set([...before, ...ids])].sort());
    await sidebar.press(sidebar.button('Undo'));
    await sidebar.shows(`${GROUP}: undone, ${onlyListed.length} removed.`);
    expect(await membersOf(GROUP)).toEqual([...before].sort());
    await sidebar.press(sidebar.button(`Remove ${ids.length} companies`));
    await sidebar.press(sidebar.button(`Remove ${ids.length} companies`));
    await sidebar.shows(`${onlyListed.length} not in the group`);
    expect(await membersOf(GROUP)).toEqual(before.filter((id) => !ids.includes(id)).sort());
    if (both.length > 0) await sidebar.press(sidebar.button('Undo'));
    if (both.length > 0) await sidebar.shows(/: undone, /);
    expect(await membersOf(GROUP)).toEqual([...before].sort());
    expect(errors).toEqual([]);
  });
});

describeInBrowser('the page alone', () => {
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
    group: GROUP,
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
    await page.getByLabel('acme', { exact: true }).selectOption('c2');
    await press(page, 'Add 2 companies');
    await page.getByRole('alert').waitFor();
    await press(page, 'Try again');
    await page.waitForFunction(() => (window as unknown as { calls: string[] }).calls.length > 4);
    const sent = [GROUP, { add: ['c2', 'c1'], remove: [] }, true];
    expect((await argumentsOf('changeGroup')).slice(0, 2)).toEqual([sent, sent]);
  });

  test.each<[string, Partial<OpenOptions>, RegExp, boolean]>([
    [
      'matches none',
      { after: { matchColumn: [{ outcome: { ...MATCHED, matches: undefined } as never }] } },
      /does not match names/,
      false,
    ],
    ['changes no groups', { said: { account: account({}) } }, /changed by its operator alone/, true],
    [
      'does not allow it',
      { said: { account: account({ mayEditGroups: false }) } },
      /may not change groups/,
      true,
    ],
    [
      'has no key of this person',
      {
        state: { ...state, hasKey: false, sharing: { ...full(['Ann']).sharing!, mine: false } },
      },
      /with a key of your own/,
      true,
    ],
  ])('a service that %s', async (_, options, words, isMatched) => {
    const { page, calls } = await open(options);
    await page.getByText(words).waitFor();
    const add = page.getByRole('button', { name: /^Add \d/ });
    expect(await add.count()).toBe(isMatched ? 1 : 0);
    if (isMatched) await add.click({ force: true });
    if (isMatched) expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await calls()).not.toContain('changeGroup');
    if (isMatched) expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(1);
  });

  test('a service that turns out not to change groups is reported after the call', async () => {
    const { page } = await open({
      said: {},
      after: {
        matchColumn: [{ outcome: MATCHED }],
        changeGroup: [{ outcome: { kind: 'group-changed', group: GROUP } }],
      },
    });
    await press(page, 'Add 3 companies');
    await page.getByText(/changed by its operator alone/).waitFor();
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
