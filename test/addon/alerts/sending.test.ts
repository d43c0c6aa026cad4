/** What is sent, when and where to: signed, in quiet hours not at all, and never with an address in what is kept or shown. */
import { createHmac } from 'node:crypto';
import { addressOf } from '../../../src/addon/alerts/destinations.js';
import { outboxKey, outboxOf, queued } from '../../../src/addon/alerts/outbox.js';
import { prepared, sendOut } from '../../../src/addon/alerts/send-alerts.js';
import { ALERT_KINDS } from '../../../src/contract/alerts.js';
import { type CannedAnswer, createFakePlatform, type FakeOptions } from '../fake-platform.js';
import { ADDRESSES, keptAlert, recordsOf, withPerson } from './support.js';

function worldOf(settings: Parameters<typeof keptAlert>[1] = {}, options: FakeOptions = {}) {
  const fake = createFakePlatform(options);
  const platform = withPerson(fake);
  const properties = platform.documentProperties!;
  const alert = keptAlert(platform, settings);
  const job = { name: 'My job', alerts: [alert] };
  return {
    fake,
    platform,
    alert,
    answer: (answer: CannedAnswer) => fake.respond(() => answer),
    queue: (count = 2, prefix = 'r') =>
      properties.setAll(queued(properties, [alert], recordsOf(count, prefix))),
    send: () => sendOut(platform, properties, job),
    outbox: () => outboxOf(properties.get(outboxKey(alert.id))),
  };
}

const POSTED = ALERT_KINDS.filter((kind) => kind !== 'mail');

test.each(POSTED)('%s gets one POST of JSON at its address', (kind) => {
  const { fake, queue, send } = worldOf({ kind });
  queue();
  send();
  send();
  expect(fake.requests).toMatchObject([{ method: 'post', url: ADDRESSES[kind] }]);
  const { body = '' } = fake.requests[0]!;
  expect(body).toContain('Company r1');
  expect(body).toContain('https://docs.google.com/spreadsheets/d/spreadsheet-1');
  // plain ASCII: no character set to agree on
  expect(body).toMatch(/^[ -~]*$/);
});

