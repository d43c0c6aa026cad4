/** News pushes: once, to the given address, with the whole answer; a repetition needs a confirmation. */
import { useHost } from '../../support/host.js';
import { useHttpServer } from '../../support/http-server.js';
import { useRecorder } from '../../support/recorder.js';
import { scaledPoints } from '../../support/scale.js';
import { useService } from '../../support/service.js';
import { pushOf } from '../jobs-spreadsheet.js';
import { createPeople } from './people.js';

/** A group of the sample data. */
const group = 'Key accounts';
const ANSWER = '<b>thanks</b> "both" \u202e';

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);
let received: unknown[];
let callbackUrl: string;

const receiver = useHttpServer(async (incoming, outgoing) => {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  received.push(JSON.parse(body));
  outgoing.setHeader('content-type', 'text/plain; charset=utf-8');
  outgoing.end(ANSWER);
});
beforeAll(() => {
  callbackUrl = `${receiver.url}/news?token=secret`;
});
beforeEach(() => {
  received = [];
});

const push = (change: object = {}) =>
  people.call('owner', 'pushNews', { group, days: 3, callbackUrl, again: false, ...change });

test('a group’s news reaches the address once, and its answer is shown unchanged', async () => {
  const { outcome, pushes, callbacks } = await push();
  expect(outcome).toEqual({ kind: 'pushed', group, days: 3, response: ANSWER });
  expect(received).toEqual([expect.objectContaining({ group })]);
  const headers = { 'callback-url': callbackUrl, 'x-api-key': service.apiKey };
  const path = `/api/v1/push-news/${encodeURIComponent(group)}/3`;
  expect(recorder.requests).toMatchObject([{ method: 'POST', path, headers }]);
  const shown = callbackUrl.replace('token=secret', '…cret');
  const pushed = { group, days: 3, callbackUrl: shown, result: 'answered' };
  expect(pushes).toEqual([{ at: expect.any(Number), ...pushed }]);
  expect(callbacks).toEqual({ [group]: shown });
});

