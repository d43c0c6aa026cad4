/** Controls the spreadsheet page as a person would, and reads what it shows. */

import type { FUniver } from '@univerjs/core/lib/facade';
// these imports add their methods to FUniver's types
import type {} from '@univerjs/sheets/lib/facade';
import type {} from '@univerjs/sheets-ui/lib/facade';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openSpreadsheet, useBrowser } from './browser.js';
import { eventually } from './eventually.js';
import type { RunningSandbox } from './sandbox.js';
import { standInFor } from './stand-in.js';

declare global {
  interface Window {
    univerAPI?: FUniver;
    /** The values that `watch` has recorded. */
    seenInCell?: readonly string[];
  }
}

/** Far longer than anything takes on a busy machine. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const TAB_SETTLES_MS = 100;
/** Long enough that a second click is no double click. */
const CLICK_AGAIN_MS = 700;
/** The first spreadsheet in a new page for all tests of the block, with the page's errors. */
export function useSpreadsheet(sandbox: RunningSandbox, options: BrowserContextOptions = {}) {
  const browser = useBrowser();
  const errors: string[] = [];
  let opened: { readonly page: Page; readonly sheet: SpreadsheetPage } | undefined;
  beforeAll(async () => {
    const { page } = await openSpreadsheet(browser, sandbox.url, options, errors);
    opened = { page, sheet: createSpreadsheetPage(page) };
  });
  afterAll(() => opened?.page.context().close());
  return {
    page: standInFor('page', () => opened?.page),
    sheet: standInFor('sheet', () => opened?.sheet),
    errors: errors as readonly string[],
  };
}

/** The host sends the status every half second, so a status that stays longer than that is the newest. */
const STATUS_STAYS_MS = 1_200;
/** A busy grid can lose keys, so typing is repeated. */
const TYPE_AGAIN_MS = 5_000;
const ATTEMPTS = 4;

type SpreadsheetPage = ReturnType<typeof createSpreadsheetPage>;

