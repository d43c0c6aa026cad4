/** The engine's thread dies: the service ends with a message, as with a full disk, and can be started again. */
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { copyData } from '../support/prepared-data.js';
import { usePrograms } from './support/run-service.js';
import { send } from './support/test-service.js';

const startProgram = usePrograms();
let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await copyData('empty');
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

test.each([
  ['throws an error', 'throw', 'an error of the engine'],
  ['ends', 'exit', 'has ended'],
])('a thread that %s', async (_, how, reason) => {
  const file = path.join(dataDirectory, 'die');
  const environment = { DATA_DIR: dataDirectory, SEED: 'off', DATABASE_URL: '' };
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
  expect(await readdir(dataDirectory)).not.toContain('store.lock');
  const again = await startProgram(environment);
  expect((await send(`${again.url}/ready`, { method: 'GET' })).status).toBe(200);
  await again.stop();
});
