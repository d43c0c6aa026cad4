/** The engine's thread dies: the service ends with a message, as with a full disk, and can be started again. */
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { copyData } from '../support/prepared-data.js';
import { useTempFolders } from '../support/temp-folder.js';
import { usePrograms } from './support/run-service.js';
import { send } from './support/test-service.js';

const startProgram = usePrograms();
const newFolder = useTempFolders();

test.each([
  ['throws an error', 'throw', 'an error of the engine'],
  ['ends', 'exit', 'has ended'],
])('a thread that %s', async (_, how, reason) => {
  const DATA_DIR = await copyData('empty', newFolder());
  const environment = { DATA_DIR, SEED: 'off', DATABASE_URL: '' };
  const file = path.join(DATA_DIR, 'die');
  const service = await startProgram({
    ...environment,
    NODE_OPTIONS: `--require ${path.join(__dirname, 'support/dying-thread.cjs')}`,
    DIE: file,
  });
  let ended: unknown;
  void once(service.process, 'close').then((end) => {
    ended = end;
  });
  await writeFile(file, how);
  expect(await eventually(() => ended)).toEqual([1, null]);
  expect(service.errors()).toMatch(new RegExp(`${reason}.*the service stops`, 's'));
  expect(await readdir(DATA_DIR)).not.toContain('store.lock');
  const again = await startProgram(environment);
  expect((await send(`${again.url}/ready`, { method: 'GET' })).status).toBe(200);
  await again.stop();
});
