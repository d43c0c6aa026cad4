/** A third language needs one file: with one without ASCII letters, nothing is untranslated or too wide. */
import type { Page } from 'playwright-core';
import { INDUSTRIES } from '../../src/contract/enumerations.js';
import { filtersOf } from '../../src/contract/formula-question.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { columnsFor } from '../../src/sidebar/draft/question-edit.js';
import { industryName } from '../../src/sidebar/page/option-words.js';
import { describeInBrowser } from '../support/browser.js';
import { scaledSample } from '../support/scale.js';
import { CONNECTED, EMPTY, full } from '../support/sidebar-states.js';
import { openDetails, overflow } from './axe.js';
import { useFakeSidebar } from './fake-sidebar.js';
import { PSEUDO_LOCALE } from './pseudo-locale.js';
import { buildPseudoPage } from './pseudo-page.js';

const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'];
const FUNCTIONS = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES', 'TRACKED_COMPANIES', 'MATCH_COMPANIES'];
/** Texts of the sheet and the service, which are the same in every language; the longest first. */
const THEIRS = [
  ...INDUSTRIES,
  ...INDUSTRIES.map(industryName),
  ...FUNCTIONS.flatMap((name) => [
    name,
    ...columnsFor({ functionName: name, parts: [] }).all.map(({ header }) => header),
    ...Object.values(filtersOf(name)).flatMap(({ values }) => values ?? []),
  ]),
].sort((one, other) => other.length - one.length);
/** Names without letters. */
const FULL = full(['12', '34']);
const STATES: readonly [string, SidebarState][] = [
  ['empty', EMPTY],
  ['connected', CONNECTED],
  ['full', FULL],
];

/** Returns texts with English words, by attribute or element, and elements wider than their container. */
function findings(page: Page): Promise<string[]> {
  return page.evaluate((theirs) => {
    const hasEnglish = (text: string) => {
      const ours = theirs.reduce((rest, one) => rest.replaceAll(one.toLowerCase(), ''), text.toLowerCase());
      return /[a-z]{3}/.test(ours.replace(/https?:\S+|\w+\.example|=\w*\(.*\)/g, ''));
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (hasEnglish(node.textContent ?? ''))
        found.push(`${node.parentElement?.tagName}: ${node.textContent}`);
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        if (hasEnglish(text)) found.push(`${name}: ${text}`);
      }
      const { display, textOverflow } = getComputedStyle(element);
      const isCut = textOverflow === 'ellipsis' && element.closest('[title]') !== null;
      const isSeen = element.clientWidth > 1 && display !== 'inline' && !element.closest('.bar');
      if (isSeen && !isCut && element.scrollWidth > element.clientWidth + 1)
        found.push(`too wide: ${element.tagName}#${element.id} ${element.textContent?.slice(0, 60)}`);
    }
    return [...new Set(found)];
  }, THEIRS);
}

describeInBrowser('a third language', () => {
  const sidebar = useFakeSidebar(buildPseudoPage);

  describe.each(SECTIONS.map((section, index) => [section, index] as const))('%s', (section, turn) => {
    test.each(STATES)('%s', async (_name, state) => {
      const { page } = await sidebar.open({ state: { ...state, userLocale: PSEUDO_LOCALE }, section });
      await openDetails(page);
      expect(await page.getByRole('tab', { selected: true }).textContent()).not.toMatch(/[a-z]/i);
      expect(await findings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });

    test('the states behind its buttons', async () => {
      const open = () => sidebar.open({ state: { ...FULL, userLocale: PSEUDO_LOCALE }, section });
      const { page } = await open();
      await openDetails(page);
      const ids = await page
        .locator('#section button[id]:not([aria-disabled="true"])')
        .evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.length).toBeGreaterThan(0);
      const found: string[] = [];
      for (const id of scaledSample(ids, 4, turn)) {
        await open();
        await openDetails(page);
        await page.locator(`[id="${id}"]`).click();
        await page.locator('main:not([aria-busy])').waitFor();
        await openDetails(page);
        found.push(...(await findings(page)).map((one) => `${id}: ${one}`));
        expect(await overflow(page)).toBe(0);
      }
      expect(found).toEqual([]);
    });
  });
});
