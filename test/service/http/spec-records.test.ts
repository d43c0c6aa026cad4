/** The specification, sentence by sentence: resources and their fields. */
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';

const { ask } = useSample();
const record = async (path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> =>
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
