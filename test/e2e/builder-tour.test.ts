/** A new user's first own table from the builder, for a group: from no key to the table within a minute. */
import { describeInBrowser } from '../support/browser.js';
import { hasExtra } from '../support/extras.js';
import { useSandbox } from '../support/sandbox.js';
import { isFull } from '../support/scale.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { createTour, demoKey, TOUR_SIZE } from './tour.js';

const MOST_SECONDS = 60;
const MOST_ACTIONS = 12;
/** The number of pictures in the tour that begins with a starter. */
const PICTURES_BEFORE = 5;
const GROUP = 'Key accounts';

describeInBrowser('a newcomer with a group of companies', () => {
  const sandbox = useSandbox({ SANDBOX_CONNECTED: 'no' });
  const { page, sheet } = useSpreadsheet(sandbox, { viewport: TOUR_SIZE });

  // only for pictures and nightly, because builder.test.ts and first-run.test.ts cover its steps in each run
  (isFull() || process.env['TOUR'] ? test : test.skip)('creates a table within a minute', async () => {
    const frame = page.frameLocator('#sidebar iframe');
    const key = await demoKey(page, sandbox.serviceUrl);
    page.setDefaultTimeout(15_000);
    const tour = createTour(page, PICTURES_BEFORE);
    const { act, filmed } = tour.begin();

    await act(() => page.getByRole('button', { name: 'Signals', exact: true }).click());
    await act(() => page.getByRole('menuitem', { name: 'Open sidebar' }).click());
    await act(() => frame.getByLabel('Service address').fill(sandbox.serviceUrl));
    await act(() => frame.getByLabel('API key').fill(key));
    await act(() => frame.getByRole('button', { name: 'Connect your key' }).click());
    await act(() => frame.getByRole('button', { name: 'Build your own' }).click());
    await act(() => sheet.openTab('Try it'));
    await act(() => sheet.select('A1'));
    await act(() => frame.getByLabel('Which companies').selectOption({ label: 'A group' }));
    const groups = frame.locator('#build-group');
    const choice = groups.locator('option', { hasText: GROUP });
    await choice.waitFor({ state: 'attached' });
    // with the group's size, if the service reports it
    if (hasExtra('groups')) expect(await choice.textContent()).toMatch(/ · \d+ companies$/);
    await act(() => groups.selectOption(GROUP));
    await frame.locator('#cost', { hasText: hasExtra('estimate') ? /records? match/ : /credits/ }).waitFor();
    await groups.evaluate((list) => list.scrollIntoView({ block: 'center' }));
    await filmed('group');
    await act(() => frame.getByRole('button', { name: /^Insert table/ }).click());
    await sheet.until('A1', /^Announced/);
    await filmed('group-table');

    const { actions, ms } = tour.end();
    expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(ms).toBeLessThan(MOST_SECONDS * 1_000);
    const rows = (await sheet.shown('A2:B4')).filter(([date]) => date !== '');
    for (const [date, company] of rows) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(company).not.toBe('');
    }
    expect(rows.length).toBeGreaterThan(0);
  });
});
