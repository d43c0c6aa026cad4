/** The service's look-ups in the sidebar's page alone: as text, in their place, accessible. */
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { scaledSample } from '../support/scale.js';
import { CONNECTED, full, HOSTILE } from '../support/sidebar-states.js';
import { faultsOf, NO_FAULTS } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';

const LONG = 'W'.repeat(200);
/** Quick runs check one name per language, in one colour scheme per section. */
const NAMES = [HOSTILE[0] ?? '', LONG];
const SCHEMES = ['light', 'dark'] as const;
const PLACES = [
  ['connect', '#section dl'],
  ['build', '#build-typed-suggested'],
  ['jobs', '#job-group'],
] as const;
const ESTIMATE = { matching: 42, isExact: true, returned: 42, owned: 30, credits: 12, openingBalance: 100 };

/** Returns all look-ups with a name, and with hostile names. */
const saidOf = (name: string) => ({
  account: { name, balance: 12_000, spentToday: 30, caps: { creditsPerDay: 500 }, billing: 'per-version' },
  groups: { groups: ['New ones', ...HOSTILE, name].map((one) => ({ name: one, companies: 12 })) },
  companies: {
    companies: [name, ...HOSTILE].map((one, id) => ({
      id: `c_00${id}`,
      name: one,
      domain: `${'a'.repeat(150)}.example`,
      location: one,
      tracked: true,
    })),
  },
  estimate: {
    ...ESTIMATE,
    suggestions: [name, ...HOSTILE].map((value) => ({ field: 'f', value, nearest: [name, ...HOSTILE] })),
  },
});

