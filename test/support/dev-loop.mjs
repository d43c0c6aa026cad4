/**
 * Runs `npm start` and `npm run dev` on a copy of the project, and changes files so that the page shows the
 * change. For the test of the development loop and for its benchmark.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'add-on' | 'sidebar' | 'service' | 'page' | 'sandbox'} Kind */
/** @typedef {{ url: string, serviceUrl: string, stop(): Promise<void> }} Running */

const COPIED = [
  ['LICENSE', 'build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'appsscript.json'],
  ['appsscript.receiver.json', 'src', 'tools'],
].flat();
const BUILT = ['dist', 'out'];
const POLL_MS = 20;
/** Longer than a busy machine needs to build and start the service or the sandbox. */
const PATIENTLY = { withinMs: 60_000, everyMs: POLL_MS };
/** In the tab "Try it", the cell with the formula, and the first row of the service's data. */
const FUNCTION_CELL = 'A1';
const SERVICE_ROW = 10;
/** Types of expansions; each record has one. The new spreadsheet already asks for "Data Centre". */
const TYPES = [
  ['Store', 'Restaurant', 'Factory/Plant', 'Country Expansion', 'HQ', 'Mine', 'Branch/Office', 'Other'],
  ['Oil/Gas Well', 'Research/Lab/Innovation', 'Renewables', 'New Business', 'Fleet', 'Route', 'Education'],
].flat();

/**
 * @param {string} root the project
 * @param {{ isBuilt: boolean }} options isBuilt copies the built files, too
 * @returns {{ folder: string, remove: () => void }}
 */
export function copyProject(root, { isBuilt }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-loop-'));
  for (const name of COPIED) {
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !/node_modules|\.tsbuildinfo$/.test(path.relative(root, file)),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  if (isBuilt) copyBuilt(root, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * @param {string} root
 * @param {string} folder
 */
function copyBuilt(root, folder) {
  for (const name of BUILT) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    execFileSync('cp', ['-pR', path.join(root, name), path.join(folder, name)]);
  }
  execFileSync(process.execPath, ['build.mjs', '--check'], { cwd: folder });
}

/**
 * Runs a script of package.json.
 * @param {string} folder
 * @param {'start' | 'dev'} script
 * @param {(url: string) => void} [onAddress] called as soon as the page's address is known
 * @returns {Promise<Running>} when the service runs
 */
export async function runScript(folder, script, onAddress) {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    env: { ...process.env, PORT: '0', SANDBOX_DATA: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a process group, so that a signal reaches all of it, as Ctrl+C does
    detached: true,
  });
  const group = -(child.pid ?? 0);
  const stop = async () => {
    if (isRunning(group)) process.kill(group, 'SIGINT');
    await eventually(() => !isRunning(group), { everyMs: POLL_MS });
  };
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, address = ''] = /^(Spreadsheet|Service): +(http:\S+)$/.exec(line) ?? [];
    if (name === 'Spreadsheet') {
      url = address;
      onAddress?.(url);
    }
    if (name !== 'Service') continue;
    // discards further output, which would block the process otherwise
    child.stdout.resume();
    return { url, serviceUrl: address, stop };
  }
  throw new Error(`it ended before its service ran: ${errors}`);
}

