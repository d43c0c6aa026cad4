/**
 * The pictures of the Marketplace listing, from the running product, in the sizes that docs/release.md names.
 * `npm run screenshots` creates them in out/listing; other runs draw only those that need no spreadsheet.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, PageScreenshotOptions } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSandbox } from '../support/sandbox.js';
import { isFull } from '../support/scale.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { closeSidebar, openSidebar } from './sidebar-page.js';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = path.join(ROOT, 'out/listing');
const RELEASE = readFileSync(path.join(ROOT, 'docs/release.md'), 'utf8');
const PAGE = path.join(ROOT, 'docs/page.png');
const SCREENSHOT = { width: 1280, height: 800 };
/** Hides the parts of the sandbox that are not the product. */
const SANDBOX_ONLY = '#controls, #service-status { visibility: hidden; }';

/** Reads width and height of a PNG from its header. */
function sizeOf(file: string): string {
  const bytes = readFileSync(path.join(FOLDER, file));
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`;
}

/** Reads the size of a picture from the page on releases. */
function wantedSize(file: string): string {
  const found = new RegExp(String.raw`\| \`${file}\` +\| (\d+ × \d+)`).exec(RELEASE);
  if (!found?.[1]) throw new Error(`docs/release.md has no picture ${file}`);
  return found[1];
}

/** Tries again, because Chromium sometimes refuses to capture a page on a busy machine. */
const capture = (page: Page, options: PageScreenshotOptions) => eventually(() => page.screenshot(options));

const IS_FILMED = process.env['TOUR'] === 'docs' || isFull();

if (IS_FILMED)
  describeInBrowser('pictures of the product', () => {
    const sandbox = useSandbox();
    const { page, sheet, errors } = useSpreadsheet(sandbox, { viewport: SCREENSHOT });

    beforeAll(async () => {
      mkdirSync(FOLDER, { recursive: true });
      await page.addStyleTag({ content: SANDBOX_ONLY });
    });

    async function take(file: string): Promise<void> {
      await page.mouse.move(SCREENSHOT.width / 2, SCREENSHOT.height - 1);
      await capture(page, { path: path.join(FOLDER, file), animations: 'disabled' });
      expect(sizeOf(file)).toBe(wantedSize(file));
      expect(errors).toEqual([]);
    }

    test('a formula with its table', async () => {
      await sheet.openTab('Expansions');
      await sheet.until('B6', /./);
      await sheet.select('A5');
      await take('screenshot-1-table.png');
    });

    test('the builder, with a formula', async () => {
      await sheet.openTab('Hirings');
      await sheet.until('B6', /./);
      await sheet.select('A5');
      // two clicks on a cell open its editor
      await page.keyboard.press('Escape');
      const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
      await sidebar.press(sidebar.button('Open active cell'));
      await sidebar.press(sidebar.frame.locator('#build-formula-summary'));
      const formula = sidebar.frame.locator('#formula').getByText('=HIRINGS(');
      await formula.waitFor();
      await formula.scrollIntoViewIfNeeded();
      await take('screenshot-2-builder.png');
      // the README's first picture
      if (process.env['TOUR'] === 'docs') copyFileSync(path.join(FOLDER, 'screenshot-2-builder.png'), PAGE);
    });

    test('a scheduled job after its first run', async () => {
      await closeSidebar(page);
      const sidebar = await openSidebar(page, 'mouse', 'Scheduled jobs');
      await sidebar.press(sidebar.button('New sync'));
      await sidebar.press(sidebar.frame.locator('#job-advanced-summary'));
      await sidebar.fill(sidebar.field('As a formula'), '=EXPANSIONS("type", "HQ|Data Centre")');
      await sidebar.fill(sidebar.field('Tab'), 'Sites');
      await sidebar.press(sidebar.button('Save job'));
      await sidebar.shows('tab Sites');
      await sidebar.press(sidebar.button('Run now'));
      await sidebar.shows(/[1-9]\d* new, 0 changed/);
      await sheet.openTab('Sites');
      await sheet.until('A2', /./);
      await take('screenshot-3-job.png');
    });

    test('the spent credits', async () => {
      await closeSidebar(page);
      await sheet.openTab('Expansions');
      const sidebar = await openSidebar(page, 'mouse');
      await sidebar.section('Activity');
      await sidebar.shows(/credit/);
      await take('screenshot-4-activity.png');
    });
  });

describeInBrowser('icons and banner', () => {
  const browser = useBrowser();

  beforeAll(() => mkdirSync(FOLDER, { recursive: true }));

  const svg = readFileSync(path.join(ROOT, 'docs/listing/icon.svg'), 'utf8');
  const draw = async (html: string, [width, height]: readonly [number, number], file: string) => {
    const context = await browser.newContext({ viewport: { width, height } });
    const blank = await context.newPage();
    await blank.setContent(html);
    await capture(blank, { path: path.join(FOLDER, file), omitBackground: true });
    await context.close();
    expect(sizeOf(file)).toBe(wantedSize(file));
  };

  test.each([32, 48, 96, 128])('the icon, %i pixels', (size) =>
    draw(`<body style="margin:0">${svg}</body>`, [size, size], `icon-${size}.png`),
  );

  test('the banner, with the name of the listing', async () => {
    const [, name = ''] = /^### Application name\n\n```text\n(.+)\n```$/m.exec(RELEASE) ?? [];
    expect(name).not.toBe('');
    const html = readFileSync(path.join(ROOT, 'docs/listing/banner.html'), 'utf8')
      .replace('<div id="icon"></div>', svg)
      .replace('<div id="name"></div>', `<div>${name}</div>`);
    await draw(html, [220, 140], 'banner.png');
  });
});
