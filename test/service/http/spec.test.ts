/** The specification of the service, sentence by sentence, over HTTP. */
import {
  CHANGE_REASONS,
  COMPANY_TYPES,
  CURRENCIES,
  EXPANSION_TYPES,
  INDUSTRIES,
} from '../../../src/contract/enumerations.js';
import { ENGINES, type OpenedEngine } from '../support/engines.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { type Reply, startService, type TestService } from '../support/test-service.js';

// the embedded engine takes its time to start on a busy machine
jest.setTimeout(60_000);

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const HIRINGS = '/api/v1/dataset/major-hiring';
const CHANGES = '/api/v1/dataset/executive-change';

type Body = Readonly<Record<string, unknown>>;

describe.each(ENGINES)('on $name', ({ open }) => {
  let engine: OpenedEngine;
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    engine = await open();
    await fillWithSample(engine.store);
    service = await startService(engine.store);
    key = await service.makeKey(1_000_000);
  });
  afterAll(async () => {
    await service.close();
    await engine.close();
  });

  const ask = (path: string, body?: unknown): Promise<Reply> =>
    service.send(path, { headers: { 'x-api-key': key }, body });
  const ids = async (path: string, body?: unknown): Promise<string> => {
    const reply = await ask(path, body);
    if (reply.status !== 200) throw new Error(reply.text);
    return (reply.json() as { id: string }[]).map(({ id }) => id).join(' ');
  };
  const record = async (path: string, body: Body): Promise<unknown> =>
    ((await ask(path, body)).json() as unknown[])[0];
  const refusal = async (path: string, body?: unknown): Promise<unknown> => (await ask(path, body)).json();

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
        url: 'https://news.example/1',
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
        url: 'https://news.example/4',
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

  describe('1. Business expansion dataset query', () => {
    test('Every body field is optional', async () => {
      expect(await ids(EXPANSIONS, {})).toBe('e4 e3 e2 e1');
      expect(await ids(EXPANSIONS)).toBe('e4 e3 e2 e1');
      expect(await ids(EXPANSIONS, '')).toBe('e4 e3 e2 e1');
    });

    test('dateType: ANNOUNCED or LAST-MODIFIED. Default ANNOUNCED', async () => {
      expect(await ids(EXPANSIONS, { date: '2026-02-20' })).toBe('');
      expect(await ids(EXPANSIONS, { dateType: 'ANNOUNCED', date: '2026-02-20' })).toBe('');
      expect(await ids(EXPANSIONS, { dateType: 'LAST-MODIFIED', date: '2026-02-20' })).toBe('e1');
      expect(await refusal(EXPANSIONS, { dateType: 'MODIFIED' })).toEqual({
        status: '400',
        code: 'BAD_INPUT',
        message: 'dateType must be one of ANNOUNCED; LAST-MODIFIED',
      });
    });

    test.each(['startDate', 'endDate', 'date'])('%s: date YYYY-MM-DD', async (field) => {
      expect((await ask(EXPANSIONS, { [field]: '2026-01-10' })).status).toBe(200);
      for (const value of ['10/01/2026', '2026-02-30', '2026-1-1', '', 20260110, null, ['2026-01-10']]) {
        expect(await refusal(EXPANSIONS, { [field]: value })).toMatchObject({
          code: 'BAD_INPUT',
          message: `${field} must be a date written YYYY-MM-DD`,
        });
      }
    });

    test.each([
      ['companyName', 'acme', 'beta', 'e2 e1'],
      ['companyDomain', 'acme', 'betaf', 'e2 e1'],
      ['companyLocation', 'Detroit', 'Singapore', 'e2 e1'],
      ['companyType', 'Public', 'Private', 'e2 e1'],
      ['expansionType', 'HQ', 'Restaurant', 'e4 e2'],
      ['expansionLocation', 'Texas', 'Germany', 'e3 e1'],
    ])('%s: multiple values as a comma-separated string or as an array', async (field, one, two, found) => {
      expect(await ids(EXPANSIONS, { [field]: `${one},${two}` })).toBe(found);
      expect(await ids(EXPANSIONS, { [field]: [one, two] })).toBe(found);
    });

    test.each([
      ['companyName', 'cme mot'],
      ['companyDomain', 'me-mot'],
    ])('%s: partial matches supported', async (field, part) => {
      expect(await ids(EXPANSIONS, { [field]: part })).toBe('e1');
    });

    test('companyIndustry: multiple values are given as an array', async () => {
      expect(await ids(EXPANSIONS, { companyIndustry: ['automobile', 'accounting, audit & tax'] })).toBe(
        'e3 e1',
      );
    });

    test.each(['Detroit', 'Michigan', 'United States'])(
      'companyLocation: headquarters location: city, state/province or country (%s)',
      async (part) => {
        expect(await ids(EXPANSIONS, { companyLocation: part })).toBe('e1');
      },
    );

    test('companyTicker: ticker of a public company', async () => {
      expect(await ids(EXPANSIONS, { companyTicker: 'ACM' })).toBe('e1');
    });

    test('expansionLocation: location where the expansion is announced', async () => {
      expect(await ids(EXPANSIONS, { expansionLocation: 'Austin' })).toBe('e1');
    });

    test.each(['investment', 'jobs'])(
      '%s: an expression matching the pattern; operators >, >=, <, <=, =, != and a minimum and maximum pair in parentheses',
      async (field) => {
        const forms = [
          '100',
          '>100',
          '>=100',
          '<100',
          '<=100',
          '=100',
          '!=100',
          '1,2',
          '>=1,2',
          '(1,2)',
          100,
        ];
        for (const value of forms) expect((await ask(EXPANSIONS, { [field]: value })).status).toBe(200);
        for (const value of ['', 'abc', '=>1', '(1,2', '(2,1)', '-5', '1M', '1;drop', null, {}, [1]]) {
          expect(await refusal(EXPANSIONS, { [field]: value })).toMatchObject({
            status: '400',
            code: 'BAD_INPUT',
            message: expect.stringMatching(new RegExp(`^${field} must be a number expression`)),
          });
        }
      },
    );

    test('When currency is absent, records matching the amount in any currency are returned', async () => {
      expect(await ids(EXPANSIONS, { investment: '>0' })).toBe('e3 e2 e1');
      expect(await ids(EXPANSIONS, { investment: '>0', currency: 'EUR' })).toBe('e2');
    });

    test('limit: maximum number of records returned', async () => {
      expect(await ids(EXPANSIONS, { limit: 3 })).toBe('e4 e3 e2');
      for (const limit of [0, -1, 1.5, 'ten', '', null, 10_001]) {
        expect(await refusal(EXPANSIONS, { limit })).toMatchObject({
          code: 'BAD_INPUT',
          message: expect.stringMatching(/^limit must/),
        });
      }
    });

    test.each([
      ['companyIndustry', INDUSTRIES, 55],
      ['expansionType', EXPANSION_TYPES, 23],
      ['companyType', COMPANY_TYPES, 5],
      ['currency', CURRENCIES, 10],
    ])('%s: allowed values are accepted one by one, others refused', async (field, values, count) => {
      expect(values).toHaveLength(count);
      for (const value of values) expect((await ask(EXPANSIONS, { [field]: [value] })).status).toBe(200);
      expect(await refusal(EXPANSIONS, { [field]: ['nonsense'] })).toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringMatching(new RegExp(`^${field} must be one of`)),
      });
    });

    test('an unknown field is refused by name', async () => {
      expect(await refusal(EXPANSIONS, { industry: 'banking' })).toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringMatching(/^industry is not a known field/),
      });
    });
  });

  describe.each([
    ['2. Major hiring dataset query', HIRINGS, 'h3 h2 h1', 'h3 h2', 'h4'],
    ['3. Executive change dataset query', CHANGES, 'x2 x1', 'x2', 'x3'],
  ])('%s', (_, path, tracked, later, untracked) => {
    test('Body: all optional', async () => {
      expect(await ids(path)).toBe(tracked);
    });

    test('startDate, endDate: DD/MM/YYYY, compared with the last modified date', async () => {
      expect(await ids(path, { startDate: '08/01/2026' })).toBe(later);
      expect(await ids(path, { startDate: '08/01/2026', endDate: '08/01/2026' })).toBe(
        later
          .split(' ')
          .filter((id) => id === 'x2')
          .join(' '),
      );
      expect(await refusal(path, { startDate: '2026-01-08' })).toMatchObject({
        message: 'startDate must be a date written DD/MM/YYYY',
      });
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
      service.send(`/api/v1/tracked-companies/${encodeURIComponent(group)}`, {
        method: 'GET',
        headers: { 'x-api-key': key },
      });

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

  describe('Authentication', () => {
    test.each([
      ['POST', EXPANSIONS],
      ['POST', HIRINGS],
      ['POST', CHANGES],
      ['GET', `/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`],
      ['POST', `/api/v1/push-news/${encodeURIComponent(GROUP)}/1`],
    ])('A missing or invalid key gives status 400: %s %s', async (method, path) => {
      for (const given of [
        undefined,
        '',
        'bs_wrong',
        `${key}x`,
        key.toUpperCase(),
        'x'.repeat(5_000),
        'a\tb',
      ]) {
        const headers = given === undefined ? {} : { 'x-api-key': given };
        const reply = await service.send(path, { method, headers });
        expect(reply.status).toBe(400);
        expect(reply.json()).toMatchObject({ status: '400', code: 'BAD_KEY' });
      }
    });

    test('the key is checked before the body', async () => {
      const reply = await service.send(EXPANSIONS, { body: '{broken' });
      expect(reply.json()).toMatchObject({ code: 'BAD_KEY' });
    });
  });

  describe('Errors', () => {
    test('400: data is invalid: the body is no JSON, no object, too large, of another type', async () => {
      for (const body of [
        '{broken',
        '[]',
        'null',
        '"text"',
        '5',
        '{"__proto__":{}}',
        `{"limit":"${' '.repeat(300_000)}"}`,
      ]) {
        const reply = await ask(EXPANSIONS, body);
        expect([reply.status, reply.json()]).toMatchObject([
          400,
          { status: '400', code: 'BAD_INPUT', message: expect.stringMatching(/^body /) },
        ]);
      }
      const reply = await service.send(EXPANSIONS, {
        headers: { 'x-api-key': key, 'content-type': 'text/plain' },
        body: 'limit=5',
      });
      expect(reply.json()).toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringMatching(/^body must be sent/),
      });
    });

    test('404: available credits are 0', async () => {
      const poor = await service.makeKey(0);
      const reply = await service.send(EXPANSIONS, { headers: { 'x-api-key': poor }, body: {} });
      expect(reply.status).toBe(404);
      expect(reply.json()).toMatchObject({ status: '404', code: 'NO_CREDITS' });
    });

    test('405: insufficient credits, and nothing is charged', async () => {
      const short = await service.makeKey(3);
      const send = (limit: number) =>
        service.send(EXPANSIONS, { headers: { 'x-api-key': short }, body: { limit } });
      const reply = await send(4);
      expect(reply.status).toBe(405);
      expect(reply.json()).toMatchObject({ status: '405', code: 'FEW_CREDITS' });
      expect((await send(3)).status).toBe(200);
      expect((await send(1)).status).toBe(404);
    });

    test('407: the currency code is missing: currency must be sent together with investment', async () => {
      for (const currency of ['', ' ', ',', []]) {
        const reply = await ask(EXPANSIONS, { investment: '>1', currency });
        expect(reply.status).toBe(407);
        expect(reply.json()).toMatchObject({
          status: '407',
          code: 'NO_CURRENCY',
          message: expect.stringMatching(/^currency is empty/),
        });
      }
    });

    test('500: internal server error, without a word about the inside', async () => {
      const broken = await startService({
        ...engine.store,
        queryRecords: () => Promise.reject(new Error('secret detail')),
      });
      const reply = await broken.send(EXPANSIONS, { headers: { 'x-api-key': key } });
      await broken.close();
      expect(reply.status).toBe(500);
      expect(reply.json()).toEqual({
        status: '500',
        code: 'INTERNAL',
        message: 'The service failed to answer: try again later',
      });
    });

    test('the body is checked before the credits, the credits before the query', async () => {
      const poor = await service.makeKey(0);
      const send = (body: unknown) => service.send(EXPANSIONS, { headers: { 'x-api-key': poor }, body });
      expect((await send({ limit: 0 })).status).toBe(400);
      expect((await send({ currency: '' })).status).toBe(407);
      expect((await send({ companyName: 'nobody has this name' })).status).toBe(404);
    });

    test.each([
      ['GET', EXPANSIONS],
      ['PUT', HIRINGS],
      ['POST', '/'],
      ['POST', '/api/v2/dataset/major-hiring'],
      ['DELETE', '/api/v1/tracked-companies/x'],
    ])('an unknown address or method has a code of its own: %s %s', async (method, path) => {
      const reply = await service.send(path, { method, headers: { 'x-api-key': key } });
      expect(reply.status).toBe(404);
      expect(reply.json()).toMatchObject({ status: '404', code: 'NO_ROUTE' });
    });

    test('an address that encodes nothing is refused', async () => {
      const reply = await service.send('/api/v1/tracked-companies/%zz', { method: 'GET' });
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'BAD_INPUT' });
    });
  });

  describe('Limits', () => {
    test('one credit is deducted for each record returned', async () => {
      const own = await service.makeKey(10);
      const send = (body: Body) => service.send(EXPANSIONS, { headers: { 'x-api-key': own }, body });
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
        expect((await service.send(path, { headers: { 'x-api-key': poor }, body: {} })).status).toBe(200);
      }
    });
  });

  describe('what the specification leaves open is configurable', () => {
    test('the top level of version 2 may be an object with the balance', async () => {
      const shaped = await startService(engine.store, { answerShape: 'object' });
      const own = await shaped.makeKey(10);
      const reply = await shaped.send(EXPANSIONS, { headers: { 'x-api-key': own }, body: { limit: 1 } });
      await shaped.close();
      expect(reply.json()).toMatchObject({ dataset: [{ id: 'e4' }], creditsConsumed: 1, closingBalance: 9 });
    });

    test('version 1 may be open, version 2 never', async () => {
      const open = await startService(engine.store, { version1Auth: false });
      const hirings = await open.send(HIRINGS);
      const expansions = await open.send(EXPANSIONS);
      await open.close();
      expect([hirings.status, expansions.status]).toEqual([200, 400]);
    });

    test('the default and the greatest limit', async () => {
      const small = await startService(engine.store, { defaultLimit: 2, maxLimit: 3 });
      const send = (body: Body) => small.send(HIRINGS, { headers: { 'x-api-key': key }, body });
      const [usual, greatest, above] = [await send({}), await send({ limit: 3 }), await send({ limit: 4 })];
      await small.close();
      expect(usual.json()).toHaveLength(2);
      expect(greatest.json()).toHaveLength(3);
      expect(above.json()).toMatchObject({ code: 'BAD_INPUT', message: 'limit must not be above 3' });
    });
  });
});