/** @param {number} group the negative id of a process group */
function isRunning(group) {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** @param {Page} page resolves when its grid accepts input */
export const untilUsable = async (page) => {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
};

/**
 * Opens a formula in an empty tab and the sidebar, where changes show. A change of the page closes both.
 * @param {Page} page
 */
export async function openForChanges(page) {
  await openFormula(page);
  await page.getByRole('button', { name: 'Signals' }).click();
  await page.getByRole('menuitem').first().click();
  await page.locator('#sidebar iframe').waitFor();
}

/**
 * The changes. A number makes each distinguishable from earlier ones of the same kind.
 * @type {Record<Kind, { file: string, edit: (text: string, n: number) => string,
 *   shown: (page: Page, running: Running, n: number) => Promise<void> }>}
 */
const CHANGES = {
  'add-on': {
    file: 'src/addon/entry.js',
    edit: (text, n) =>
      text.replace(/(global\.TRACKED_COMPANIES = function \([^)]*\) \{)/, `$1\n  return 'Change ${n}';`),
    shown: (page, _running, n) => untilCell(page, FUNCTION_CELL, `Change ${n}`),
  },
  sidebar: {
    file: 'src/sidebar/sidebar.tsx',
    edit: (text, n) => `${text}\ndocument.documentElement.dataset['change'] = '${n}';\n`,
    shown: (page, _running, n) =>
      page.frameLocator('#sidebar iframe').locator(`html[data-change="${n}"]`).waitFor(),
  },
  page: {
    file: 'src/sandbox/page/main.ts',
    edit: (text, n) => `${text}\ndocument.documentElement.dataset['change'] = '${n}';\n`,
    async shown(page, _running, n) {
      await page.waitForSelector(`html[data-change="${n}"]`, { state: 'attached' });
      await untilUsable(page);
    },
  },
  sandbox: {
    file: 'src/sandbox/server/page-server.ts',
    edit: (text, n) => text.replace("'X-Frame-Options'", `'X-Change': '${n}', $&`),
    async shown(page, { url }, n) {
      const opened = await page.evaluate(() => performance.timeOrigin);
      await eventually(async () => (await headerOf(url)) === String(n), PATIENTLY);
      await page.waitForFunction((before) => performance.timeOrigin > before, opened);
      await untilUsable(page);
    },
  },
  service: {
    file: 'src/service/serve.ts',
    edit: (text, n) =>
      text.replace(
        'const address = await app.listen(',
        `app.addHook('onSend', async (_request, reply, payload) => {
          reply.header('x-change', '${n}');
          return typeof payload === 'string' ? payload.replaceAll('"name":"', '"name":"Change ${n} ') : payload;
        });
        const address = await app.listen(`,
      ),
    async shown(page, { serviceUrl }, n) {
      // wait for the service, because the add-on would remember a failed request for a minute
      await eventually(async () => (await headerOf(`${serviceUrl}/health`)) === String(n), PATIENTLY);
      // another type for each number: records of an earlier question would be shown as they were stored
      const type = TYPES[n % TYPES.length];
      await write(
        page,
        `A${SERVICE_ROW}`,
        `=EXPANSIONS("type", "${type}", "limit", 1, "columns", "company")`,
      );
      await page.waitForFunction(
        ([range = '', wanted = '']) => {
          const open = window.univerAPI?.getActiveWorkbook()?.getActiveSheet();
          return JSON.stringify(open?.getRange(range).getDisplayValues()).includes(wanted);
        },
        [`A${SERVICE_ROW}:A${SERVICE_ROW + 1}`, `Change ${n} `],
        { polling: POLL_MS },
      );
    },
  },
};

/**
 * Opens the tab and its formula, without the sidebar.
 * @param {Page} page
 */
export async function openFormula(page) {
  await untilUsable(page);
  await page.getByText('Try it', { exact: true }).last().click();
  await write(page, FUNCTION_CELL, '=TRACKED_COMPANIES("Automotive suppliers")');
}

/**
 * Changes a file and waits until the running page shows the change.
 * @param {{ root: string, folder: string, running: Running, page: Page }} loop
 * @param {Kind} kind
 * @param {number} n a number without an earlier change
 * @returns {Promise<number>} milliseconds from the written file to the page
 */
export async function change({ root, folder, running, page }, kind, n) {
  const { file, edit, shown } = CHANGES[kind];
  const original = readFileSync(path.join(root, file), 'utf8');
  const changed = edit(original, n);
  if (changed === original) throw new Error(`${file} has no place for the change`);
  const started = performance.now();
  writeFileSync(path.join(folder, file), changed);
  await shown(page, running, n);
  return performance.now() - started;
}

/**
 * @param {Page} page
 * @param {string} a1
 * @param {string} text a value or a formula
 */
export async function write(page, a1, text) {
  await page.evaluate(
    ([cell = '', value = '']) =>
      void window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(cell).setValue(value),
    [a1, text],
  );
}

/**
 * @param {Page} page
 * @param {string} a1
 * @param {string} wanted
 */
export async function untilCell(page, a1, wanted) {
  await page.waitForFunction(
    ([cell = '', text]) =>
      window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange(cell).getDisplayValue() === text,
    [a1, wanted],
    { polling: POLL_MS },
  );
}

/**
 * @param {string} url
 * @returns {Promise<string | null | undefined>} undefined while no server answers
 */
const headerOf = (url) =>
  fetch(url).then(
    ({ headers }) => headers.get('x-change'),
    () => undefined,
  );
