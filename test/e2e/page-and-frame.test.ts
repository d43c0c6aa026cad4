/**
 * The frame of a script's page refuses what its policy forbids; sidebar-sections.test.ts sees that the sidebar needs
 * nothing of it. Also tests the focus and the accessibility of the page's own parts.
 */
import type { Frame } from 'playwright-core';
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { settled, violations } from './axe.js';
import { openSidebar } from './sidebar-page.js';

const ELSEWHERE = 'elsewhere.example';
/** The directives that refuse a page's attempts. */
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

describeInBrowser('the page', () => {
  const sandbox = useSandbox();
  const { page } = useSpreadsheet(sandbox);
  const requested: string[] = [];

  beforeAll(async () => {
    await page.route(`**//${ELSEWHERE}/**`, (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: 'window.came = document.URL' });
    });
  });

  let frame: Frame;

  /** Opens a new frame. */
  async function openFrame(): Promise<void> {
    await openSidebar(page, 'mouse');
    const opened = await (await page.locator('#sidebar iframe').elementHandle())?.contentFrame();
    if (!opened) throw new Error('no sidebar');
    frame = opened;
  }
  // the first three tests have one frame, which the last of them leaves without its page
  beforeAll(openFrame);

  test('a page has no storage, cannot navigate away, and opens no dialog of the browser', async () => {
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

  test('resources outside the page are refused', async () => {
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
        // inside a call of the test, Chromium evaluates code despite the policy
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
  });

  test('a link without a target is refused: the frame does not navigate', async () => {
    const refused = page.waitForEvent('console', (message) => message.text().includes("frame-src 'none'"));
    await frame.evaluate((host) => {
      location.href = `https://${host}/page.html`;
    }, ELSEWHERE);
    await refused;
    expect(requested).toEqual([]);
  });

  test('D62 opening the sidebar focuses it, and closing focuses the menu', async () => {
    await page.getByRole('button', { name: 'Close the sidebar' }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Signals');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('#sidebar iframe').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    const inside = page.frameLocator('#sidebar iframe');
    await inside.getByRole('tab', { selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await inside.locator('body:focus-within *:focus').waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in its own parts in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: /^Test bench/ }).focus();
    await page.keyboard.press('Enter');
    await settled(page);
    for (const part of ['#bar', '#sidebar > header', '#status', '#toasts']) {
      expect(await violations(page, part)).toEqual([]);
    }
    await page.keyboard.press('Escape');
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });
});
