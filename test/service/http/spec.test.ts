/**
 * The specification, sentence by sentence: records, the version 1 queries, tracked companies, limits and errors.
 * See spec-expansions.test.ts for the version 2 query; filters.test.ts tries each filter.
 */
import { changesPath } from '../../../src/contract/changes.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import { CHANGE_REASONS } from '../../../src/contract/enumerations.js';
import { ACCOUNT_PATH, COMPANIES_PATH, GROUPS_PATH, MATCH_PATH } from '../../../src/contract/lookups.js';
import { GROUP } from '../support/sample.js';
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { refusalIn, useServices } from '../support/test-service.js';

type Body = Readonly<Record<string, unknown>>;

const { ask, engine, ids, refusal, service } = useSample();
const start = useServices();
const record = async (path: string, body: Body): Promise<unknown> =>
  ((await ask(path, body)).json() as unknown[])[0];

describe('Business expansion record (version 2 response)', () => {
  test('id, announcedDate, company, expansionType, expansionLocation, investment, currency, jobs, lastModified, title, url; the company with name, domain, industries, location, type, ticker', async () => {
    expect(await record(EXPANSIONS, { date: '2026-01-05' })).toStrictEqual({
      id: 'e1',
      announcedDate: '2026-01-05',
      company: {
        name: 'Acme Motors Inc.',
        domain: 'acme-motors.example',
        industries: ['automobile', 'manufacturing'],
        location: 'Detroit, Michigan, United States of America',
        type: 'Public',
        ticker: ['ACM', 'ACM.L'],
      },
      expansionType: 'Factory/Plant',
      expansionLocation: { country: 'United States of America', state: 'Texas', city: 'Austin' },
      investment: 1_000_000,
      currency: 'USD',
      jobs: 50,
      lastModified: '2026-02-20',
      title: 'Acme builds',
      url: 'https://news.example/e1',
    });
  });

  test('ticker is present when public; what is missing is left out', async () => {
    expect(await record(EXPANSIONS, { date: '2026-02-01' })).toStrictEqual({
      id: 'e4',
      announcedDate: '2026-02-01',
      company: { name: 'Untracked AG', domain: 'untracked.example', location: 'Germany' },
      expansionType: 'HQ',
      jobs: 7,
      lastModified: '2026-02-01',
      title: 'Untracked moves',
      url: 'https://news.example/e4',
    });
  });
});

test('Major hiring record: id, announcedDate DD/MM/YYYY, company (version 1 shape), numberOfJobs, location, url, title, lastModified DD/MM/YYYY', async () => {
  expect(await record(HIRINGS, { companyIds: ['c1'] })).toStrictEqual({
    id: 'h1',
    announcedDate: '05/01/2026',
    company: {
      id: 'c1',
      name: 'Acme Motors Inc.',
      domain: 'acme-motors.example',
      industries: ['automobile', 'manufacturing'],
      industrySegments: ['Electric Vehicles'],
      location: 'Detroit, Michigan, United States of America',
      ticker: ['ACM', 'ACM.L'],
      stockExchange: ['NYSE'],
      type: 'Public',
    },
    numberOfJobs: 100,
    location: { country: 'United Kingdom', state: 'England', city: 'Leeds' },
    url: 'https://news.example/h1',
    title: 'h1 hires',
    lastModified: '06/01/2026',
  });
});

test('Executive change record: executiveName, executiveTitle, executiveTitleCategory, reason, executivePreviousCompany (id, name, domain, score), effectiveDate', async () => {
  expect(await record(CHANGES, { companyIds: ['c1'] })).toMatchObject({
    id: 'x1',
    company: { id: 'c1', stockExchange: ['NYSE'] },
    announcedDate: '05/01/2026',
    executiveName: 'Ana Clarke',
    executiveTitle: 'Chairman and CEO',
    executiveTitleCategory: ['Chair', 'CEO'],
    reason: 'New Appointment',
    executivePreviousCompany: { id: 'c2', name: 'Beta Foods', domain: 'betafoods.example', score: 0.75 },
    effectiveDate: '01/02/2026',
    url: 'https://news.example/x1',
    title: 'Acme names Ana Clarke',
    lastModified: '06/01/2026',
  });
  expect(await record(CHANGES, { companyIds: ['c2'] })).not.toHaveProperty('executivePreviousCompany');
});

