/** Connect: saved, refused and shown connections. */
import { useHost, useHosts } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { useService } from '../../support/service.js';
import { createPeople } from './people.js';

const KEY = 'key_test_0123456789_abcd';
const NONE = { baseUrl: '', hasKey: false, keyEnding: '' };
const SAVED = { baseUrl: 'https://signals.example', apiKey: KEY };
const SHOWN = { baseUrl: SAVED.baseUrl, hasKey: true, keyEnding: 'abcd' };

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const startHost = useHosts();
const host = useHost();
const people = createPeople(host);

const keysSent = () => [...new Set(recorder.requests.map(({ headers }) => headers['x-api-key']))];

test('a new spreadsheet has no connection and says so', async () => {
  const state = await people.call('owner', 'sidebarState');
  expect(state).toMatchObject({ ...NONE, formulaKey: 'unknown', health: ['no-key'] });
});

test('a saved connection shows its address and the last four characters of its key, and only to its person', async () => {
  const state = await people.save('owner', { baseUrl: 'https://Signals.Example/data/', apiKey: ` ${KEY} ` });
  const baseUrl = 'https://signals.example/data';
  expect(state).toMatchObject({ baseUrl, hasKey: true, keyEnding: 'abcd', health: [] });
  expect(JSON.stringify(state)).not.toContain(KEY.slice(0, -4));
  expect(await people.call('editor', 'sidebarState')).toMatchObject(NONE);
});

test('the same address in another spelling keeps the key if the new one is empty', async () => {
  await people.save('owner', { baseUrl: recorder.baseUrl, apiKey: KEY });
  const baseUrl = `${recorder.baseUrl.toUpperCase()}//`;
  await people.save('owner', { baseUrl, apiKey: '' });
  await people.call('owner', 'testConnection');
  expect(keysSent()).toEqual([KEY]);
});

test('a changed address never gets the old key', async () => {
  await people.save('owner', SAVED);
  const { baseUrl } = recorder;
  const withoutKey = [{ baseUrl, apiKey: '' }, { baseUrl }];
  await people.refuses('saveConnection', /^#BAD_INPUT: the API key/, withoutKey);
  expect(await people.call('owner', 'sidebarState')).toMatchObject(SHOWN);
  await people.save('owner', { baseUrl, apiKey: 'another-key-0000' });
  await people.call('owner', 'testConnection');
  await people.formula();
  expect(keysSent()).toEqual(['another-key-0000']);
});

test('an unusable address is refused, and the saved connection stays', async () => {
  await people.save('owner', SAVED);
  const wrong = [
    ['', 'signals.example', 'http://signals.example', 'ftp://signals.example'],
    ['https://user:secret@signals.example', 'https://signals.example?key=1', 'https://signals.example#x'],
    ['https://signals', 'https://signals.example:99999999', 'javascript:alert(1)'],
    ['https://signals.example/ x', `https://signals.example/${'a'.repeat(300)}`],
    ['http://127.0.0.1.evil.example', 'http://localhost.evil.example', 7, null],
  ].flat();
  const given = wrong.map((baseUrl) => ({ baseUrl, apiKey: KEY }));
  await people.refuses('saveConnection', /^#BAD_INPUT: the address must be https/, given);
  expect(await people.call('owner', 'sidebarState')).toMatchObject(SHOWN);
});

test('a key that cannot be sent, or input that is no connection, is refused, and nothing is saved', async () => {
  const long = 'x'.repeat(513);
  const wrong = ['', 'short', 'two words here', 'sch\u00f6n-0123456789', long, 'line\nbreak-0123', undefined];
  const message =
    /^#BAD_INPUT: the API key must be 8 to 512 ASCII characters without spaces; paste it again$/;
  const given = wrong.map((apiKey) => ({ ...SAVED, apiKey }));
  await people.refuses('saveConnection', message, given);
  await people.refuses('saveConnection', /^#BAD_INPUT/, [undefined, null, 'text', 7, [], {}]);
  expect(await people.call('owner', 'sidebarState')).toMatchObject({ hasKey: false });
});

test('the test costs nothing and sends one request', async () => {
  const apiKey = await service.createKey(10);
  await people.save('owner', { baseUrl: recorder.baseUrl, apiKey });
  const { outcome } = await people.call('owner', 'testConnection');
  expect(outcome).toEqual({ kind: 'tested' });
  expect(recorder.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/tracked-companies/connection%20test',
  ]);
});

test('the test distinguishes a refused key, a wrong address and no answer', async () => {
  const messageOf = async (baseUrl: string) => {
    await people.save('owner', { baseUrl, apiKey: KEY });
    const { outcome } = await people.call('owner', 'testConnection');
    return (outcome?.kind === 'tested' && outcome.failure?.message) || 'no failure';
  };
  expect(await messageOf(recorder.baseUrl)).toMatch(/^#BAD_KEY: /);
  expect(await messageOf(`${recorder.baseUrl}/elsewhere`)).toMatch(
    /^#SERVICE: there is no signals service at this address/,
  );
  expect(await messageOf('http://127.0.0.1:9')).toMatch(/^#SERVICE: the service did not answer/);
});

test('Health shows a refused key until another one is saved', async () => {
  const healthOf = async (apiKey: string) => {
    await people.save('owner', { baseUrl: recorder.baseUrl, apiKey });
    await host.enter('D1', `=HIRINGS(, "startDate", "-2d", "limit", ${apiKey.length})`);
    return (await people.call('owner', 'sidebarState')).health;
  };
  expect(await healthOf(KEY)).toContain('key-refused');
  expect(await healthOf(await service.createKey(10))).not.toContain('key-refused');
});

test('a damaged connection counts as none', async () => {
  const stored = { 'user owner@example.com': { connection: '{"baseUrl":"https://signals.example"' } };
  const other = await startHost({ stored: { properties: stored } });
  expect(await createPeople(other).call('owner', 'sidebarState')).toMatchObject({ hasKey: false });
});
