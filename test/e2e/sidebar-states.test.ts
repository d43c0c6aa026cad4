/**
 * Each section empty, in use, busy and broken, light or dark, in both languages, enlarged or not: axe finds
 * nothing, and nothing is too wide. With TOUR=docs, as in `npm run screenshots`, each state is a picture in
 * out/sections.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { dataOf, errors } from '../../src/addon/errors.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser } from '../support/browser.js';
import { scaledSample } from '../support/scale.js';
import { SIDEBAR_CALLS } from '../support/sidebar-calls.js';
import { CONNECTED, EMPTY, IN_TROUBLE, IN_USE } from '../support/sidebar-states.js';
import { faultsOf, NO_FAULTS, openDetails, settled } from './axe.js';
import { type OpenOptions, useFakeSidebar } from './fake-sidebar.js';

const IS_FILMED = process.env['TOUR'] === 'docs';
const FOLDER = path.resolve(__dirname, '../../out/sections');
const LOOKS = ['en_US', 'de_DE'].flatMap((userLocale) =>
  (['light', 'dark'] as const).map((appearance) => ({ userLocale, appearance })),
);
const CONDITIONS = ['empty', 'in use', 'busy', 'broken'] as const;
/** A button of each section that makes a call. */
const BUTTONS: Readonly<Record<string, string>> = {
  start: 'starter-data-centres',
  build: 'build-preview',
  groups: 'group-0-companies',
  news: 'news-push',
  jobs: 'job-0-run',
  activity: 'rules-save',
  connect: 'connect-test',
};
const SAID: NonNullable<OpenOptions['said']> = {
  account: { name: 'Demo', balance: 12_000, spentToday: 30, billing: 'per-version' },
  groups: { groups: [{ name: 'Key accounts', companies: 41 }] },
  estimate: { matching: 42, isExact: true, returned: 42, owned: 30, credits: 12, openingBalance: 970 },
};
const SILENT = dataOf(errors.unreachable('Address unavailable'));

type Condition = (typeof CONDITIONS)[number];

function optionsFor(section: string, condition: Condition): OpenOptions {
  const nothing = section === 'connect' ? EMPTY : CONNECTED;
  const refused = SIDEBAR_CALLS.filter((name) => name !== 'sidebarState').map((name) => [name, SILENT]);
  const state: Readonly<Record<Condition, SidebarState>> = {
    empty: nothing,
    'in use': IN_USE,
    busy: IN_USE,
    broken: IN_TROUBLE,
  };
  return {
    state: state[condition],
    section: section === 'start' ? 'build' : section,
    hangs: condition === 'busy',
    ...(condition === 'broken' ? { refuses: Object.fromEntries(refused) } : { said: SAID }),
  };
}

/** Presses the section's button, whose call fails or never ends. */
async function press(page: Page, section: string, isBusy: boolean): Promise<void> {
  const button = page.locator(`[id="${BUTTONS[section]}"]`);
  // if the page knows that the service does not answer, the section has a button to retry
  const pressed = (await button.count()) ? button : page.locator('#section button').first();
  await pressed.click();
  await page
    .locator(isBusy ? 'main[aria-busy]' : '.notice.bad')
    .first()
    .waitFor();
}

describeInBrowser('sections of the sidebar in every state', () => {
  const sidebar = useFakeSidebar();

  describe.each(Object.keys(BUTTONS).map((section, index) => [section, index] as const))(
    '%s',
    (section, index) => {
      test.each(CONDITIONS)('%s', async (condition) => {
        const options = optionsFor(section, condition);
        const turn = index * CONDITIONS.length + CONDITIONS.indexOf(condition);
        const looks = IS_FILMED ? LOOKS : scaledSample(LOOKS, 1, turn);
        for (const { userLocale, appearance } of looks) {
          const { page } = await sidebar.open({
            ...options,
            state: { ...options.state, userLocale, appearance },
          });
          const link = page.locator(section === 'start' ? '#to-start' : '#start-own');
          if (['start', 'build'].includes(section) && (await link.count())) await link.click();
          if (condition === 'busy' || condition === 'broken')
            await press(page, section, condition === 'busy');
          await settled(page);
          if (IS_FILMED) {
            mkdirSync(FOLDER, { recursive: true });
            const name = [section, condition.replace(' ', '-'), userLocale, appearance].join('-');
            await page.screenshot({ path: path.join(FOLDER, `${name}.png`), fullPage: true });
          }
          await openDetails(page);
          for (const percent of scaledSample([100, 200], 1, turn))
            expect(await faultsOf(page, 'light', percent)).toEqual(NO_FAULTS);
        }
      });
    },
  );
});