test('a webhook is signed as Standard Webhooks has it, and says all that is known', () => {
  const { fake, platform, alert, queue, send } = worldOf({ kind: 'webhook' });
  queue(7);
  send();
  const { headers, body = '' } = fake.requests[0]!;
  const { secret } = addressOf(platform, alert.id)!;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+={0,2}$/);
  expect(key.length).toBeGreaterThanOrEqual(24);
  expect(key.length).toBeLessThanOrEqual(64);
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  expect(signature).toBe(
    `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  expect(Number(seconds) * 1000).toBe(Date.parse('2026-11-20T10:15:00Z'));
  expect(JSON.parse(body)).toMatchObject({
    type: 'records.new',
    timestamp: '2026-11-20T10:15:00.000Z',
    data: {
      job: 'My job',
      url: 'https://docs.google.com/spreadsheets/d/spreadsheet-1',
      records: recordsOf(5),
      more: 2,
    },
  });
});

test.each(POSTED.filter((kind) => kind !== 'webhook'))('%s gets no signature', (kind) => {
  const { fake, queue, send } = worldOf({ kind });
  queue();
  send();
  expect(fake.requests[0]?.headers).toEqual({});
});

/** A world whose mails are kept; `left` is Google's quota, and `refusal` what it throws instead of sending. */
function mailWorld() {
  const world = worldOf({ kind: 'mail' });
  const { platform, alert } = world;
  const google = { left: 100, refusal: '', sent: [] as string[][] };
  const mail = {
    ...platform.mail,
    remaining: () => google.left,
    send(...one: [string, string, string]) {
      if (google.refusal !== '') throw new Error(google.refusal);
      google.sent.push(one);
    },
  };
  const send = () =>
    sendOut({ ...platform, mail }, platform.documentProperties!, { name: 'My\njob', alerts: [alert] });
  return { ...world, google, send };
}

test('a mail is plain text, sent once', () => {
  const { queue, outbox, google, send } = mailWorld();
  queue(7);
  send();
  send();
  const { sent } = google;
  expect(sent).toEqual([['me@example.com', 'My job: 7 new records', expect.any(String)]]);
  expect(sent[0]?.[2]).toContain('Company r5');
  expect(sent[0]?.[2]).not.toContain('Company r6');
  expect(outbox()).toMatchObject({ failure: '', waiting: [], more: 0, unclear: 0 });
});

test('fact 13: D21 without mails left, in whatever language Google says so, a mail waits for as long as it takes', () => {
  const { queue, outbox, google, send } = mailWorld();
  queue(2);
  google.left = 0;
  google.refusal = 'Dienst an einem Tag zu oft aufgerufen: email.';
  for (let run = 0; run < 5; run++) send();
  expect(outbox()).toMatchObject({ failure: '0 mails left today', unclear: 0, count: 0 });
  Object.assign(google, { left: 100, refusal: '' });
  send();
  expect(google.sent).toHaveLength(1);
  expect(outbox()).toMatchObject({ failure: '', waiting: [], unclear: 0 });
});

test('fact 13: D21 a mail that Google refuses in any words is sent once more', () => {
  for (const refusal of ['Service invoked too many times', 'Invalid email', 'Ungültige Adresse']) {
    const { queue, outbox, google, send } = mailWorld();
    queue(2);
    google.refusal = refusal;
    send();
    expect(outbox()).toMatchObject({ failure: 'no answer', unclear: 0, waiting: recordsOf(2) });
    send();
    expect(outbox()).toMatchObject({ unclear: 2, waiting: [] });
    google.refusal = '';
    send();
    expect(google.sent).toEqual([]);
  }
});

test.each<[string, CannedAnswer, string]>([
  ['a code of Slack', { status: 404, text: 'no_service' }, '404 no_service'],
  ['a page that repeats the address', { status: 404, text: `Cannot POST ${ADDRESSES.slack}` }, '404'],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' } }, '302'],
  ['too many requests', { status: 429 }, '429'],
  ['a name that is not found', { fails: `DNS error: ${ADDRESSES.slack}` }, 'no answer'],
  ['a quota', { fails: 'Service invoked too many times for one day: urlfetch.' }, 'no answer'],
  ['the same in another language', { fails: 'Dienst zu oft aufgerufen' }, 'no answer'],
])('%s: it waits for the next run', (_name, answer, failure) => {
  const world = worldOf();
  world.queue();
  world.answer(answer);
  world.send();
  expect(world.outbox()).toMatchObject({ failure, unclear: 0, count: 0, waiting: recordsOf(2) });
  world.answer({ status: 200, text: 'ok' });
  world.send();
  expect(world.outbox()).toMatchObject({ failure: '', waiting: [], more: 0 });
  expect(world.fake.requests).toHaveLength(2);
});

test.each([
  ['its own host', 'https://script.googleusercontent.com/macros/echo?user_content_key=k', ''],
  ['a sign-in', 'https://accounts.google.com/ServiceLogin', '302'],
  ['a host that only looks like it', 'https://script.googleusercontent.com.example/', '302'],
])(
  'a web app of Apps Script that redirects to %s has run or not, and nothing is sent there',
  (_, location, failure) => {
    const { fake, platform, alert, answer } = worldOf({ kind: 'webhook' });
    const address = 'https://script.google.com/macros/s/AKfycb/exec';
    answer({ status: 302, headers: { location } });
    expect(prepared(platform, 'My job', alert, { address, secret: '' })()).toBe(failure);
    expect(prepared(platform, 'My job', alert, { address: ADDRESSES.webhook, secret: '' })()).toBe('302');
    expect(fake.requests.map(({ url }) => url)).toEqual([address, ADDRESSES.webhook]);
  },
);

test('a copy of the spreadsheet tells nobody', () => {
  const world = worldOf();
  world.queue();
  world.platform.spreadsheet.id = () => 'copy-1';
  world.send();
  expect(world.fake.requests).toEqual([]);
});

test('two jobs with one destination tell a record once', () => {
  const { fake, platform, alert, queue, send } = worldOf();
  queue();
  send();
  const properties = platform.documentProperties!;
  properties.setAll(queued(properties, [keptAlert(platform, { types: [] })], recordsOf(2)));
  sendOut(platform, properties, { name: 'Another', alerts: [alert] });
  expect(fake.requests).toHaveLength(1);
});

test('a test message says that it is one, and what came of it', () => {
  const world = worldOf({ kind: 'webhook' });
  const destination = addressOf(world.platform, world.alert.id)!;
  const test = () => prepared(world.platform, 'My job', world.alert, destination)();
  expect(test()).toBe('');
  expect(JSON.parse(world.fake.requests[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { records: [] },
  });
  world.answer({ status: 410 });
  expect(test()).toBe('410');
  world.answer({ fails: 'Address unavailable: x' });
  expect(test()).toBeUndefined();
  const slack = prepared(world.platform, 'My job', { ...world.alert, kind: 'slack' }, destination);
  slack();
  expect(world.fake.requests.at(-1)?.body).toContain('My job: a test');
});