describe.each([
  ['2. Major hiring dataset query', HIRINGS, 'h3 h2', ''],
  ['3. Executive change dataset query', CHANGES, 'x2', 'x2'],
])('%s', (_, path, later, onThatDay) => {
  test('startDate, endDate: DD/MM/YYYY, compared with the last modified date', async () => {
    expect(await ids(path, { startDate: '08/01/2026' })).toBe(later);
    expect(await ids(path, { startDate: '08/01/2026', endDate: '08/01/2026' })).toBe(onThatDay);
    const refused = '400 BAD_INPUT: startDate must be an existing date written DD/MM/YYYY';
    for (const startDate of ['2026-01-08', '01/01/0000'])
      expect(await refusal(path, { startDate })).toBe(refused);
    const wrongOrder = await refusal(path, { startDate: '09/01/2026', endDate: '08/01/2026' });
    expect(wrongOrder).toBe('400 BAD_INPUT: startDate must not be after endDate');
  });

  test.each(['companyIds', 'industries', 'industrySegments', 'countries'])(
    '%s: array of string',
    async (field) => {
      const refused = `400 BAD_INPUT: ${field} must be an array of text`;
      expect(await refusal(path, { [field]: 'text' })).toBe(refused);
    },
  );
});

test('count: a number, also with a fraction', async () => {
  for (const count of [99.5, '99.5']) expect(await ids(HIRINGS, { count })).toBe('h2 h1');
  for (const count of [-0.5, '1.', '.5', '1e3', ''])
    expect(await refusal(HIRINGS, { count })).toBe('400 BAD_INPUT: count must be a number of at least 0');
  for (const limit of [1.5, '1.5'])
    expect(await refusal(HIRINGS, { limit })).toBe(
      '400 BAD_INPUT: limit must be a whole number of at least 1',
    );
});

test('reason: change reason', async () => {
  expect(await ids(CHANGES, { reason: 'Retired' })).toBe('x2');
  for (const reason of CHANGE_REASONS) expect((await ask(CHANGES, { reason })).status).toBe(200);
  expect(await refusal(CHANGES, { reason: 'Bored' })).toMatch(/^400 BAD_INPUT: /);
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
    'x'.repeat(1_001),
  ])('404: the group name does not exist (%j)', async (group) => {
    expect(refusalIn(await list(group))).toMatch(/^404 NO_GROUP: /);
  });
});

describe('Limits', () => {
  test('one credit is deducted for each record returned', async () => {
    const own = await service.makeKey(10);
    const send = (body: Body) => service.as(own).post(EXPANSIONS, body);
    const reply = await send({ limit: 3 });
    expect([reply.headers['x-credits-charged'], reply.headers['x-credits-remaining']]).toEqual(['3', '7']);
    const none = await send({ companyName: 'nobody has this name' });
    expect([none.status, none.text, none.headers['x-credits-remaining']]).toEqual([200, '[]', '7']);
    const wrong = await send({ limit: 'x' });
    expect(wrong.status).toBe(400);
    expect((await send({ limit: 1 })).headers['x-credits-remaining']).toBe('6');
  });

  test('version 1 costs nothing', async () => {
    const poor = await service.makeKey(0);
    for (const path of [HIRINGS, CHANGES]) {
      expect((await service.as(poor).post(path, {})).status).toBe(200);
    }
  });
});

test('the default and the greatest limit, which the specification leaves open, are configurable', async () => {
  const small = await start(engine.store, { defaultLimit: 2, maxLimit: 3 });
  const send = (body: Body) => small.as(service.key).post(HIRINGS, body);
  const [usual, greatest, above] = [await send({}), await send({ limit: 3 }), await send({ limit: 4 })];
  expect(usual.json()).toHaveLength(2);
  expect(greatest.json()).toHaveLength(3);
  expect(refusalIn(above)).toBe('400 BAD_INPUT: limit must not be above 3');
});

