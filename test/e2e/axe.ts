/** Accessibility checks: axe's findings in a page, and if the page fits its frame. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { scaledSample } from '../support/scale.js';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns rule and first element of each finding. @param part the part to check; the grid is not ours */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (inside) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          inside: string,
          options: { resultTypes: ['violations'] },
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    // every rule still runs on every element, but the result omits passes
    const result = await axe.run(inside, { resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  }, part);
}

/** Waits for transitions, so that axe sees the final colours. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // except endless animations, which run as long as a call does
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    // a cancelled animation rejects its promise, but it has ended, too
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Returns by how many pixels the page is wider than its frame. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Opens all details, so that axe and people see what is in them. */
export function openDetails(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

/** Checks that axe finds nothing in light and in dark, and that everything fits. */
export async function expectWell(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    expect(await faultsOf(page, colorScheme, 100)).toEqual(NO_FAULTS);
}

/** Returns axe's findings in this appearance, and by how much the page is wider than its frame. */
export async function faultsOf(
  page: Page,
  colorScheme: 'light' | 'dark',
  percent: number,
): Promise<{ violations: string[]; overflow: number }> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
  await settled(page);
  return { violations: await violations(page), overflow: await overflow(page) };
}

export const NO_FAULTS = { violations: [], overflow: 0 };

const LOCALES = ['en_US', 'de_DE'];
const LOOKS = [
  ['light', 100],
  ['dark', 200],
] as const;

/**
 * Opens a sidebar page that follows the system's appearance. Checks that texts are texts, axe finds nothing,
 * and everything fits. Quick runs check one language and one appearance, different ones for each turn.
 */
export async function expectAccessible(
  turn: number,
  openIn: (userLocale: string) => Promise<Page>,
): Promise<void> {
  for (const userLocale of scaledSample(LOCALES, 1, turn)) {
    const page = await openIn(userLocale);
    expect(await page.title()).toBe('Signals');
    expect(await page.locator('main img, main script').count()).toBe(0);
    for (const [colorScheme, percent] of scaledSample(LOOKS, 1, 1_000 + turn))
      expect(await faultsOf(page, colorScheme, percent)).toEqual(NO_FAULTS);
  }
}