test('the shown part of a secret address stands for it, also in a job; that of an unknown address is refused', async () => {
  const { callbacks } = await push();
  const shown = callbacks[group];
  await push({ callbackUrl: shown, days: 2 });
  expect(recorder.requests.map(({ headers }) => headers['callback-url'])).toEqual([callbackUrl, callbackUrl]);
  const again = await push({ callbackUrl: shown });
  expect(again.outcome).toMatchObject({ kind: 'pushed-already', push: { callbackUrl: shown } });
  const job = pushOf({ group, callbackUrl: shown! });
  const { jobs, outcome } = await people.call('owner', 'saveJob', job);
  expect(jobs[0]?.push?.callbackUrl).toBe(shown);
  const stored = JSON.stringify(host.properties.save());
  expect(stored).toContain('token=secret');
  expect(JSON.stringify([again, jobs, outcome])).not.toContain('token=secret');
  const other = { group, days: 1, callbackUrl: 'https://receiver.example/?…cret' };
  expect(await people.refusal('owner', 'pushNews', other)).toMatch(/^#BAD_INPUT/);
});

test('the same push on the same day asks first', async () => {
  await push();
  const { outcome } = await push();
  expect(outcome).toMatchObject({ kind: 'pushed-already', push: { group, days: 3, result: 'answered' } });
  expect(received).toHaveLength(1);
  expect((await push({ again: true })).outcome).toMatchObject({ kind: 'pushed' });
  expect(received).toHaveLength(2);
});

test('other days, another address or another date are another push', async () => {
  await push();
  expect((await push({ days: 2 })).outcome?.kind).toBe('pushed');
  expect((await push({ callbackUrl: `${callbackUrl}2` })).outcome?.kind).toBe('pushed');
  host.clock.advance(86_400_000);
  expect((await push()).outcome?.kind).toBe('pushed');
});

test('a refused push can be repeated without a question', async () => {
  const body = JSON.stringify({ status: '400', code: 'BAD_INPUT', message: 'DAYS is wrong' });
  recorder.fault = () => ({ kind: 'status', status: 400, body });
  expect(await people.refusal('owner', 'pushNews', { group, days: 3, callbackUrl })).toMatch(/^#BAD_INPUT/);
  recorder.fault = () => undefined;
  const { outcome, pushes } = await push();
  expect(outcome?.kind).toBe('pushed');
  expect(pushes.map(({ result }) => result)).toEqual(['answered', 'failed']);
});

test('a push that may have arrived is only repeated after a confirmation', async () => {
  recorder.fault = () => ({ kind: 'hangUp', reached: true });
  await people.refusal('owner', 'pushNews', { group, days: 3, callbackUrl });
  recorder.fault = () => undefined;
  expect((await push()).outcome).toMatchObject({ kind: 'pushed-already', push: { result: 'unknown' } });
  expect(received).toHaveLength(1);
});

test('a push of a killed execution is only repeated after a confirmation', async () => {
  // each time a day later, killed after another service call; the receiver counts the requests
  const args = [{ group, days: 1, callbackUrl, again: false }];
  const press = async (options: object) => {
    host.clock.advance(86_400_000);
    received = [];
    return host.run('pushNews', args, { mode: 'sidebar', ...options });
  };
  host.executions.clearRecords();
  await press({});
  const calls = host.executions.records()[0]!.calls.length;
  // the writes around the request are near the end
  for (const call of scaledPoints(calls - 1, 5, [calls - 3, calls - 2, calls - 1])) {
    await press({ killAfterCalls: call }).catch(() => undefined);
    await host.run('pushNews', args, { mode: 'sidebar' });
    expect(received.length).toBeLessThanOrEqual(1);
  }
});

test('of six clicks at once, one sends the push', async () => {
  recorder.fault = () => ({ kind: 'slow', delayMs: 300 });
  const states = await Promise.all(Array.from({ length: 6 }, () => push()));
  const kinds = states.map(({ outcome }) => outcome?.kind);
  expect(kinds.filter((kind) => kind === 'pushed')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'pushed-already')).toHaveLength(5);
  expect(received).toHaveLength(1);
});

test('an address without space is refused each time, and removing a group makes space', async () => {
  const body = JSON.stringify({ response: 'ok' });
  recorder.fault = () => ({ kind: 'status', status: 200, body });
  const to = (index: number) =>
    push({ group: `G${index}`, callbackUrl: `https://receiver.example/${'x'.repeat(1_400)}${index}` });
  for (let index = 0; index < 5; index++) await to(index);
  for (let time = 0; time < 2; time++) await expect(to(5)).rejects.toThrow('no space');
  expect(recorder.requests).toHaveLength(5);
  await people.call('owner', 'removeGroup', 'G0');
  expect((await to(5)).outcome?.kind).toBe('pushed');
});

test('pushes of groups with long names in another script are stored as long as they fit', async () => {
  const body = JSON.stringify({ response: 'ok' });
  recorder.fault = () => ({ kind: 'status', status: 200, body });
  const name = '\u682a'.repeat(190);
  for (let index = 0; index < 9; index++) {
    await push({ group: `${name}${index % 3}`, days: 1 + Math.floor(index / 3), callbackUrl });
  }
  const { pushes } = await push({ group: 'Last' });
  expect(pushes[0]).toMatchObject({ group: 'Last', result: 'answered' });
  expect(pushes.length).toBeGreaterThan(3);
  expect(pushes.length).toBeLessThan(10);
});

test('wrong pushes are refused before any request', async () => {
  const right = { group, days: 3, callbackUrl };
  const days = [0, 6, 1.5].map((wrong) => ({ ...right, days: wrong }));
  await people.refuses('pushNews', /^#BAD_INPUT: a push covers 1 to 5 days/, days);
  await people.refuses('pushNews', /^#BAD_INPUT: a group name has/, [{ ...right, group: '' }]);
  const paths = ['\r\nx-api-key: 1', '#x', 'x'.repeat(1_500)].map(
    (path) => `https://receiver.example/${path}`,
  );
  const addresses = ['http://receiver.example/news', 'https://user@receiver.example/news', ...paths];
  const callbacks = addresses.map((wrong) => ({ ...right, callbackUrl: wrong }));
  await people.refuses('pushNews', /^#BAD_INPUT: the callback address/, callbacks);
  expect(recorder.requests).toHaveLength(0);
});

test('an unknown group is named', async () => {
  const unknown = { group: 'Nobody', days: 1, callbackUrl };
  expect(await people.refusal('owner', 'pushNews', unknown)).toMatch(/^#NO_GROUP: .*"Nobody"/);
});

test('of addresses that look the same without their secrets a job keeps its own, and no other job gets one', async () => {
  recorder.fault = () => ({ kind: 'status', status: 200, body: '{"response":"ok"}' });
  const job = (name: string, callbackUrl: string) => ({ ...pushOf({ group: name, callbackUrl }), name });
  const [first, second] = [`${receiver.url}/news?token=1-same`, `${receiver.url}/news?token=2-same`];
  await people.call('owner', 'saveJob', job('First', first));
  const { outcome, jobs } = await people.call('owner', 'saveJob', job('Second', second));
  const id = outcome?.kind === 'job' ? outcome.id : '';
  const shown = jobs.find((one) => one.id === id)?.push?.callbackUrl ?? '';
  expect(shown).toBe(jobs.find((one) => one.id !== id)?.push?.callbackUrl);
  await people.call('owner', 'saveJob', { ...job('Second', shown), id, digest: 'ann@acme.example' });
  await people.call('owner', 'runJob', id, '');
  expect(recorder.requests.map(({ headers }) => headers['callback-url'])).toEqual([second]);
  // the group's last address is the job's, but another group has none
  await people.call('owner', 'saveJob', job('Second', shown));
  const refusal = await people.refusal('owner', 'saveJob', job('Third', shown));
  expect(refusal).toMatch(/^#BAD_INPUT: the callback address .* in full$/);
});
