/**
 * What the frame of a script's page refuses, and that the sidebar asks for nothing of it. Then the page without a mouse, from the
 * menu to an inserted table; and what it says of errors, to every reader alike.
 */
import type { Frame } from 'playwright-core';
import { describeInBrowser, untilReady } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { settled, violations } from './axe.js';
import { chooseFrom, openSidebar } from './sidebar-page.js';

const ELSEWHERE = 'elsewhere.example';
/** What a page tries that is not in it. */
const REFUSED = [
  'base-uri',
  'connect-src',
  'form-action',
  'frame-src',
  'img-src',
  'script-src',
  'script-src-elem',
  'style-src-elem',
];
const SECTIONS = ['Build', 'Groups', 'News', 'Jobs', 'Activity', 'Connect'];

describeInBrowser('the page', () => {
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  const requested: string[] = [];

  beforeAll(async () => {
    await page.route(`**//${ELSEWHERE}/**`, (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: 'window.came = document.URL' });
    });
  });

  /** A frame that nothing has happened in yet. */
  async function newFrame(): Promise<Frame> {
    // messages about the last one would lie over the button that closes it
    await page.locator('.toast').evaluateAll((toasts) => {
      for (const toast of toasts) toast.remove();
    });
    await openSidebar(page, 'mouse');
    const frame = await (await page.locator('#sidebar iframe').elementHandle())?.contentFrame();
    if (!frame) throw new Error('no sidebar');
    return frame;
  }

  test('each section opens, and nothing in it is refused', async () => {
    const sidebar = await openSidebar(page, 'mouse');
    for (const name of SECTIONS) {
      await sidebar.section(name);
      await sidebar.frame.locator('main:not([aria-busy])').waitFor();
    }
    expect(errors).toEqual([]);
  });

  test('what a page does not contain is refused and reported', async () => {
    const frame = await newFrame();
    const refused = await frame.evaluate(
      async ({ host, expected }) => {
        const directives = new Set<string>();
        const all = new Promise<void>((resolve) => {
          addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            directives.add(effectiveDirective);
            if (directives.size === expected) resolve();
          });
        });
        const add = (parent: HTMLElement, tag: string, properties: object): void => {
          parent.append(Object.assign(document.createElement(tag), properties));
        };
        // within a call of the tests, Chromium evaluates whatever the policy says
        // biome-ignore lint/security/noGlobalEval: to see that it is refused
        setTimeout(() => window.eval('document.title = "evaluated"'));
        add(document.body, 'script', { src: `https://${host}/script.js` });
        add(document.body, 'link', { rel: 'stylesheet', href: `https://${host}/style.css` });
        add(document.body, 'img', { src: `https://${host}/image.png` });
        add(document.body, 'iframe', { src: `https://${host}/frame.html` });
        add(document.body, 'form', { action: `https://${host}/form`, target: '_blank' });
        document.querySelector<HTMLFormElement>('form[target]')?.submit();
        add(document.head, 'base', { href: `https://${host}/` });
        await fetch(`https://${host}/fetch`).catch(() => undefined);
        await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 10_000))]);
        return [...directives].sort();
      },
      { host: ELSEWHERE, expected: REFUSED.length },
    );
    expect(refused).toEqual(REFUSED);
    expect(requested).toEqual([]);
    await page
      .locator('.toast', { hasText: `https://${ELSEWHERE}/script.js (script-src-elem)` })
      .first()
      .waitFor();
  });

  test('a page has no storage, cannot leave, and opens no dialog of the browser', async () => {
    const frame = await newFrame();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const names = await frame.evaluate(() => {
      const nameOf = (act: () => unknown): string => {
        try {
          return String(act());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        nameOf(() => window.localStorage),
        nameOf(() => document.cookie),
        nameOf(() => window.indexedDB.open('store')),
        nameOf(() => {
          window.top!.location.href = 'about:blank';
        }),
        nameOf(() => window.alert('hello')),
      ];
    });
    expect(names).toEqual([...Array(4).fill('SecurityError'), 'undefined']);
    expect(dialogs).toEqual([]);
    expect(page.url()).toContain(sandbox.url);
  });

  test('a link without a target is refused: the frame does not become another page', async () => {
    const frame = await newFrame();
    await frame.evaluate((host) => {
      location.href = `https://${host}/page.html`;
    }, ELSEWHERE);
    await page
      .locator('.toast', { hasText: `https://${ELSEWHERE} (frame-src)` })
      .first()
      .waitFor();
    expect(requested).toEqual([]);
  });

  test('with the switch of the test bench a page may use what comes by HTTPS, and only that', async () => {
    await page.getByRole('button', { name: 'Test bench' }).click();
    await page.getByLabel('The script’s pages may use').selectOption('https');
    await page.keyboard.press('Escape');
    const frame = await newFrame();
    const seen = await frame.evaluate(async (host) => {
      const script = (scheme: string) =>
        new Promise<string>((resolve) => {
          const made = Object.assign(document.createElement('script'), { src: `${scheme}://${host}/a.js` });
          made.addEventListener('load', () => resolve(`${scheme} came`));
          made.addEventListener('error', () => resolve(`${scheme} refused`));
          document.body.append(made);
        });
      const evaluated = new Promise<unknown>((resolve) => {
        // biome-ignore lint/security/noGlobalEval: to see that it is allowed
        setTimeout(() => resolve(window.eval('1 + 1')));
      });
      return [await evaluated, await script('http'), await script('https')];
    }, ELSEWHERE);
    expect(seen).toEqual([2, 'http refused', 'https came']);
    expect(requested).toEqual([`https://${ELSEWHERE}/a.js`]);
  });

  const focused = () => page.evaluate(() => document.activeElement?.tagName);

  test('keys alone lead from the menu to an inserted table', async () => {
    await sheet.openTab('Try it');
    await sheet.select('A20');
    const sidebar = await openSidebar(page, 'keyboard', 'Build a formula');
    await sidebar.choose(sidebar.field('What'), 'Major hiring');
    await sidebar.choose(sidebar.field('Which companies'), 'All');
    await chooseFrom(sidebar, '-9d');
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sheet.until('A20', /^Last modified/);
    const formula = await page.evaluate(() =>
      window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange('A20').getFormula(),
    );
    expect(formula).toMatch(/^=HIRINGS\(, "startDate", "-9d", "columns", "lastModified\|/);
  });

  test('the focus moves into the sidebar with its opening, and back to the menu with its closing', async () => {
    await page.getByRole('button', { name: 'Close the sidebar' }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Signals');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('#sidebar iframe').waitFor();
    expect(await focused()).toBe('IFRAME');
  });

  test('an error is explained while it stands in the cell, and no longer', async () => {
    await sheet.type('A1', '=NOBODY_KNOWS_THIS()');
    await sheet.until('A1', '#NAME?');
    await sheet.select('A1');
    expect(await sheet.message()).toContain('does not know');
    await sheet.type('A1', '=HIRINGS(, "location", "Texas")');
    await sheet.until('A1', '#ERROR!');
    await sheet.select('A1');
    expect(await sheet.message()).toContain('#BAD_INPUT');
    // under the pointer it is explained once: the grid has a bubble of its own, in which it says less. Over the selected
    // cell the grid tells of no pointer
    await sheet.select('D8');
    await sheet.point('A1');
    const bubble = page.locator('#cell-note');
    await bubble.getByText('#BAD_INPUT').waitFor();
    expect(await page.locator('[class*="univer-w-[156px]"]').count()).toBe(0);
    await sheet.type('A1', 'fine');
    await sheet.select('A1');
    expect(await sheet.message()).not.toContain('#BAD_INPUT');
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the page’s own parts in %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: /^Test bench/ }).focus();
      await page.keyboard.press('Enter');
      await settled(page);
      for (const part of ['#bar', '#sidebar > header', '#status', '#toasts']) {
        expect(await violations(page, part)).toEqual([]);
      }
      await page.keyboard.press('Escape');
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    },
  );

  test('what is read beside the person’s role is its name', async () => {
    expect(await page.getByLabel('I am', { exact: true }).count()).toBe(1);
  });

  test('a person who is German has a German menu and a German sidebar', async () => {
    const bench = page.getByRole('button', { name: /^Test bench/ });
    await bench.click();
    await page.getByLabel('Language of the person').selectOption('de');
    await page.keyboard.press('Escape');
    await page.reload();
    await untilReady(page);
    const sidebar = await openSidebar(page, 'keyboard', 'Seitenleiste öffnen');
    await sidebar.frame.getByRole('tab', { name: 'Aufträge' }).waitFor();
    await bench.click();
    await page.getByLabel('Language of the person').selectOption('en');
    await page.keyboard.press('Escape');
  });
});
