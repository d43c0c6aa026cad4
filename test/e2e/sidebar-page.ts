/** Controls the sidebar in the page as a person does: with the mouse, or with only the keyboard. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { scaledSample } from '../support/scale.js';

type InputMethod = 'mouse' | 'keyboard';

/** Both at full scale; quick runs use one of them. */
export const INPUT_METHODS = scaledSample<InputMethod>(['mouse', 'keyboard'], 1);

export type SidebarPage = ReturnType<typeof createSidebarPage>;

/** More tab stops than the longest section has. */
const MAX_STOPS = 150;

/** Opens the sidebar from the menu, after closing it. */
export async function openSidebar(
  page: Page,
  input: InputMethod,
  item = 'Open sidebar',
): Promise<SidebarPage> {
  await closeSidebar(page);
  const menu = page.getByRole('button', { name: 'Signals', exact: true });
  const entry = page.getByRole('menuitem', { name: item });
  // the add-on's items redraw the menu, which closes it
  for (let attempt = 0; attempt < 5 && !(await entry.isVisible()); attempt++) {
    await menu.focus();
    if (input === 'mouse') await menu.click();
    else await page.keyboard.press('Enter');
    await entry.waitFor({ timeout: 1_000 }).catch(() => undefined);
    await page.waitForTimeout(200);
  }
  if (input === 'mouse') await entry.click();
  else {
    for (let stop = 0; stop < 20 && !(await hasFocus(entry)); stop++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const frame = page.frameLocator('#sidebar iframe');
  const selected = frame.getByRole('tab', { selected: true });
  await selected.waitFor();
  if (input === 'keyboard') await selected.focus();
  return createSidebarPage(page, frame, input);
}

/** Adds a group in the section Groups. */
export async function addGroup(sidebar: SidebarPage, name: string): Promise<void> {
  await sidebar.fill(sidebar.field('Name of a group'), name);
  await sidebar.press(sidebar.button('Add'));
}

/** Adds a group in the section Groups, if it is not there yet. */
export async function needGroup(sidebar: SidebarPage, name: string): Promise<void> {
  if (await sidebar.frame.getByText(name, { exact: true }).count()) return;
  await addGroup(sidebar, name);
  await sidebar.shows(`${name} was added.`);
}

/** Chooses the first day in Build by a word such as -9d. */
export async function chooseFrom(sidebar: SidebarPage, word: string): Promise<void> {
  await sidebar.choose(sidebar.field('When'), 'Pick days…');
  await sidebar.press(sidebar.button('Type words, such as -30d'));
  await sidebar.fill(sidebar.field('From'), word);
}

export async function closeSidebar(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close the sidebar' });
  if (await close.isVisible()) await close.click();
  await page.locator('#sidebar').waitFor({ state: 'hidden' });
}

function createSidebarPage(page: Page, frame: FrameLocator, input: InputMethod) {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let pressed = 0; pressed < MAX_STOPS; ) {
      const stops = await stopsTo(target);
      if (stops === 0) return;
      for (let stop = 0; stop < Math.abs(stops); stop++) {
        await page.keyboard.press(stops > 0 ? 'Tab' : 'Shift+Tab');
        pressed++;
      }
    }
    throw new Error(`the keyboard does not reach ${String(target)}`);
  }

  async function idle(): Promise<void> {
    await frame.locator('main:not([aria-busy])').waitFor();
  }

  return {
    frame,
    /** Opens a section by its tab. */
    async section(name: string): Promise<void> {
      const tab = frame.getByRole('tab', { name, exact: true });
      if (input === 'mouse') return tab.click();
      await reach(frame.getByRole('tab', { selected: true }));
      for (let stop = 0; stop < 10 && (await tab.getAttribute('aria-selected')) !== 'true'; stop++) {
        await page.keyboard.press('ArrowRight');
      }
    },
    async press(target: Locator): Promise<void> {
      await idle();
      if (input === 'mouse') return target.click();
      await reach(target);
      const isBox = (await target.getAttribute('type')) === 'checkbox';
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    },
    async fill(target: Locator, text: string): Promise<void> {
      await idle();
      if (input === 'mouse') return target.fill(text);
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async choose(target: Locator, label: string): Promise<void> {
      await idle();
      if (input === 'mouse') {
        await target.selectOption({ label });
        return;
      }
      await reach(target);
      for (let steps = await stepsTo(target, label); steps !== 0; steps = await stepsTo(target, label)) {
        const key = steps > 0 ? 'ArrowDown' : 'ArrowUp';
        for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(key);
      }
    },
    button: (name: string | RegExp) => frame.getByRole('button', { name, exact: true }),
    field: (name: string | RegExp) => frame.getByLabel(name, { exact: true }),
    /** Resolves when the section contains the text. */
    shows: (text: string | RegExp) => frame.locator('#section').getByText(text).first().waitFor(),
  };
}

/**
 * Estimates how often to press Tab until the target has the focus; negative with Shift, 0 if it has the
 * focus. A check after each press would take longer than the presses.
 */
function stopsTo(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || activeElement === element) return activeElement ? 0 : 1;
    const order = activeElement.compareDocumentPosition(element);
    const isBehind =
      (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0 && (order & Node.DOCUMENT_POSITION_CONTAINS) === 0;
    const between = [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary, textarea')]
      .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility())
      .filter((one) => {
        const [first, last] = isBehind ? [element, activeElement] : [activeElement, element];
        const isAfter = (first.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        return isAfter && (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      });
    return (between.length + 1) * (isBehind ? -1 : 1);
  });
}

/** Returns how many options the wanted one is below the selected one. @throws if there is no such label */
function stepsTo(target: Locator, label: string): Promise<number> {
  return target.evaluate((select: HTMLSelectElement, wanted) => {
    const index = [...select.options].findIndex(({ textContent }) => textContent === wanted);
    if (index < 0) throw new Error(`no option ${wanted}`);
    return index - select.selectedIndex;
  }, label);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