describeInBrowser('what the service says, in the page of the sidebar', () => {
  const sidebar = useFakeSidebar();

  describe.each([
    ['en_US', 0],
    ['de_DE', PLACES.length],
  ])('in %s', (userLocale, turn) => {
    const state = { ...full(['Key accounts']), userLocale, appearance: 'system' } as const;

    test.each(scaledSample(NAMES, 1, turn))('look-ups are text, fit, and axe finds nothing', async (name) => {
      for (const [index, [section, place]] of PLACES.entries()) {
        const { page } = await sidebar.open({ state, section, said: saidOf(name) });
        if (section === 'jobs') await page.locator('#job-add-push').click();
        if (section === 'build') {
          await page.locator('#cost', { hasText: '42' }).waitFor();
          await page.locator('#build-companies').selectOption('typed');
          await page.locator('#build-typed').fill('a');
        }
        await page.locator(place).filter({ hasText: name }).first().waitFor();
        expect(await page.title()).toBe('Signals');
        expect(await page.locator('main img, main script').count()).toBe(0);
        // names that are unreadable or that change the direction of the text are omitted
        expect(await page.locator('main').textContent()).not.toMatch(/\u202e|W{201}/);
        if (section === 'build') expect(await page.locator(`${place} li`).count()).toBe(4);
        for (const colorScheme of scaledSample(SCHEMES, 1, turn + index))
          expect(await faultsOf(page, colorScheme, 100)).toEqual(NO_FAULTS);
      }
    });
  });

  test.each([
    ['en_US', {}, '42 records match 688 left today42 credits, 30 already paid · you pay 12'],
    ['de_DE', {}, '42 Datensätze passen heute noch 68842 Credits, 30 schon bezahlt · Sie zahlen 12'],
    [
      'en_US',
      { owned: 0, credits: 42, openingBalance: 7 },
      '42 records match 688 left todayat most 42 credits · only 7 left',
    ],
    [
      'en_US',
      { matching: 1, returned: 1, owned: 0, credits: 1 },
      '1 record matches 688 left todayat most 1 credit',
    ],
    [
      'en_US',
      { matching: 10_000, isExact: false, returned: 100, owned: 0, credits: 100 },
      'More than 10,000 records match 688 left todayShows the newest 100 · at most 100 credits',
    ],
    ['en_US', { matching: 0, returned: 0, owned: 0, credits: 0 }, 'No records match 688 left today0 credits'],
  ])('the cost in %s of %j', async (userLocale, change, text) => {
    const state = { ...full(['Key accounts']), userLocale };
    const { page } = await sidebar.open({
      state,
      section: 'build',
      said: { estimate: { ...ESTIMATE, ...change } },
    });
    const cost = page.locator('#cost');
    await cost.getByText(/match|passen/).waitFor();
    expect(await cost.textContent()).toBe(text);
    // another query loses this estimate
    await page.locator('#build-companies').selectOption('all');
    expect(await page.locator('#cost').textContent()).not.toBe(text);
  });

  test.each([
    ['en_US', 'at most 20 credits · with changes to records that are stored here', 'at most 20 credits'],
    ['de_DE', 'höchstens 20 Credits · mit Änderungen an gespeicherten Datensätzen', 'höchstens 20 Credits'],
  ])('in %s, a price with the changes of stored records says so', async (userLocale, line, price) => {
    const state = { ...full(['Key accounts']), userLocale };
    const update = { ...ESTIMATE, returned: 8, owned: 0, credits: 8 };
    const { page } = await sidebar.open({
      state,
      section: 'build',
      said: { estimate: [ESTIMATE, { update }] },
    });
    await page.locator('#cost', { hasText: line }).waitFor();
    expect(await page.locator('#build-insert small').textContent()).toBe(price);
    await page.setViewportSize({ width: 300, height: 900 });
    expect(await faultsOf(page, 'light', 100)).toEqual(NO_FAULTS);
  });

  test('after a purchase the price is asked for again', async () => {
    const { activity } = full(['Ann']);
    const { page, argumentsOf } = await sidebar.open({
      state: CONNECTED,
      section: 'build',
      said: { estimate: ESTIMATE },
      after: { insertFormula: [{ activity, outcome: { kind: 'inserted', cell: { sheet: 'A', a1: 'A1' } } }] },
    });
    await page.locator('#cost', { hasText: '42' }).waitFor();
    const asked = async () => (await argumentsOf('lookUp')).filter(([kind]) => kind === 'estimate').length;
    expect(await asked()).toBe(1);
    await page.locator('#build-insert').click();
    await eventually(async () => (await asked()) > 1);
  });

  test('if the owner pays, the person’s own balance and purchases are not shown', async () => {
    const { sharing: _sharing, ...state } = { ...full(['Key accounts']), formulaKey: 'other' as const };
    const { page } = await sidebar.open({ state, section: 'build', said: { estimate: ESTIMATE } });
    const cost = page.locator('#cost');
    await cost.getByText('42 records match').waitFor();
    expect(await cost.textContent()).toBe('42 records match 688 left todayat most 42 credits');
  });

  test('the billing of the person’s own key says nothing about the price with a colleague’s', async () => {
    const { sharing, ...others } = full(['Ann']);
    const account = { name: 'mine', balance: 100, spentToday: 0, caps: {}, billing: 'per-version' };
    const estimate = { ...ESTIMATE, owned: 0, credits: 42 };
    for (const [mine, price] of [
      [true, '42 credits'],
      [false, 'at most 42 credits'],
    ] as const) {
      const state = { ...others, sharing: { ...sharing!, mine } };
      const { page } = await sidebar.open({ state, section: 'build', said: { account, estimate } });
      await page.locator('#cost', { hasText: '42 records match' }).waitFor();
      expect(await page.locator('#build-insert small').textContent()).toBe(price);
    }
  });

  test('groups of the service that are not added are suggested, and a name that a person types stays', async () => {
    const groups = { groups: ['Key', 'Mine'].map((name) => ({ name, companies: 1 })) };
    const { page, answer } = await sidebar.open({
      state: full(['Mine']),
      section: 'groups',
      said: { groups },
      waits: true,
    });
    const field = page.locator('#groups-name');
    await field.pressSequentially('Key');
    await answer();
    await page.locator('#groups-name-list option').waitFor({ state: 'attached' });
    await field.pressSequentially(' accounts');
    expect(await field.inputValue()).toBe('Key accounts');
    const suggested = page.locator('#groups-name-list option');
    expect(await suggested.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
      'Key',
    ]);
  });

  test('D61 if the service has groups, the page does not say that there are none', async () => {
    const groups = { groups: ['Key accounts', 'Prospects'].map((name) => ({ name, companies: 3 })) };
    const { page } = await sidebar.open({ state: CONNECTED, section: 'groups', said: { groups } });
    await page.getByText('The service has 2 groups').waitFor();
    expect(await page.getByText('No groups yet').count()).toBe(0);
  });
});
