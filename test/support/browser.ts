/** Runs tests in this machine's Chromium, if it has one. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { standInFor } from './stand-in.js';

/** The features that Playwright disables. Chromium uses only the last list, which is ours. */
const OFF_BY_PLAYWRIGHT = [
  ['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
].flat();
/** The invisible address bar loads two pages for suggestions per window, half as much work as our page. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process for each opened sidebar; the sidebar's origin is opaque without it, too. */
const SIDEBAR_PROCESS = ['IsolateSandboxedIframes'];
const ARGUMENTS = [
  ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ['--disable-component-update', '--disable-sync', '--disable-quic'],
  [`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR, ...SIDEBAR_PROCESS].join(',')}`],
].flat();
/** Far longer than anything takes on a busy machine. */
const ACTION_TIMEOUT_MS = 60_000;
const DEFAULT_CHROMIUM = '/usr/bin/chromium';
/** The variables of the shared browser, which the global setup sets. */
const SHARED_BROWSER = 'TEST_BROWSER_ADDRESS';
const SHARED_PID = 'TEST_BROWSER_PID';
/** The process that has started the browser. */
const SHARED_OWNER = 'TEST_BROWSER_OWNER';

/** Returns the path of Chromium, or undefined. */
export function findChromium(): string | undefined {
  const file = process.env['CHROMIUM_PATH'] || DEFAULT_CHROMIUM;
  return existsSync(file) ? file : undefined;
}

/** Like `describe`. Without Chromium, one test reports that these tests did not run. */
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

/** The browser that all suites share; the contexts that a suite opens end with it. */
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

/** Starts the shared browser, if the machine has one. */
export async function startSharedBrowser(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) return;
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS });
  process.env[SHARED_BROWSER] = server.wsEndpoint();
  process.env[SHARED_PID] = String(server.process().pid);
  process.env[SHARED_OWNER] = String(process.pid);
}

/** Stops the shared browser, unless an outer run of tests has started it. */
export function stopSharedBrowser(): void {
  const { [SHARED_PID]: pid, [SHARED_OWNER]: owner } = process.env;
  if (pid && owner === String(process.pid)) process.kill(Number(pid));
}

/** Univer's tab bar logs this error if it has not drawn a tab that a script has added. Clicks then open no tab. */
const MISSED_TAB = 'Index out of bounds';

/** Opens the spreadsheet and waits until it can be used. */
export async function openSpreadsheet(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  errors: string[] = [],
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text() !== MISSED_TAB) errors.push(message.text());
  });
  await page.goto(url);
  await untilReady(page);
  return { page, errors };
}

export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
}
