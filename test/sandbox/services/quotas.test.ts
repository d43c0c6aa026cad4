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
function send(recipients, subject = '', body = '') { MailApp.sendEmail(recipients, subject, body); }
function remaining() { return MailApp.getRemainingDailyQuota(); }
function hourly() { ScriptApp.newTrigger('work').timeBased().everyHours(1).create(); }
function work() { store().setProperty('works', '1'); UrlFetchApp.fetch(store().getProperty('url')); store().setProperty('worked', '1'); }
`;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const OWNER = USERS.owner.email;

const startHost = useHosts();
const host = useHost({ code: CODE });

const useOf = (host: Host, counter: Counter) => host.quotas.of(OWNER)[counter];
/** Counts an amount as used. */
const use = (host: Host, counter: Counter, amount: number) => host.quotas.add(OWNER, counter, amount);

describe('properties', () => {
  test('reads and writes share one limit, and the error has Google’s message', async () => {
    use(host, 'propertyReads', 49_997);
    await host.run('read', ['a']);
    await host.run('write', [{ a: 1 }]);
    expect(useOf(host, 'propertyReads')).toEqual({ used: 49_998, limit: 50_000, left: 1 });
    expect(useOf(host, 'propertyWrites')).toEqual({ used: 1, limit: 50_000, left: 1 });
    await host.run('remove', ['a']);
    await expect(host.run('read', ['a'])).rejects.toThrow(
      'Service invoked too many times for one day: graphite property reads.',
    );
    await expect(host.run('write', [{ a: 2 }])).rejects.toMatchObject({
      errorName: 'Exception',
      message: 'Service invoked too many times for one day: graphite property writes.',
    });
    for (const [name, ...args] of [['readAll'], ['remove', 'a'], ['removeAll']] as const)
      await expect(host.run(name, args)).rejects.toThrow('too many times for one day');
    expect(host.properties.entries('script')).toEqual({});
  });

  test.each([
    ['calls', 1, 1],
    ['written keys', 1, 3],
    ['keys', 3, 3],
  ] as const)('with a switch, Google counts %s', async (propertyCount, reads, writes) => {
    const host = await startHost({ code: CODE, switches: { propertyCount } });
    await host.run('write', [{ a: 1, b: 2, c: 3 }]);
    await host.run('readAll');
    expect([useOf(host, 'propertyReads').used, useOf(host, 'propertyWrites').used]).toEqual([reads, writes]);
  });

  test('a write that exceeds the quota with one of its keys writes none', async () => {
    use(host, 'propertyWrites', 49_998);
    await expect(host.run('write', [{ a: 1, b: 2, c: 3 }])).rejects.toThrow('property writes');
    expect(host.properties.entries('script')).toEqual({});
  });

  test('a Workspace account has ten times the quota', async () => {
    const host = await startHost({ code: CODE, switches: { account: 'workspace' } });
    use(host, 'propertyReads', 50_000);
    await host.run('read', ['a']);
    expect(useOf(host, 'propertyReads').left).toBe(449_999);
  });
});

test('a quota is reset 24 hours after its first use', async () => {
  use(host, 'propertyReads', 30_000);
  host.clock.advance(12 * HOUR_MS);
  use(host, 'propertyReads', 20_000);
  host.clock.advance(12 * HOUR_MS - MINUTE_MS);
  await expect(host.run('read', ['a'])).rejects.toThrow('for one day');
  host.clock.advance(MINUTE_MS);
  await host.run('read', ['a']);
  expect(useOf(host, 'propertyReads').used).toBe(1);
});

test('each person has their own quotas for all spreadsheets together', async () => {
  const first = await startHost({ code: CODE });
  const second = await startHost({ code: CODE, shared: first.shared, documentId: 'second' });
  use(first, 'propertyReads', 50_000);
  await expect(second.run('read', ['a'])).rejects.toThrow('for one day');
  await first.run('read', ['a'], { as: 'editor' });
  expect(second.quotas.of(USERS.editor.email).propertyReads.used).toBe(1);
});

describe('requests and mails', () => {
  let onRequest = () => undefined as unknown;
  const server = useHttpServer((_incoming, outgoing) => {
    onRequest();
    outgoing.end('ok');
  });
  beforeEach(() => {
    onRequest = () => undefined;
  });

  test('each request of fetchAll counts, and none is sent over the limit', async () => {
    use(host, 'fetches', 19_997);
    await host.run('fetch', [server.url]);
    await expect(host.run('fetchAll', [server.url, 3])).rejects.toThrow(
      'Service invoked too many times for one day: urlfetch.',
    );
    expect(host.urlFetch.traffic().requests).toBe(1);
    await host.run('fetchAll', [server.url, 2]);
    await expect(host.run('fetch', [server.url])).rejects.toThrow('one day: urlfetch.');
  });

  test('each recipient of a mail counts', async () => {
    await host.run('send', ['a@x.example,b@x.example, c@x.example']);
    expect(await host.run('remaining')).toBe(97);
    use(host, 'recipients', 96);
    await expect(host.run('send', ['a@x.example,b@x.example'])).rejects.toThrow('one day: email.');
    expect(host.mails.sent()).toHaveLength(1);
    host.switches.account = 'workspace';
    expect(await host.run('remaining')).toBe(1_401);
  });

  test.each([
    ['Failed to send email: no recipient', ' '],
    ['Invalid email: b', 'a@x.example, b'],
    ['Limit Exceeded: Email Recipients Per Message.', Array(51).fill('a@x.example').join()],
    ['Argument too large: subject', 'a@x.example', 's'.repeat(251)],
    ['Limit Exceeded: Email Body Size.', 'a@x.example', 's', 'é'.repeat(100_001)],
  ])('a mail that Google refuses counts nothing: %s', async (message, ...mail) => {
    await expect(host.run('send', mail)).rejects.toThrow(message);
    expect(await host.run('remaining')).toBe(100);
    expect(host.mails.sent()).toEqual([]);
  });

  test('a trigger’s time counts while it runs, and no call succeeds over the limit', async () => {
    await host.run('write', [{ url: server.url }]);
    await host.run('hourly');
    host.clock.advance(HOUR_MS);
    onRequest = () => host.clock.advance(4 * MINUTE_MS);
    await host.runDueTriggers();
    expect(host.properties.entries('script')['worked']).toBe('1');
    const { used, limit } = useOf(host, 'triggerMs');
    expect([Math.round(used / MINUTE_MS), limit]).toEqual([4, 90 * MINUTE_MS]);

    await host.run('remove', ['worked']);
    use(host, 'triggerMs', limit - used - 3 * MINUTE_MS);
    host.clock.advance(HOUR_MS);
    await host.runDueTriggers();
    expect(host.executions.records().at(-1)?.error).toBe('Service using too much computer time for one day');
    expect(host.properties.entries('script')['worked']).toBeUndefined();
    await host.run('remove', ['works']);

    // a trigger does not start either
    host.clock.advance(HOUR_MS);
    await host.runDueTriggers();
    expect(host.executions.records().at(-1)).toMatchObject({
      error: 'Service using too much computer time for one day',
      calls: [],
    });
    await host.run('work');
    expect(host.properties.entries('script')['worked']).toBe('1');
  });

  test('a trigger counts no longer than its time limit', async () => {
    await host.run('write', [{ url: server.url }]);
    await host.run('hourly');
    host.clock.advance(HOUR_MS);
    onRequest = () => host.clock.advance(HOUR_MS);
    await host.runDueTriggers();
    expect(useOf(host, 'triggerMs').used).toBe(6 * MINUTE_MS);
  });
});