describe('Authentication', () => {
  test.each([
    ['POST', EXPANSIONS],
    ['POST', HIRINGS],
    ['POST', CHANGES],
    ['GET', `/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`],
    ['POST', `/api/v1/push-news/${encodeURIComponent(GROUP)}/1`],
    ['POST', estimatePath(HIRINGS)],
    ['POST', changesPath(HIRINGS)],
    ['POST', MATCH_PATH],
    ['GET', GROUPS_PATH],
    ['POST', `${GROUPS_PATH}/${encodeURIComponent(GROUP)}`],
    ['GET', `${COMPANIES_PATH}?query=acme`],
    ['GET', ACCOUNT_PATH],
  ])('D31 A missing or invalid key gives status 400: %s %s', async (method, path) => {
    for (const given of [
      undefined,
      '',
      'bs_wrong',
      `${service.key}x`,
      service.key.toUpperCase(),
      'x'.repeat(5_000),
      'a\tb',
    ]) {
      const headers = given === undefined ? {} : { 'x-api-key': given };
      expect(refusalIn(await service.send(path, { method, headers }))).toMatch(/^400 BAD_KEY: /);
    }
  });

  test('the key is checked before the body', async () => {
    expect(refusalIn(await service.send(EXPANSIONS, { body: '{broken' }))).toMatch(/^400 BAD_KEY: /);
  });
});

describe('Errors', () => {
  test('400: data is invalid: the body is no JSON, no object, too large, of another type', async () => {
    const large = `{"limit":"${' '.repeat(300_000)}"}`;
    for (const body of ['{broken', '[]', 'null', '"text"', '5', '{"__proto__":{}}', large])
      expect(await refusal(EXPANSIONS, body)).toMatch(/^400 BAD_INPUT: body /);
    const refused = '400 BAD_INPUT: body has more than 256 KB: send fewer values';
    expect(await refusal(EXPANSIONS, { companyName: 'x'.repeat(300_000) })).toBe(refused);
    const reply = await service.as(service.key).post(EXPANSIONS, 'limit=5', { 'content-type': 'text/plain' });
    expect(refusalIn(reply)).toMatch(/^400 BAD_INPUT: body must be sent/);
  });

  test('405: insufficient credits, and nothing is charged; 404: available credits are 0', async () => {
    const short = await service.makeKey(3);
    const send = (limit: number) => service.as(short).post(EXPANSIONS, { limit });
    expect(refusalIn(await send(4))).toMatch(/^405 FEW_CREDITS: /);
    expect((await send(3)).status).toBe(200);
    expect(refusalIn(await send(1))).toMatch(/^404 NO_CREDITS: /);
  });

  test('407: the currency code is missing: currency must be sent together with investment', async () => {
    for (const currency of ['', ' ', ',', []]) {
      const refused = await refusal(EXPANSIONS, { investment: '>1', currency });
      expect(refused).toMatch(/^407 NO_CURRENCY: currency is empty/);
    }
  });

  test('500: internal server error, without a word about the inside', async () => {
    const broken = await start({
      ...engine.store,
      queryRecords: () => Promise.reject(new Error('secret detail')),
    });
    const refused = refusalIn(await broken.as(service.key).post(EXPANSIONS));
    expect(refused).toBe('500 INTERNAL: The service failed: try again later');
  });

  test('the body is checked before the credits, the credits before the query', async () => {
    const poor = await service.makeKey(0);
    const send = (body: unknown) => service.as(poor).post(EXPANSIONS, body);
    expect((await send({ limit: 0 })).status).toBe(400);
    expect((await send({ currency: '' })).status).toBe(407);
    expect((await send({ companyName: 'nobody has this name' })).status).toBe(404);
  });

  test.each([
    ['GET', EXPANSIONS],
    ['PUT', HIRINGS],
    ['POST', '/'],
    ['POST', '/api/v1/dataset/business-expansion'],
    ['POST', '/api/v2/dataset/major-hiring'],
    ['POST', '/api/v2/dataset/executive-change'],
    ['DELETE', '/api/v1/tracked-companies/x'],
  ])('an unknown address or method has a code of its own: %s %s', async (method, path) => {
    const reply = await service.send(path, { method, headers: { 'x-api-key': service.key } });
    expect(refusalIn(reply)).toBe(
      `404 NO_ROUTE: There is no endpoint ${method} ${path}: /openapi.json lists all`,
    );
  });

  test('an address that encodes nothing is refused', async () => {
    const reply = await service.send('/api/v1/tracked-companies/%zz', { method: 'GET' });
    expect(refusalIn(reply)).toMatch(/^400 BAD_INPUT: /);
  });
});
