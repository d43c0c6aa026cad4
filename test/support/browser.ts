/** Tests in a real browser: the Chromium of this machine, where there is one. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { standInFor } from './stand-in.js';

/** What Playwright switches off: Chromium heeds only the last list of features, and ours would replace it. */
const OFF_BY_PLAYWRIGHT = [
  ['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
].flat();
/** The address bar of each window, which no one sees here, loads two pages for its suggestions: half as much work as ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process of its own for each opened sidebar; its origin is its own without one too. */
const SIDEBAR_PROCESS = ['IsolateSandboxedIframes'];
const ARGUMENTS = [
  ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ['--disable-component-update', '--disable-sync', '--disable-quic'],
  [`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...SIDEBAR_PROCESS].join(',')}`],
].flat();
/** Far longer than anything takes on a busy machine. */
const ACTION_TIMEOUT_MS = 60_000;
const DEFAULT_CHROMIUM = '/usr/bin/chromium';
/** Where the browser of all suites is, set by the hook before them. */
const SHARED_BROWSER = 'TEST_BROWSER_ADDRESS';
const SHARED_PID = 'TEST_BROWSER_PID';
/** The process that has started it. */
const SHARED_OWNER = 'TEST_BROWSER_OWNER';

/** The path of Chromium; undefined where none is. */
export function findChromium(): string | undefined {
  const file = process.env['CHROMIUM_PATH'] || DEFAULT_CHROMIUM;
  return existsSync(file) ? file : undefined;
}

/** Like `describe`; without Chromium one line says that these tests were not run. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (findChromium()) {
    describe(name, tests);
    return;
  }
  test(`${name}: not run without Chromium`, () => {
    process.stderr.write(
      `browser tests not run: no Chromium at ${process.env['CHROMIUM_PATH'] || DEFAULT_CHROMIUM} (${name})\n`,
    );
    expect(findChromium()).toBeUndefined();
  });
}

/** The browser of all suites, each with contexts of its own, which end with the suite. */
export function useBrowser(): Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const { [SHARED_BROWSER]: address } = process.env;
    if (!address) throw new Error('this project has no setup that starts a browser');
    browser = await chromium.connect(address);
  });
  afterAll(() => browser?.close());
  return standInFor('browser', () => browser);
}

/** Starts the browser of all suites, where there is one.  */
export async function startSharedBrowser(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) return;
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS });
  process.env[SHARED_BROWSER] = server.wsEndpoint();
  process.env[SHARED_PID] = String(server.process().pid);
  process.env[SHARED_OWNER] = String(process.pid);
}

/** Ends the browser of all suites, unless it is that of a run of tests that this one is part of. */
export function stopSharedBrowser(): void {
  const { [SHARED_PID]: pid, [SHARED_OWNER]: owner } = process.env;
  if (pid && owner === String(process.pid)) process.kill(Number(pid));
}

export interface OpenPage {
  readonly page: Page;
  /** Errors that the page has had. */
  readonly errors: readonly string[];
}

/** Opens the spreadsheet and waits until it can be used. */
export async function openSpreadsheet(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  errors: string[] = [],
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  await untilReady(page);
  return { page, errors };
}

export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
}
