/** `npm run dev`: a change of a source is in the running page, and everything that was there still is. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { change, copyProject, openForChanges, runScript, untilCell, write } from '../support/dev-loop.mjs';
import { copyData } from '../support/prepared-data.js';

const ROOT = path.resolve(__dirname, '../..');
const KEPT_CELL = 'F20';

describeInBrowser('npm run dev', () => {
  let project: ReturnType<typeof copyProject>;
  let running: Awaited<ReturnType<typeof runScript>>;
  let page: Page;
  let changes = 0;
  const browser = useBrowser();

  beforeAll(async () => {
    project = copyProject(ROOT, { isBuilt: true });
    await copyData('seeded', path.join(project.folder, 'data/service'));
    running = await runScript(project.folder, 'dev');
    ({ page } = await openSpreadsheet(browser, running.url));
    await openForChanges(page);
    await write(page, KEPT_CELL, 'kept');
  });
  afterAll(async () => {
    await running?.stop();
    project?.remove();
  });

  /** Two changes of a kind: the second one meets what the first one has left. */
  const changeTwice = async (kind: Parameters<typeof change>[1]): Promise<void> => {
    for (const _ of [1, 2]) {
      changes += 1;
      await change({ root: ROOT, folder: project.folder, running, page }, kind, changes);
    }
  };

  test('of the add-on', () => changeTwice('add-on'));

  test('of the sidebar', () => changeTwice('sidebar'));

  test('of the service, which keeps its address, its keys and its credits', () => changeTwice('service'));

  test('of the page, which keeps its cells, and asks the service as before', async () => {
    await changeTwice('page');
    await openForChanges(page);
    await untilCell(page, KEPT_CELL, 'kept');
    await untilCell(page, 'A1', 'Change 2');
  });

  test('of the sandbox itself, which starts again on the same data', async () => {
    await changeTwice('sandbox');
    await openForChanges(page);
    await untilCell(page, KEPT_CELL, 'kept');
  });
});
