/** The key: nothing outside its store contains more than its last four characters. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHost } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { scaledSample } from '../../support/scale.js';
import { useService } from '../../support/service.js';
import { SIDEBAR_CALLS } from '../../support/sidebar-calls.js';
import { createPeople, ROLES } from './people.js';

/** The functions that a cell can call. tools/check-bundle.mjs checks that the built script has no others. */
const ENTRY = readFileSync(path.resolve(__dirname, '../../../src/addon/entry.js'), 'utf8');
const GLOBAL_FUNCTIONS = [...ENTRY.matchAll(/^global\.(\w+) = /gm)].map(([, name]) => name!);

/** Arguments with which a formula or a page might try to get the key. */
const HOSTILE: readonly unknown[] = [
  ...['', 'connection', 'shared-connection', 'apiKey', '__proto__', 'constructor', '=A1'],
  ...[undefined, 0, -1, true, []],
  [['connection', 'apiKey']],
  Array(2).fill(['apiKey', '']),
  {},
  { baseUrl: 'https://evil.example', apiKey: '' },
  { baseUrl: 'https://evil.example' },
  { owner: 'me', dailyCap: 1 },
  { group: 'Key accounts', days: 1, callbackUrl: 'https://evil.example/x', again: true },
  { formula: '=EXPANSIONS(, "limit", 100)' },
  { name: 'x', formula: '=1' },
  { name: 'x', rows: [['=connection']] },
  'x'.repeat(10_000),
];

const FROM_CELL = { mode: 'custom-function', as: 'editor' } as const;
/** All log messages of the script. */
const logged: string[] = [];
let key: string;

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const host = useHost(() => ({
  connection: recorder.connection,
  onLog: (line) => logged.push(JSON.stringify(line)),
}));
const people = createPeople(host);

beforeEach(() => {
  logged.length = 0;
  key = service.apiKey;
});

const ignoreErrors = (run: Promise<unknown>): Promise<string> =>
  run.then(
    (value) => JSON.stringify(value) ?? '',
    ({ message, stack = '' }: Error) => message + stack,
  );

test('every call of the sidebar is a global function of the bundle', () => {
  expect(SIDEBAR_CALLS.length).toBeGreaterThan(30);
  expect(GLOBAL_FUNCTIONS).toEqual(expect.arrayContaining(SIDEBAR_CALLS));
});

test('no global function, called from a cell with any argument, returns the key or changes its store', async () => {
  const before = JSON.stringify(host.properties.entries('user owner@example.com'));
  // the sidebar's calls refuse formulas before they read arguments, as the tests below show
  const others = GLOBAL_FUNCTIONS.filter((name) => !SIDEBAR_CALLS.includes(name as never));
  for (const [index, name] of others.entries()) {
    await Promise.all(
      scaledSample(HOSTILE, 8, index).map(async (argument) => {
        const answer = await ignoreErrors(host.run(name, [argument], FROM_CELL));
        if (answer.includes(key)) throw new Error(`${name}(${JSON.stringify(argument)}) gives the key away`);
      }),
    );
  }
  expect(JSON.stringify(host.properties.entries('user owner@example.com'))).toBe(before);
  expect(JSON.stringify(host.properties.entries('document'))).not.toContain(key);
});

test('no call of the sidebar runs for a formula', async () => {
  const refusal = expect.stringMatching(/^#BAD_INPUT: this works only in the sidebar/);
  for (const name of SIDEBAR_CALLS) {
    const answer = await ignoreErrors(host.run(name, [{}], FROM_CELL));
    expect([name, answer]).toEqual([name, refusal]);
  }
});

test('no call of the sidebar, by any person with any argument, returns more than four characters', async () => {
  const saved = () => host.properties.entries('user owner@example.com')['connection'];
  let connected = saved();
  for (const [turn, role] of ROLES.entries()) {
    for (const [index, name] of SIDEBAR_CALLS.entries()) {
      for (const argument of scaledSample(HOSTILE, 3, index + 100 * turn)) {
        const answer = await ignoreErrors(
          host.run(name, [argument, argument], { mode: 'sidebar', as: role }),
        );
        if (answer.includes(key.slice(0, -4))) throw new Error(`${name} gives the key away to the ${role}`);
      }
      // the owner's calls can remove the key, so save it again
      if (saved() === connected) continue;
      await people.call('owner', 'saveConnection', { baseUrl: recorder.baseUrl, apiKey: key });
      connected = saved();
    }
  }
});

test('after a day of work, the key is only in its store and in requests to its address', async () => {
  const { workbook } = host;
  await people.call('owner', 'addGroup', 'Key accounts').catch(() => undefined);
  workbook.type('A1', '=EXPANSIONS(, "startDate", "-5d", "limit", 5)');
  workbook.type('A20', '=EXPANSIONS(, "startDate", "nonsense")');
  await host.enter('A22', '=TRACKED_COMPANIES("no service has this group")');
  await people.call('owner', 'testConnection');
  await people
    .call('owner', 'listCompanies', 'no such group')
    .catch((error: Error) => logged.push(error.message));
  recorder.fault = () => ({ kind: 'hangUp' });
  await host.enter('A24', '=HIRINGS(, "startDate", "-6d", "limit", 5)');
  recorder.fault = () => undefined;

  const { 'user owner@example.com': store, ...others } = host.properties.save();
  expect(JSON.stringify(store)).toContain(key);
  const places = {
    cells:
      JSON.stringify(workbook.snapshot()) +
      ['A1', 'A20', 'A22', 'A24'].map((cell) => workbook.message(cell)).join(),
    properties: JSON.stringify(others),
    cache: JSON.stringify([...host.cache.entries('document'), ...host.cache.entries('script')]),
    log: logged.join('\n'),
    triggers: JSON.stringify(host.save().triggers),
    addresses: recorder.requests.map(({ path, body }) => path + body).join('\n'),
  };
  expect(workbook.message('A24')).toContain('#SERVICE: the service did not answer');
  expect(Object.entries(places).filter(([, text]) => text.includes(key.slice(4, -4)))).toEqual([]);
});
