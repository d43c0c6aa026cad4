/** Sending of alerts: signed, not in quiet hours, and never with an address in stored or shown texts. */
import { outboxKey, outboxOf, valuesToQueue } from '../../../src/addon/alerts/outbox.js';
import { prepareMessage, sendAlerts } from '../../../src/addon/alerts/send-alerts.js';
import { ALERT_KINDS } from '../../../src/contract/alerts.js';
import { type CannedAnswer, createFakePlatform } from '../fake-platform.js';
import { ADDRESSES, keptAlert, recordsOf, withPerson } from './support.js';

function worldOf(settings: Parameters<typeof keptAlert>[1] = {}) {
  const fake = createFakePlatform();
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
      properties.setAll(valuesToQueue(properties, [alert], recordsOf(count, prefix))),
    send: () => sendAlerts(platform, properties, job),
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
  // plain ASCII, so the character set does not matter
  expect(body).toMatch(/^[ -~]*$/);
  // only a webhook gets a signature
  if (kind !== 'webhook') expect(fake.requests[0]?.headers).toEqual({});
});

test('a mail is plain text, sent once', () => {
  const { platform, alert, queue, outbox } = worldOf({ kind: 'mail' });
  const sent: string[][] = [];
  const mail = { ...platform.mail, remaining: () => 100, send: (...one: string[]) => void sent.push(one) };
  queue(7);
  const job = { name: 'My\njob', alerts: [alert] };
  for (const _time of [1, 2]) sendAlerts({ ...platform, mail }, platform.documentProperties!, job);
  expect(sent).toEqual([['me@example.com', 'My job: 7 new records', expect.any(String)]]);
  expect(sent[0]?.[2]).toContain('Company r5');
  expect(sent[0]?.[2]).not.toContain('Company r6');
  expect(outbox()).toMatchObject({ failure: '', waiting: [], more: 0, unclear: 0 });
});

test.each<[string, CannedAnswer, string]>([
  ['a code of Slack', { status: 404, text: 'no_service' }, '404 no_service'],
  ['a page that repeats the address', { status: 404, text: `Cannot POST ${ADDRESSES.slack}` }, '404'],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' } }, '302'],
  ['too many requests', { status: 429 }, '429'],
  ['a name that is not found', { fails: `DNS error: ${ADDRESSES.slack}` }, 'noAnswer'],
  ['a quota', { fails: 'Service invoked too many times for one day: urlfetch.' }, 'noAnswer'],
  ['a quota in another language', { fails: 'Dienst zu oft aufgerufen' }, 'noAnswer'],
])('%s: the message waits for the next run', (_name, answer, failure) => {
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
  'a redirect of an Apps Script web app to %s counts as success or not, and is not followed',
  (_, location, failure) => {
    const { fake, platform, alert, answer } = worldOf({ kind: 'webhook' });
    const address = 'https://script.google.com/macros/s/AKfycb/exec';
    answer({ status: 302, headers: { location } });
    expect(prepareMessage(platform, 'My job', alert, { address, secret: '' })()).toBe(failure);
    expect(prepareMessage(platform, 'My job', alert, { address: ADDRESSES.webhook, secret: '' })()).toBe(
      '302',
    );
    expect(fake.requests.map(({ url }) => url)).toEqual([address, ADDRESSES.webhook]);
  },
);

test('no message begins after the deadline; what is left is sent by the next run', () => {
  const { fake, platform, alert, outbox } = worldOf();
  const properties = platform.documentProperties!;
  const alerts = [keptAlert(platform, { kind: 'chat' }), alert];
  properties.setAll(valuesToQueue(properties, alerts, recordsOf(2)));
  fake.respond(() => ({ takesMs: 5_000 }));
  const job = { name: 'My job', alerts };
  sendAlerts(platform, properties, job, platform.clock.now() + 4_000);
  expect(fake.requests.map(({ url }) => url)).toEqual([ADDRESSES.chat]);
  expect(outbox()).toMatchObject({ failure: '', unclear: 0, count: 0, waiting: recordsOf(2) });
  sendAlerts(platform, properties, job);
  expect(fake.requests.map(({ url }) => url)).toEqual([ADDRESSES.chat, ADDRESSES.slack]);
});

test('a copy of the spreadsheet sends no alerts', () => {
  const world = worldOf();
  world.queue();
  world.platform.spreadsheet.id = () => 'copy-1';
  world.send();
  expect(world.fake.requests).toEqual([]);
});

test('two jobs with one destination report a record once', () => {
  const { fake, platform, alert, queue, send } = worldOf();
  queue();
  send();
  const properties = platform.documentProperties!;
  properties.setAll(valuesToQueue(properties, [keptAlert(platform, { types: [] })], recordsOf(2)));
  sendAlerts(platform, properties, { name: 'Another', alerts: [alert] });
  expect(fake.requests).toHaveLength(1);
});
