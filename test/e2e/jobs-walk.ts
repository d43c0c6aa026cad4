/** Jobs and the receiver in the spreadsheet's page, set up with the mouse or with the keyboard. */
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { settled, violations } from './axe.js';
import { closeSidebar, INPUT_METHODS, needGroup, openSidebar } from './sidebar-page.js';

const GROUP = 'Automotive suppliers';
const SYNCS = {
  mouse: { tab: 'Sites', types: ['HQ', 'Data Centre'] },
  keyboard: { tab: 'Places', types: ['Store', 'Branch/Office'] },
} as const;
const TREND = 'Records by week and type';
/** More coloured pixels than the axes of a chart have. */
const FEWEST_COLOURED = 400;

/** Defines the tests of jobs, over the service that the environment's EXTRAS choose. */
export function describeJobs(title: string): void {
  describeInBrowser(title, () => {
    const sandbox = useSandbox();
    const { page, sheet: grid, errors } = useSpreadsheet(sandbox);

    // the second run continues in the state that the first one has left
    describe.each(INPUT_METHODS)('with the %s', (hand) => {
      test('a sync is created, runs, fills its tab, draws its charts, is paused and removed', async () => {
        // different queries, because the second run would find the first one's records in the cache
        const { tab, types } = SYNCS[hand];
        const sidebar = await openSidebar(page, hand, 'Scheduled jobs');
        await sidebar.shows('No scheduled jobs yet');
        await sidebar.press(sidebar.button('New sync'));
        // the builder's fields select the query; the formula is there for those who prefer it
        await sidebar.choose(sidebar.field('What'), 'Major hiring');
        await sidebar.press(sidebar.frame.locator('#job-advanced-summary'));
        expect(await sidebar.field('As a formula').inputValue()).toMatch(/^=HIRINGS\(/);
        await sidebar.fill(sidebar.field('As a formula'), '=EXPANSIONS("startDate", "-30d")');
        await sidebar.press(sidebar.button('Save job'));
        await sidebar.shows('a sync sets startDate itself');
        await sidebar.fill(sidebar.field('As a formula'), `=EXPANSIONS("type", "${types.join('|')}")`);
        await sidebar.fill(sidebar.field('Tab'), tab);
        await sidebar.press(sidebar.button('Save job'));
        await sidebar.shows(`tab ${tab}`);
        await sidebar.shows('The job is saved.');
        await sidebar.press(sidebar.button('Run now'));
        await sidebar.shows(/[1-9]\d* new, 0 changed, [1-9]\d* credits\./);
        await sidebar.shows(/ · data through [A-Z][a-z]{2} \d+, \d{4} · /);
        await sidebar.press(sidebar.button(`Open tab: ${tab}`));
        expect((await grid.shown('A1:D1'))[0]).toEqual(['Announced', 'Company', 'Domain', 'Type']);
        expect(types).toContain((await grid.shown('D2'))[0]?.[0]);
        // the focus is in the grid, where the tab was opened, so return to the sidebar
        await sidebar.frame.getByRole('tab', { selected: true }).focus();
        await sidebar.shows(/^Last run today \d\d:\d\d · [1-9]\d* new, 0 changed, [1-9]\d* credits$/);
        await sidebar.shows(/^Next run (today|tomorrow) about 06:00$/);
        await sidebar.shows('Last run');
        await sidebar.press(sidebar.button('Create charts'));
        await sidebar.shows(`${tab} summary`);
        // the charts are drawn at once in the tab that it has opened
        await page.locator('.chart[data-drawn="Top companies by jobs"]').waitFor();
        await sidebar.press(sidebar.button('Pause'));
        await sidebar.shows('paused');
        await sidebar.press(sidebar.button(/^Remove/));
        await sidebar.press(sidebar.button(/^Remove/).first());
        await sidebar.shows('No scheduled jobs yet');
      });

      test('news goes from the service into the tab, and nothing else does', async () => {
        const sidebar = await openSidebar(page, hand, 'Scheduled jobs');
        await sidebar.press(sidebar.frame.locator('#receiver-summary'));
        await sidebar.press(sidebar.button('Create an address'));
        await sidebar.press(sidebar.button('Create an address').first());
        await sidebar.shows('Copy it now');
        const address = (await sidebar.frame.locator('#receiver-address').textContent()) ?? '';
        expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/exec\?secret=[0-9a-f]{64}$/);
        const refused = await fetch(address.slice(0, -1), { method: 'POST', body: '{}' });
        expect(await refused.json()).toMatchObject({ ok: false, code: 'BAD_KEY' });

        await sidebar.section('Groups');
        await needGroup(sidebar, GROUP);
        await sidebar.section('News');
        // the second run needs more days than the first one, whose news the tab already has
        await sidebar.choose(sidebar.field('Days of news'), hand === 'mouse' ? '2 days' : '5 days');
        // one run uses the address, the other the choice without an address
        await sidebar.choose(
          sidebar.field('Where to'),
          hand === 'mouse' ? 'Another address' : 'This spreadsheet',
        );
        if (hand === 'mouse') await sidebar.fill(sidebar.field('Callback address'), address);
        await sidebar.press(sidebar.button('Push news'));
        await sidebar.shows(/^[1-9]\d* items? added to the tab News\b/);
        // the page contains the one-time secret nowhere, not even in a field
        const secret = address.slice(address.indexOf('=') + 1);
        expect(await sidebar.frame.locator('main').innerHTML()).not.toContain(secret);
        if (hand === 'mouse')
          expect(await sidebar.field('Callback address').inputValue()).not.toContain(secret);
        await grid.openTab('News');
        expect((await grid.shown('A1:C1'))[0]).toEqual(['Published', 'Headline', 'Publisher']);
        expect((await grid.shown('B2'))[0]?.[0]).not.toBe('');
      });
    });

    describe('the charts of a synced tab', () => {
      const { tab } = SYNCS[INPUT_METHODS.at(-1)!];
      const figure = (title: string) => page.locator(`.chart[data-drawn^="${title}"]`);
      const canvas = (title: string) => figure(title).locator('canvas');
      const name = (title: string) => canvas(title).getAttribute('aria-label');
      /** Counts the pixels of a picture that are neither gray nor transparent. */
      const coloured = (title: string) =>
        canvas(title).evaluate((one: HTMLCanvasElement) => {
          const { data } = one.getContext('2d')!.getImageData(0, 0, one.width, one.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4) {
            const [red = 0, green = 0, blue = 0, clear = 0] = data.subarray(at, at + 4);
            if (clear > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) count += 1;
          }
          return count;
        });

      beforeAll(async () => {
        await closeSidebar(page);
        await grid.openTab(`${tab} summary`);
        await figure(TREND).waitFor();
      });

      test('each summary has a picture with marks and a text alternative', async () => {
        const titles = await page
          .locator('.chart')
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['drawn'] ?? ''));
        expect(titles.slice(0, 4)).toEqual([
          TREND,
          'Records by type',
          'Jobs by country',
          expect.stringMatching(/^Map: jobs/),
        ]);
        for (const title of titles) expect(await coloured(title)).toBeGreaterThan(FEWEST_COLOURED);
        expect(await name('Jobs by country')).toMatch(
          /^Jobs by country\. Bar chart of \d+ values, most: .+, \d+\.$/,
        );
      });

      test('the charts pass axe', async () => {
        await settled(page);
        expect((await violations(page)).filter((one) => one.includes('chart'))).toEqual([]);
      });

      test('the charts disappear with their tab, also if it is deleted', async () => {
        await grid.openTab(tab);
        await page.locator('#charts').waitFor({ state: 'hidden' });
        await grid.openTab(`${tab} summary`);
        await figure(TREND).waitFor();
        await page.evaluate((summary) => {
          const book = window.univerAPI?.getActiveWorkbook();
          const sheet = book?.getSheetByName(summary);
          if (sheet) book?.deleteSheet(sheet);
        }, `${tab} summary`);
        await page.locator('.chart').first().waitFor({ state: 'detached' });
        await page.locator('#charts').waitFor({ state: 'hidden' });
        expect(errors).toEqual([]);
      });
    });
  });
}
