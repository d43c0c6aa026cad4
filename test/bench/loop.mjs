/**
 * Measures the development loop: `npm start` to an address and to a usable page, a change in the running page,
 * the quick checks.
 *   npm run bench -- loop [rounds]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { change, copyProject, openForChanges, runScript, untilUsable } from '../support/dev-loop.mjs';
import { at } from './service/measure.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium';
const PAGE_TIMEOUT_MS = 120_000;

/** @typedef {import('./main.mjs').Measurement} Measurement */

/** @param {number[]} times */
const median = (times) => at(times, 0.5);

/** @param {string[]} args the number of rounds, of which the median counts */
export async function run([rounds = '3'] = []) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    return [
      ...(await measureStart(browser, Number(rounds))),
      ...(await measureChanges(browser, Number(rounds))),
      await measureScript('typecheck', { atMost: 5, warmUp: true }),
      await measureScript('lint'),
      await measureScript('test:unit', { atMost: 60 }),
    ];
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {number} rounds
 * @returns {Promise<Measurement[]>}
 */
async function measureStart(browser, rounds) {
  const project = copyProject(root, { isBuilt: true });
  try {
    // the first start creates the data for the next ones
    await startOnce(browser, project.folder);
    const built = await repeat(rounds, () => startOnce(browser, project.folder));
    const unbuilt = await repeat(rounds, async () => {
      for (const name of ['dist', 'out', 'data']) {
        rmSync(path.join(project.folder, name), { recursive: true, force: true });
      }
      return startOnce(browser, project.folder);
    });
    return Object.entries({ built, unbuilt }).flatMap(([state, times]) => [
      figure(`npm start, ${state}: to the address`, median(times.map(({ address }) => address)), {
        atMost: 4,
      }),
      figure(`npm start, ${state}: to a page in use`, median(times.map(({ usable }) => usable)), {
        atMost: 6,
      }),
    ]);
  } finally {
    project.remove();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 */
async function startOnce(browser, folder) {
  const page = await openPage(browser);
  const started = performance.now();
  const times = { address: 0, usable: 0 };
  /** @type {Promise<unknown> | undefined} */
  let opened;
  const running = await runScript(folder, 'start', (url) => {
    times.address = performance.now() - started;
    opened = page
      .goto(url)
      .then(() => untilUsable(page))
      .then(() => {
        times.usable = performance.now() - started;
      });
  });
  await opened;
  await page.context().close();
  await running.stop();
  return times;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {number} rounds
 * @returns {Promise<Measurement[]>}
 */
async function measureChanges(browser, rounds) {
  const project = copyProject(root, { isBuilt: true });
  try {
    const running = await runScript(project.folder, 'dev');
    const page = await openPage(browser);
    await page.goto(running.url);
    let n = 0;
    /** @type {Measurement[]} */
    const figures = [];
    for (const kind of /** @type {const} */ (['add-on', 'sidebar', 'service', 'page'])) {
      const times = await repeat(rounds, async () => {
        n += 1;
        // a change of the page closes the sidebar and the tab, where other changes show
        if (kind === 'page' || n === 1) await openForChanges(page);
        return change({ root, folder: project.folder, running, page }, kind, n);
      });
      figures.push(figure(`npm run dev: a change of the ${kind}`, median(times), { atMost: 2 }));
    }
    await running.stop();
    return figures;
  } finally {
    project.remove();
  }
}

/**
 * @param {string} script a script of package.json
 * @param {{ atMost?: number, warmUp?: boolean }} options
 */
async function measureScript(script, { warmUp = false, ...options } = {}) {
  if (warmUp) await runNpm(script);
  return figure(`npm run ${script}${warmUp ? ', warm' : ''}`, await runNpm(script), options);
}

/** @param {string} script */
async function runNpm(script) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}`);
  return performance.now() - started;
}

/** @param {import('playwright-core').Browser} browser */
async function openPage(browser) {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return page;
}

/**
 * @param {string} what
 * @param {number} ms
 * @param {{ atMost?: number }} options
 * @returns {Measurement}
 */
const figure = (what, ms, options) => {
  // print each figure at once, because the bench takes minutes
  console.log(`${what}: ${(ms / 1000).toFixed(2)} s`);
  return { what, value: ms / 1000, unit: 's', ...options };
};

/**
 * @template T
 * @param {number} times
 * @param {() => Promise<T>} action
 */
async function repeat(times, action) {
  /** @type {T[]} */
  const results = [];
  for (let n = 0; n < times; n += 1) results.push(await action());
  return results;
}
