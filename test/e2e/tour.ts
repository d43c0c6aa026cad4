/**
 * Counts and times a new user's actions in a page. With TOUR=docs, as in `npm run screenshots`, each step is
 * a picture in docs/tour.
 */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = path.resolve(__dirname, '../../docs/tour');
const IS_FILMED = process.env['TOUR'] === 'docs';
const MAX_PICTURE_BYTES = 200_000;

export const TOUR_SIZE = { width: 1280, height: 800 };

export type Tour = ReturnType<typeof createTour>;

export function createTour(page: Page) {
  let pictures = 0;
  let actions = 0;
  let ms = 0;
  let since = 0;
  const film = async (name: string) => {
    pictures += 1;
    if (!IS_FILMED) return;
    mkdirSync(FOLDER, { recursive: true });
    const file = path.join(FOLDER, `${pictures}-${name}.jpg`);
    await page.mouse.move(TOUR_SIZE.width / 2, TOUR_SIZE.height - 1);
    await page.screenshot({ path: file, type: 'jpeg', quality: 65, animations: 'disabled' });
    expect(statSync(file).size).toBeLessThan(MAX_PICTURE_BYTES);
  };
  return {
    film,
    /** Starts to count and to time, without the time for pictures. */
    begin: () => {
      [actions, ms, since] = [0, 0, Date.now()];
      return {
        act: async (action: () => Promise<unknown>) => {
          actions += 1;
          await action();
        },
        filmed: async (name: string) => {
          ms += Date.now() - since;
          await film(name);
          since = Date.now();
        },
      };
    },
    /** Returns the counts since the beginning. */
    end: () => ({ actions, ms: ms + Date.now() - since }),
  };
}

/** Returns the key that the test bench shows. */
export async function demoKey(page: Page, serviceUrl: string): Promise<string> {
  await page.getByRole('button', { name: /^Test bench/ }).click();
  const shown = (name: string) => page.getByLabel(name, { exact: true }).inputValue();
  expect(await shown('Service address')).toBe(serviceUrl);
  const key = await shown('API key');
  await page.keyboard.press('Escape');
  return key;
}
