/**
 * What the service says beside answers, in the spreadsheet's page: without any, and at full scale with all of it and without
 * each. What it lacks, the sidebar does without, as with any service that follows the specification.
 */
import { EXTRAS } from '../../src/contract/lookups.js';
import { describeInBrowser } from '../support/browser.js';
import { hasExtra } from '../support/extras.js';
import { useSandbox } from '../support/sandbox.js';
import { scaled } from '../support/scale.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { addGroup, openSidebar } from './sidebar-page.js';

const GROUP = 'Key accounts';
const WITHOUT_ONE = EXTRAS.map((one) => EXTRAS.filter((other) => other !== one).join());

describe.each(['none', ...scaled([], ['all', ...WITHOUT_ONE])])(
  'with %s beside the specification',
  (setting) => {
    describeInBrowser('the sidebar', () => {
      const sandbox = useSandbox({ EXTRAS: setting });
      const has = (name: (typeof EXTRAS)[number]) => hasExtra(name, setting);
      const { page, sheet } = useSpreadsheet(sandbox);

      test('connect tells the account', async () => {
        const sidebar = await openSidebar(page, 'mouse');
        await sidebar.section('Connect');
        await sidebar.press(sidebar.button('Test'));
        await sidebar.shows('Connected:');
        const facts = sidebar.frame.locator('[aria-labelledby="connect-title"] dl div');
        if (has('account')) {
          await sidebar.shows('Credits left');
          expect(await facts.allInnerTexts()).toEqual([
            expect.stringMatching(/^Service address/),
            expect.stringMatching(/^API key/),
            'Name of the key\ndemo',
            expect.stringMatching(/^Credits left\n\d{2,3},\d{3}$/),
            expect.stringMatching(/^Spent today \(UTC\)\n[\d,]+$/),
            'A credit pays for\neach record in each answer',
          ]);
        } else expect(await facts.count()).toBe(2);
      });

      test('groups are chosen from the list, or typed', async () => {
        const sidebar = await openSidebar(page, 'mouse');
        await sidebar.section('Groups');
        await addGroup(sidebar, GROUP, has('groups'));
        await sidebar.shows(`${GROUP} was added.`);
        const other = 'Automotive suppliers';
        const names = async (select: string) =>
          (await sidebar.frame.locator(`${select} option`).allInnerTexts()).filter(
            (text) => text !== 'Choose…',
          );
        await sidebar.section('Build');
        await sidebar.choose(sidebar.field('Which companies'), 'A group');
        await sidebar.section('Jobs');
        await sidebar.press(sidebar.button('New push'));
        for (const [section, select] of [
          ['Build', '#build-group'],
          ['Jobs', '#job-group'],
        ] as const) {
          await sidebar.section(section);
          const shown = await names(select);
          if (has('groups')) {
            expect(shown[0]).toMatch(new RegExp(`^${GROUP} · [1-9]\\d* companies$`));
            expect(shown).toContainEqual(
              expect.stringMatching(new RegExp(`^${other} · [1-9]\\d* companies$`)),
            );
          } else expect(shown).toEqual([GROUP]);
        }
      });

      test('companies are found while they are typed, or typed to their end', async () => {
        const sidebar = await openSidebar(page, 'keyboard', 'Build a formula');
        await sidebar.choose(sidebar.field('What'), 'Expansions and investments');
        await sidebar.choose(sidebar.field('Which companies'), 'Names or domains');
        const field = sidebar.frame.locator('#build-typed');
        if (has('companies')) {
          await sidebar.fill(field, 'a');
          const first = sidebar.frame.locator('#build-typed-suggested-0');
          await first.waitFor();
          expect(await first.textContent()).toContain('tracked');
          const name = (await first.locator('.ellipsis').first().textContent()) ?? '';
          await sidebar.press(first);
          expect(await field.inputValue()).toBe('');
          expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
          expect(await sidebar.frame.locator('#formula').textContent()).toMatch(
            /^=EXPANSIONS\("[\w.-]+\.[a-z]+"/,
          );
          await sidebar.choose(sidebar.field('What'), 'Major hiring');
          await sidebar.fill(field, name);
          await sidebar.press(first);
          expect(await sidebar.frame.locator('#formula').textContent()).toMatch(/[|]c[\w-]*\d{3,}"/);
        } else {
          await sidebar.fill(field, 'acme.example');
          await sidebar.press(sidebar.frame.locator('#build-typed-add'));
          expect(await sidebar.frame.locator('#formula').textContent()).toMatch(
            /^=EXPANSIONS\("acme\.example"/,
          );
          expect(await sidebar.frame.locator('#build-typed-suggested').count()).toBe(0);
        }
      });

      test('the cost is what the service says, or the most that it can be; inserting works', async () => {
        await sheet.openTab('Try it');
        await sheet.select('A1');
        const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
        await sidebar.choose(sidebar.field('What'), 'Expansions and investments');
        await sidebar.choose(sidebar.field('Which companies'), 'A group');
        await sidebar.frame.locator('#build-group').selectOption(GROUP);
        await sidebar.press(sidebar.frame.locator('#build-table-summary'));
        await sidebar.fill(sidebar.field('Maximum records'), '2');
        const cost = sidebar.frame.locator('#cost');
        if (has('estimate')) {
          await sidebar.shows(/records match/);
          expect(await cost.textContent()).toMatch(
            /^\d+ records match [\d,]+ left( today)?(2 are returned · )?2 credits$/,
          );
        } else {
          expect(await cost.textContent()).toMatch(
            /^At most 2 credits [\d,]+ left today0 if this query already ran today\.$/,
          );
        }
        await sidebar.press(sidebar.frame.locator('#build-insert'));
        await sidebar.shows('The table is in Try it!A1.');
        await sheet.until('A1', /^Announced/);
      });
    });
  },
);
