/** Google's daily quotas, through a script: per person, in all spreadsheets. */
import { USERS } from '../../../src/sandbox/bridge/modes.js';
import type { Host } from '../../../src/sandbox/host/host.js';
import type { Counter } from '../../../src/sandbox/services/quotas.js';
import { useHost, useHosts } from '../../support/host.js';
import { useHttpServer } from '../../support/http-server.js';

const CODE = `
const store = () => PropertiesService.getScriptProperties();
function read(key) { return store().getProperty(key); }
function readAll() { return store().getProperties(); }
function write(values) { store().setProperties(values); }
function remove(key) { store().deleteProperty(key); }
function removeAll() { store().setProperties({}, true); }
function fetch(url) { return UrlFetchApp.fetch(url).getResponseCode(); }
function fetchAll(url, count) { return UrlFetchApp.fetchAll(Array(count).fill({ url: url })).length; }
function send(recipients) { MailApp.sendEmail(recipients, '', ''); }
function remaining() { return MailApp.getRemainingDailyQuota(); }
`;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const OWNER = USERS.owner.email;
const SPENT = 'Service invoked too many times for one day: properties.';

const startHost = useHosts();
const host = useHost({ code: CODE });

/** Counts an amount as used. */
const use = (host: Host, counter: Counter, amount: number) => host.quotas.add(OWNER, counter, amount);

test('reads and written keys of properties share one limit, and the error has Google’s message', async () => {
  use(host, 'properties', 49_995);
  await host.run('read', ['a']);
  await host.run('readAll');
  await host.run('write', [{ a: 1, b: 2 }]);
  await host.run('remove', ['a']);
  expect(host.quotas.left(OWNER, 'properties')).toBe(0);
  await expect(host.run('read', ['a'])).rejects.toMatchObject({ errorName: 'Exception', message: SPENT });
  for (const [name, ...args] of [['readAll'], ['write', { a: 2 }], ['remove', 'a'], ['removeAll']] as const)
    await expect(host.run(name, args)).rejects.toThrow(SPENT);
  expect(host.properties.entries('script')).toEqual({ b: '2' });
});

test('a write that exceeds the quota with one of its keys writes none', async () => {
  use(host, 'properties', 49_998);
  await expect(host.run('write', [{ a: 1, b: 2, c: 3 }])).rejects.toThrow(SPENT);
  expect(host.properties.entries('script')).toEqual({});
});

test('a quota is reset 24 hours after its first use', async () => {
  use(host, 'properties', 30_000);
  host.clock.advance(12 * HOUR_MS);
  use(host, 'properties', 20_000);
  host.clock.advance(12 * HOUR_MS - MINUTE_MS);
  await expect(host.run('read', ['a'])).rejects.toThrow('for one day');
  host.clock.advance(MINUTE_MS);
  await host.run('read', ['a']);
  expect(host.quotas.left(OWNER, 'properties')).toBe(49_999);
});

test('each person has their own quotas for all spreadsheets together', async () => {
  const first = await startHost({ code: CODE });
  const second = await startHost({ code: CODE, shared: first.shared, documentId: 'second' });
  use(first, 'properties', 50_000);
  await expect(second.run('read', ['a'])).rejects.toThrow('for one day');
  await first.run('read', ['a'], { as: 'editor' });
  expect(second.quotas.left(USERS.editor.email, 'properties')).toBe(49_999);
});

describe('requests', () => {
  const server = useHttpServer((_incoming, outgoing) => void outgoing.end('ok'));

  test('each request of fetchAll counts, and none is sent over the limit', async () => {
    use(host, 'urlfetch', 19_997);
    await host.run('fetch', [server.url]);
    await expect(host.run('fetchAll', [server.url, 3])).rejects.toThrow(
      'Service invoked too many times for one day: urlfetch.',
    );
    expect(host.traffic.requests).toBe(1);
    await host.run('fetchAll', [server.url, 2]);
    await expect(host.run('fetch', [server.url])).rejects.toThrow('one day: urlfetch.');
  });
});

test('each recipient of a mail counts; a mail to an invalid address counts nothing', async () => {
  await host.run('send', ['a@x.example,b@x.example, c@x.example']);
  expect(await host.run('remaining')).toBe(97);
  await expect(host.run('send', ['a@x.example, b'])).rejects.toThrow('Invalid email: b');
  use(host, 'email', 96);
  await expect(host.run('send', ['a@x.example,b@x.example'])).rejects.toThrow('one day: email.');
  expect(host.mails).toHaveLength(1);
});
