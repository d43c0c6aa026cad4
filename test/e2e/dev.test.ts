/** `npm run dev` loads changes into the running page, which keeps its state. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from '../support/browser.js';
import {
  change,
  copyProject,
  openForChanges,
  openFormula,
  runScript,
  untilCell,
  write,
} from '../support/dev-loop.mjs';
import { copyData } from '../support/prepared-data.js';
import { scaled } from '../support/scale.js';

const ROOT = path.resolve(__dirname, '../..');
const KEPT_CELL = 'F20';
/** For builds and restarts on a busy machine. */
const TIMEOUT_MS = 60_000;
const TIMES = scaled(1, 2);

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

describeInBrowser('npm run dev', () => {
  let project: ReturnType<typeof copyProject>;
  let running: Awaited<ReturnType<typeof runScript>>;
  let page: Page;
  let changes = 0;
  /** The cell's text after a change of the add-on. */
  let shown = '';
  const browser = useBrowser();

  beforeAll(async () => {
    project = copyProject(ROOT, { isBuilt: true });
    await copyData('seeded', path.join(project.folder, 'data/service'));
    running = await runScript(project.folder, 'dev');
    page = await openPage(browser);
    await page.goto(running.url);
    await openForChanges(page);
    await write(page, KEPT_CELL, 'kept');
  });
  afterAll(async () => {
    await running?.stop();
    project?.remove();
  });

  const changeOnce = async (kind: Parameters<typeof change>[1]): Promise<void> => {
    changes += 1;
    await change({ root: ROOT, folder: project.folder, running, page }, kind, changes);
  };
  /** At full scale, makes two changes of a kind: the second meets the state that the first has left. */
  const changeEach = async (kind: Parameters<typeof change>[1]): Promise<void> => {
    for (let time = 0; time < TIMES; time++) await changeOnce(kind);
  };

  test('loads changes of the add-on and the sidebar; an add-on that does not compile is not loaded', async () => {
    await changeOnce('add-on');
    const file = path.join(project.folder, 'src/addon/app.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}\nconst = ;\n`);
    await changeEach('sidebar');
    await untilCell(page, 'A1', 'Change 1');
    writeFileSync(file, text);
    await changeEach('add-on');
    shown = `Change ${changes}`;
  });

  test('loads a change of the service, which keeps its address, keys and credits', () =>
    changeEach('service'));

  test('loads a change of the page, which keeps its cells and can still query the service', async () => {
    await changeEach('page');
    await openFormula(page);
    await untilCell(page, KEPT_CELL, 'kept');
    await untilCell(page, 'A1', shown);
  });

  test('restarts the sandbox after a change of it, with the same data', async () => {
    await changeEach('sandbox');
    await openForChanges(page);
    await untilCell(page, KEPT_CELL, 'kept');
  });
});
