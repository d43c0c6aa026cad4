/** A custom function has 30 s: slow services, rate limits, and requests that are never retried. */
import { createApp } from '../../../src/addon/app.js';
import { ask, respondWithGroups } from '../ask.js';
import { type CannedAnswer, createFakePlatform, type Respond } from '../fake-platform.js';

const LIMIT_MS = 30_000;
const TIMEOUT =
  '#TIMEOUT: no answer within 20 s; retry with Signals > Refresh selection, or release its credits under Activity';
const BUSY = '#BUSY: the service limits the rate of requests; recalculate in a minute';

/** How long a formula took on the platform's clock, what it said, and what it sent. */
function time(respond: Respond, args: readonly unknown[]) {
  const platform = createFakePlatform({ respond });
  const started = platform.clock.now();
  let error = '';
  try {
    createApp(platform).dataset(args.includes('group') ? 'major-hiring' : 'business-expansion', args);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  return { ms: platform.clock.now() - started, error, requests: platform.requests };
}

test('a service that never answers is #TIMEOUT, in time', () => {
  const { ms, error, requests } = time(() => ({ takesMs: 3_600_000 }), ['type', 'HQ']);
  expect(error).toBe(TIMEOUT);
  expect(ms).toBeLessThan(25_000);
  expect(requests).toHaveLength(1);
});

test('a slow look-up of a group leaves the query less time, and both together stay in time', () => {
  const respond: Respond = (request) => ({ ...respondWithGroups(request), takesMs: 15_000 });
  const { ms, error } = time(respond, [undefined, 'group', 'Key accounts']);
  expect(error).toMatch(/^#TIMEOUT: no answer within (?:9|10) s;/);
  expect(ms).toBeLessThan(LIMIT_MS - 3_000);
});

test('an answer just in time is shown', () => {
  const { table } = ask('EXPANSIONS', ['limit', 100], { respond: () => ({ body: [], takesMs: 19_000 }) });
  expect(table).toHaveLength(1);
});

/** Answers in turn; repeats the last one. */
const inTurn =
  (...answers: CannedAnswer[]) =>
  (_request: unknown, index: number) =>
    answers[Math.min(index, answers.length - 1)]!;

const OK: CannedAnswer = { body: [{ id: 'a', title: 'Acme' }] };
const pause = (retryAfter: string, status = 429): CannedAnswer => ({
  status,
  text: '',
  headers: { 'retry-after': retryAfter },
});

test.each([
  ['seconds', pause('2'), 2_000],
  ['zero seconds', pause('0'), 500],
  ['503', pause('3', 503), 3_000],
  ['a date', pause('Fri, 20 Nov 2026 10:15:04 GMT'), 4_000],
])('Retry-After is obeyed once: %s', (_title, answer, ms) => {
  const { requests, ...outcome } = time(inTurn(answer, OK), ['columns', 'title']);
  expect(outcome).toEqual({ ms, error: '' });
  expect(requests).toHaveLength(2);
});

test('Retry-After is obeyed by a request for matches', () => {
  const match = { status: 'exact', confidence: 100, company: { id: 'c_1', name: 'Acme' }, alternatives: [] };
  const platform = createFakePlatform({ respond: inTurn(pause('2'), { body: { matches: [match] } }) });
  expect(createApp(platform).matchCompanies(['Acme'])[1]).toContain('c_1');
  expect(platform.requests).toHaveLength(2);
});

test.each([
  ['a second refusal', inTurn(pause('1'), pause('1')), 2, BUSY],
  ['a pause that is too long', inTurn(pause('60')), 1, BUSY],
  ['NaN, a pause that is no number', inTurn(pause('soon')), 1, BUSY],
  ['no Retry-After', inTurn({ status: 429, text: '' }), 1, BUSY],
  ['a time-out after the pause', inTurn(pause('1'), { takesMs: 99_000 }), 2, TIMEOUT.replace('20 s', '19 s')],
])('nothing is sent a third time: %s', (_title, respond, sent, message) => {
  const { ms, error, requests } = time(respond, ['type', 'HQ']);
  expect(error).toBe(message);
  expect(requests).toHaveLength(sent);
  expect(ms).toBeLessThan(LIMIT_MS - 3_000);
});

test.each([500, 502, 504])('%d is not sent again: the credits may be spent', (status) => {
  expect(time(() => pause('1', status), ['type', 'HQ']).requests).toHaveLength(1);
});

test('no pause is begun that would not leave time for an answer', () => {
  const { ms, error, requests } = time(() => ({ ...pause('6'), takesMs: 18_000 }), ['type', 'HQ']);
  expect(error).toBe(BUSY);
  expect(ms).toBe(18_000);
  expect(requests).toHaveLength(1);
});

test('of several requests only the refused one is sent again', () => {
  const respond: Respond = (_request, index) => (index === 1 ? pause('1') : OK);
  const { error, requests } = time(respond, ['acme.example|Acme']);
  expect(error).toBe('');
  expect(requests.map(({ body }) => JSON.parse(body ?? '{}'))).toEqual([
    { limit: 50, companyDomain: ['acme.example'] },
    { limit: 50, companyName: ['Acme'] },
    { limit: 50, companyName: ['Acme'] },
  ]);
});

test('a pause that Google fails loses no answer of another request', () => {
  const platform = createFakePlatform({ respond: (_request, index) => (index === 1 ? pause('1') : OK) });
  const sleep = () => {
    throw new Error('Service error: Utilities');
  };
  const app = createApp({ ...platform, clock: { ...platform.clock, sleep } });
  expect(app.dataset('business-expansion', ['acme.example|Acme', 'columns', 'title'])[1]).toEqual(['Acme']);
  expect(platform.requests).toHaveLength(2);
});
