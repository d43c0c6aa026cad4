/** Empty answers, previews and errors in the sidebar's page: reason, cost, and a button that helps. */
import { dataOf, errors } from '../../src/addon/errors.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { scaledSample } from '../support/scale.js';
import { full, HOSTILE } from '../support/sidebar-states.js';
import { expectWell, violations } from './axe.js';
import { type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

const NOTHING = { matching: 0, isExact: true, returned: 0, owned: 0, credits: 0, openingBalance: 100 };
const SOME = { ...NOTHING, matching: 14, returned: 14, credits: 14 };

describeInBrowser('what helps, in the page of the sidebar', () => {
  const sidebar = useFakeSidebar();

  describe.each(scaledSample(['en_US', 'de_DE'], 1))('in %s', (userLocale) => {
    const isEnglish = userLocale === 'en_US';
    const state: SidebarState = {
      ...full(['Key accounts']),
      userLocale,
      appearance: 'system',
      formulaKey: 'mine',
    };
    const open = (options: Omit<OpenOptions, 'state'>, change: Partial<SidebarState> = {}) =>
      sidebar.open({ state: { ...state, ...change }, section: 'build', ...options });

    test('an unknown value offers existing ones, as text, to replace it', async () => {
      const nearest = ['Acme Corp', HOSTILE[0] ?? ''];
      const { page } = await open({
        said: { estimate: { ...NOTHING, suggestions: [{ field: 'companyName', value: 'Acmee', nearest }] } },
        saidOf: [['Acme Corp', SOME]],
      });
      await page.locator('#build-companies').selectOption('typed');
      await page.locator('#build-typed').fill('Acmee');
      await page.locator('#build-typed').press('Enter');
      await page.locator('#nearest-0-1', { hasText: nearest[1] ?? '' }).waitFor();
      expect(await page.locator('main img, main script').count()).toBe(0);
      await expectWell(page);
      await page.locator('#nearest-0-0').click();
      await page.locator('#formula', { hasText: 'Acme Corp' }).waitFor({ state: 'attached' });
      await page.locator('#cost', { hasText: '14' }).waitFor();
    });

    test('a preview shows its price first, and its rows as text', async () => {
      const rows = [
        ['Announced', 'Company', 'Type'],
        ...HOSTILE.slice(0, 5).map((text) => ['2026-11-20', text, text]),
      ];
      const stored = { askedAt: 1_790_000_000_000, records: 5, cut: true, rows };
      const { page } = await open(
        { said: { estimate: SOME }, outcome: { kind: 'preview', preview: { stored } } },
        { spreadsheetLocale: 'en_US', defaultGroup: 'Key accounts' },
      );
      const button = page.locator('#build-preview');
      await page.locator('#cost', { hasText: '14' }).waitFor();
      expect(await button.textContent()).toMatch(isEnglish ? /at most 5 credits/ : /höchstens 5 Credits/);
      await button.click();
      await page.getByText(isEnglish ? 'First 5 of 14' : 'Die ersten 5 von 14').waitFor();
      expect(await page.locator('#preview tbody tr').count()).toBe(rows.length - 1);
      // a preview of five rows does not make the rest free
      expect(await page.locator('#cost').textContent()).toContain('14');
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await button.textContent()).toMatch(isEnglish ? /free/ : /kostenlos/);
      await expectWell(page);
    });

    test.each([
      [errors.timeout(25), 'retry', /may have been charged|Vielleicht wurden Credits/],
      [errors.budgetUsed(100), 'budget', /Nothing was charged|keine Credits/],
      [errors.badKey(), 'connect', /Nothing was charged|keine Credits/],
      [errors.noGroup('Key acounts'), 'groups', /Nothing was charged|keine Credits/],
    ])('%s offers a remedy and shows no code', async (error, remedy, cost) => {
      const { page, calls } = await open({ refuses: { previewFormula: dataOf(error) } });
      await page.locator('#build-companies').selectOption('all');
      await page.locator('#build-preview').click();
      const way = page.locator(`#build-preview-${remedy}`);
      await way.waitFor();
      const notice = await page.locator('.notice.bad').first().textContent();
      expect(notice).toMatch(cost);
      expect(notice).not.toContain('#');
      await expectWell(page);
      await way.click();
      if (remedy === 'retry') {
        await page.waitForFunction(
          () =>
            (window as unknown as { calls: string[] }).calls.filter((one) => one === 'previewFormula')
              .length === 2,
        );
        expect((await calls()).filter((name) => name === 'previewFormula')).toHaveLength(2);
      } else {
        const section = remedy === 'budget' ? 'activity' : remedy;
        await page.locator(`#section[data-section=${section}]`).waitFor();
        if (remedy === 'budget')
          expect(await page.locator('#rules-budget').evaluate((one) => one === document.activeElement)).toBe(
            true,
          );
      }
    });

    test('a run shows its progress and can be cancelled; D33 and resumed, even after another one', async () => {
      const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
      const ready = { mine: true, paused: false, givenUp: false, through: day(31), error: '', notice: '' };
      const jobs = full(['One', 'Two']).jobs.map((job) => ({ ...job, ...ready }));
      const [first, second] = jobs.map(({ id }) => id);
      const counts = { added: 84, changed: 0, credits: 84 };
      const run = { token: 't', over: false, ...counts };
      const { page, calls, argumentsOf } = await open(
        { section: 'jobs', outcome: { kind: 'job-run', run } },
        { jobs },
      );
      const cancel = async (id = '') => {
        await page.locator(`#job-${id}-cancel`).click();
        await page.locator(`#job-${id}-cancel`).waitFor({ state: 'detached' });
        await page.locator('main:not([aria-busy])').waitFor();
      };
      await page.locator(`#job-${first}-run`).click();
      await page.locator('.question', { hasText: '84' }).waitFor();
      // without waiting, because the spinner never stops
      expect(await violations(page)).toEqual([]);
      await cancel(first);
      await page.getByText(isEnglish ? 'unless you pause the job' : 'nicht anhalten').waitFor();
      const made = (await calls()).length;
      await page.waitForTimeout(200);
      expect(await calls()).toHaveLength(made);
      await page.locator(`#job-${second}-run`).click();
      await cancel(second);
      const before = (await argumentsOf('runJob')).length;
      await page.locator(`#job-${first}-run`).click();
      const resumed = await eventually(async () => (await argumentsOf('runJob'))[before]);
      expect(resumed?.slice(0, 2)).toEqual([first, 't']);
    });
  });
});
