/** The specification, sentence by sentence: the version 1 queries and the list of tracked companies. */
import { CHANGE_REASONS } from '../../../src/contract/enumerations.js';
import { GROUP } from '../support/sample.js';
import { CHANGES, HIRINGS, useSample } from '../support/sample-service.js';

const { ask, ids, refusal, service } = useSample();
describe.each([
  ['2. Major hiring dataset query', HIRINGS, 'h3 h2 h1', 'h3 h2', 'h4'],
  ['3. Executive change dataset query', CHANGES, 'x2 x1', 'x2', 'x3'],
])('%s', (_, path, tracked, later, untracked) => {
  test('Body: all optional', async () => expect(await ids(path)).toBe(tracked));

  test('startDate, endDate: DD/MM/YYYY, compared with the last modified date', async () => {
    expect(await ids(path, { startDate: '08/01/2026' })).toBe(later);
    expect(await ids(path, { startDate: '08/01/2026', endDate: '08/01/2026' })).toBe(
      later
        .split(' ')
        .filter((id) => id === 'x2')
        .join(' '),
    );
    for (const startDate of ['2026-01-08', '01/01/0000']) {
      const reply = await ask(path, { startDate });
      expect([reply.status, reply.json()]).toMatchObject([
        400,
        { message: 'startDate must be a date written DD/MM/YYYY' },
      ]);
    }
    expect(await refusal(path, { startDate: '09/01/2026', endDate: '08/01/2026' })).toMatchObject({
      message: 'startDate must not be after endDate',
    });
  });

  test('companyIds: when absent, records for all tracked companies are returned', async () => {
    expect(await ids(path)).toBe(tracked);
    expect(await ids(path, { companyIds: ['c4'] })).toBe(untracked);
  });

  test('industries, industrySegments, countries of the company headquarters', async () => {
    expect(await ids(path, { industries: ['automobile'] })).toMatch(/^[hx]1$/);
    expect(await ids(path, { industrySegments: ['Electric Vehicles'] })).toMatch(/^[hx]1$/);
    expect(await ids(path, { countries: ['United States of America'] })).toMatch(/^[hx]1$/);
  });

  test('limit: the latest N records when startDate and endDate are both absent; a string too', async () => {
    expect(await ids(path, { limit: 1 })).toBe(tracked.split(' ')[0]);
    expect(await ids(path, { limit: '1' })).toBe(tracked.split(' ')[0]);
  });

  test.each(['companyIds', 'industries', 'industrySegments', 'countries'])(
    '%s: array of string',
    async (field) => {
      expect(await refusal(path, { [field]: 'text' })).toMatchObject({
        message: `${field} must be an array of text`,
      });
    },
  );
});

test('count: records whose deal amount is greater than or equal to this value; the sample sends it as a string', async () => {
  expect(await ids(HIRINGS, { count: 100 })).toBe('h2 h1');
  expect(await ids(HIRINGS, { count: '100' })).toBe('h2 h1');
});

test('count: a number, also with a fraction', async () => {
  for (const count of [99.5, '99.5']) expect(await ids(HIRINGS, { count })).toBe('h2 h1');
  for (const count of [-0.5, '1.', '.5', '1e3', ''])
    expect(await refusal(HIRINGS, { count })).toMatchObject({
      message: 'count must be a number of at least 0',
    });
  for (const limit of [1.5, '1.5'])
    expect(await refusal(HIRINGS, { limit })).toMatchObject({
      message: 'limit must be a whole number of at least 1',
    });
});

test('title: executive title category, for example CEO, CFO', async () => {
  expect(await ids(CHANGES, { title: 'CEO' })).toBe('x1');
  expect(await ids(CHANGES, { title: 'CFO' })).toBe('x2');
});

test('reason: change reason', async () => {
  expect(await ids(CHANGES, { reason: 'Retired' })).toBe('x2');
  for (const reason of CHANGE_REASONS) expect((await ask(CHANGES, { reason })).status).toBe(200);
  expect(await refusal(CHANGES, { reason: 'Bored' })).toMatchObject({ code: 'BAD_INPUT' });
});

describe('4. List of tracked companies', () => {
  const list = (group: string) =>
    service.as(service.key).get(`/api/v1/tracked-companies/${encodeURIComponent(group)}`);

  test('Response body: object with status, message, companies (id, name, domain)', async () => {
    const reply = await list(GROUP);
    expect(reply.status).toBe(200);
    expect(reply.json()).toStrictEqual({
      status: '200',
      message: 'Success',
      companies: [
        { id: 'c1', name: 'Acme Motors Inc.', domain: 'acme-motors.example' },
        { id: 'c2', name: 'Beta Foods', domain: 'betafoods.example' },
      ],
    });
  });

  test.each([
    'nobody',
    'key accounts & söhne',
    'Key accounts',
    ' ',
    '%',
    "' or 1=1 --",
    '\0',
    'x'.repeat(900),
  ])('404: the group name does not exist (%j)', async (group) => {
    const reply = await list(group);
    expect(reply.status).toBe(404);
    expect(reply.json()).toMatchObject({ status: '404', code: 'NO_GROUP' });
  });
});