export function createSpreadsheetPage(page: Page) {
  /** Returns the displayed texts; '' for a blank cell. */
  const shown = (a1: string): Promise<string[][]> =>
    page.evaluate(
      (range) =>
        window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(range).getDisplayValues() ?? [],
      a1,
    );
  const centerOf = async (a1: string): Promise<{ x: number; y: number }> => {
    const { x, y } = await page.evaluate((range) => {
      const rectangle = window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(range).getCellRect();
      if (!rectangle) throw new Error(`no cell ${range}`);
      return { x: rectangle.x + rectangle.width / 2, y: rectangle.y + rectangle.height / 2 };
    }, a1);
    // the grid is the largest canvas; cell rectangles are relative to its corner
    const corner = await page.evaluate(() => {
      const canvases = [...document.querySelectorAll('#grid canvas')].map((one) =>
        one.getBoundingClientRect(),
      );
      const { left, top } = canvases.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b));
      return { left, top };
    });
    return { x: corner.left + x, y: corner.top + y };
  };
  const select = async (a1: string): Promise<void> => {
    // a newly drawn grid can lose a click
    const until = Date.now() + TIMEOUT_MS;
    for (let isSelected = false; !isSelected; ) {
      if (Date.now() > until) throw new Error(`${a1} cannot be selected: is it on the screen?`);
      const { x, y } = await centerOf(a1);
      await page.mouse.click(x, y);
      isSelected = await page
        .waitForFunction(
          (cell) =>
            window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getActiveRange()?.getA1Notation() ===
            cell,
          a1,
          { timeout: CLICK_AGAIN_MS, polling: POLL_MS },
        )
        .then(
          () => true,
          () => false,
        );
    }
  };
  /** Selects a cell, types and presses Enter, without a check. */
  const typeBlindly = async (a1: string, text: string): Promise<void> => {
    await select(a1);
    // the first key opens the editor; typing the rest would run the grid's highlighter for each key
    await page.keyboard.type(text.slice(0, 1));
    await page.keyboard.insertText(text.slice(1));
    await page.keyboard.press('Enter');
  };
  const hasTaken = (a1: string, text: string): Promise<boolean> =>
    page
      .waitForFunction(
        ([range, typed]) => {
          const cell = window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(range);
          const display = cell?.getDisplayValues()[0]?.[0];
          // numbers, dates and booleans display differently from their input
          const isNumber = /^(?:\d|TRUE$|FALSE$)/.test(typed) && display !== '';
          return cell?.getFormula() === typed || display === typed || isNumber;
        },
        [a1, text] as const,
        { timeout: TYPE_AGAIN_MS, polling: POLL_MS },
      )
      .then(
        () => true,
        () => false,
      );
  const activate = (name: string): Promise<void> =>
    page.evaluate((tab) => void window.univerAPI?.getActiveWorkbook()?.getSheetByName(tab)?.activate(), name);
  const openTab = async (name: string): Promise<void> => {
    let hasFailed = false;
    // a tab that a script opens meanwhile can take the place of this one
    await eventually(async () => {
      await page.getByText(name, { exact: true }).last().click();
      // after a script has added tabs, the tab bar sometimes ignores clicks
      if (hasFailed) await activate(name);
      hasFailed = true;
      await page.waitForFunction(
        (tab) => window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getSheetName() === tab,
        name,
        { timeout: 5_000 },
      );
      return true;
    });
    // the grid draws the new tab and takes clicks a moment later
    await page.waitForTimeout(TAB_SETTLES_MS);
  };
  return {
    openTab,
    select,
    shown,
    typeBlindly,
    async point(a1: string): Promise<void> {
      const { x, y } = await centerOf(a1);
      await page.mouse.move(x, y, { steps: 5 });
    },
    /** Adds a tab at the end, with these texts in its first column, and opens it. */
    async addTab(name: string, column: readonly string[] = []): Promise<void> {
      await page.evaluate(
        ([tab, texts]) => {
          const added = window.univerAPI?.getActiveWorkbook()?.insertSheet(tab);
          if (texts.length > 0) added?.getRange(`A1:A${texts.length}`).setValues(texts.map((text) => [text]));
        },
        [name, column] as const,
      );
      await openTab(name);
    },
    /** Selects a cell, types and presses Enter; retries if the cell has not taken the text. */
    async type(a1: string, text: string): Promise<void> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        await typeBlindly(a1, text);
        if (await hasTaken(a1, text)) return;
      }
      throw new Error(`${a1} does not take ${text}: it shows ${JSON.stringify(await shown(a1))}`);
    },
    /** Records what a cell shows; the returned function returns the distinct consecutive texts so far. */
    async watch(a1: string): Promise<() => Promise<readonly string[]>> {
      await page.evaluate((range) => {
        const seen: string[] = [];
        window.seenInCell = seen;
        const look = () => {
          const value =
            window.univerAPI
              ?.getActiveWorkbook()
              ?.getActiveSheet()
              .getRange(range)
              .getDisplayValues()[0]?.[0] ?? '';
          if (seen.at(-1) !== value) seen.push(value);
        };
        look();
        const api = window.univerAPI;
        api?.addEvent(api.Event.CommandExecuted, look);
      }, a1);
      return () => page.evaluate(() => window.seenInCell ?? []);
    },
    /** Returns the credits that all spreadsheets have spent, by the newest status. */
    async spent(): Promise<number> {
      let status: string | undefined;
      const isNewest = async () => {
        const before = status;
        status = (await page.locator('#meter').textContent()) ?? '';
        return status === before;
      };
      await eventually(isNewest, { everyMs: STATUS_STAYS_MS });
      return Number(/(\d+) credits/.exec(status ?? '')?.[1] ?? 0);
    },
    /** Resolves when the cell shows the wanted text. */
    async until(a1: string, wanted: string | RegExp): Promise<void> {
      const [source, isPattern] = typeof wanted === 'string' ? [wanted, false] : [wanted.source, true];
      try {
        await page.waitForFunction(
          ([range, text, pattern]) => {
            const value = window.univerAPI
              ?.getActiveWorkbook()
              ?.getActiveSheet()
              .getRange(range)
              .getDisplayValues()[0]?.[0];
            return pattern ? new RegExp(text).test(value ?? '') : value === text;
          },
          [a1, source, isPattern] as const,
          { timeout: TIMEOUT_MS, polling: POLL_MS },
        );
      } catch (error) {
        const message = await page.locator('#cell-message').textContent();
        throw new Error(`${a1} shows ${JSON.stringify(await shown(a1))} (${message}), not ${wanted}`, {
          cause: error,
        });
      }
    },
  };
}
