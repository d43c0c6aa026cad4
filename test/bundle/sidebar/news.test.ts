/** News pushes: to the given address, with the whole answer. */
import { useHost } from '../../support/host.js';
import { useHttpServer } from '../../support/http-server.js';
import { useRecorder } from '../../support/recorder.js';
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
  people.call('owner', 'pushNews', { group, days: 3, callbackUrl, ...change });

test('a group’s news reaches the address once, and its answer is shown unchanged', async () => {
  const { outcome, callbacks } = await push();
  expect(outcome).toEqual({ kind: 'pushed', group, response: ANSWER });
  expect(received).toEqual([expect.objectContaining({ group })]);
  const headers = { 'callback-url': callbackUrl, 'x-api-key': service.apiKey };
  const path = `/api/v1/push-news/${encodeURIComponent(group)}/3`;
  expect(recorder.requests).toMatchObject([{ method: 'POST', path, headers }]);
  const shown = callbackUrl.replace('token=secret', '…cret');
  expect(callbacks).toEqual({ [group]: shown });
});

test('the shown part of a secret address stands for it, also in a job; that of an unknown address is refused', async () => {
  const { callbacks } = await push();
  const shown = callbacks[group];
  await push({ callbackUrl: shown, days: 2 });
  expect(recorder.requests.map(({ headers }) => headers['callback-url'])).toEqual([callbackUrl, callbackUrl]);
  const job = pushOf({ group, callbackUrl: shown! });
  const { jobs, outcome } = await people.call('owner', 'saveJob', job);
  expect(jobs[0]?.push?.callbackUrl).toBe(shown);
  const stored = JSON.stringify(host.properties.save());
  expect(stored).toContain('token=secret');
  expect(JSON.stringify([callbacks, jobs, outcome])).not.toContain('token=secret');
  const other = { group, days: 1, callbackUrl: 'https://receiver.example/?…cret' };
  expect(await people.refusal('owner', 'pushNews', other)).toMatch(/^#BAD_INPUT/);
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
