/** Look-ups that cost nothing: asked again after a change, and shown whatever Google's cache does. */

import { forgetTrackedCompanies } from '../../../src/addon/answers/tracked-companies.js';
import { createApp } from '../../../src/addon/app.js';
import { ask, respondWithGroups, TRACKED } from '../ask.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';

const estimates = (platform: FakePlatform) =>
  platform.requests.filter(({ url }) => url.endsWith('/estimate'));

test('a changed group is requested again, also by formulas with a value of refresh', () => {
  const platform = createFakePlatform({ respond: respondWithGroups });
  const show = (...args: unknown[]) => createApp(platform).trackedCompanies(['Key accounts', ...args]);
  show();
  show('refresh', 'monday');
  show('refresh', 'monday');
  expect(platform.requests).toHaveLength(2);
  forgetTrackedCompanies(platform, 'payer-1', 'Key accounts');
  platform.advance(1_000);
  show();
  show('refresh', 'monday');
  expect(platform.requests).toHaveLength(4);
  show('refresh', 'monday');
  expect(platform.requests).toHaveLength(4);
});

test.each(['getAll', 'putAll', 'removeAll'] as const)(
  'a cache whose %s fails costs no free table',
  (method) => {
    const platform = createFakePlatform({ respond: respondWithGroups });
    platform.documentCache![method] = () => {
      throw new Error('Service error: Cache');
    };
    const app = createApp(platform);
    expect(app.trackedCompanies(['Key accounts'])).toHaveLength(1 + TRACKED.length);
    expect(app.dataset('major-hiring', ['acme.example', 'group', 'Key accounts'])).toHaveLength(1);
  },
);

describe('a word that ends in digits', () => {
  const company = { id: 'c_000360', name: 'Life360, Inc.', domain: 'life360.example' };
  const respond = ({ url, ...request }: Parameters<typeof respondWithGroups>[0]): CannedAnswer =>
    url.includes('/tracked-companies/')
      ? { body: { status: '200', message: 'OK', companies: [company] } }
      : url.endsWith('/companies/match')
        ? { status: 404 }
        : respondWithGroups({ url, ...request });

  test.each([
    ['Life360', ['c_000360']],
    ['Life361', ['Life361']],
    ['c_000361', ['c_000361']],
    ['471100', ['471100']],
  ])('%s', (typed, companyIds) => {
    const { bodies } = ask('HIRINGS', [typed], { respond, groups: ['Key accounts'] });
    expect(bodies.at(-1)).toMatchObject({ companyIds });
  });
});

describe('estimates for an empty table', () => {
  const MATCHING = { matching: 0, isExact: true, suggestions: [{ value: 'Acne', nearest: ['Acme'] }] };
  let answer: CannedAnswer;
  let platform: FakePlatform;
  const header = () =>
    createApp(platform).dataset('business-expansion', ['Acne', 'date', '2026-11-10'])[0]!.join();

  beforeEach(() => {
    platform = createFakePlatform({
      respond: ({ url }) => (url.endsWith('/estimate') ? answer : { body: [] }),
    });
  });

  test.each([{ status: 503 }, { status: 502 }, { status: 429 }, { fails: 'Address unavailable' }])(
    'that fail for a moment are asked for a minute later: %j',
    (trouble) => {
      answer = trouble;
      expect(header()).not.toContain('unknown');
      answer = { body: MATCHING };
      expect(header()).not.toContain('unknown');
      expect(estimates(platform)).toHaveLength(1);
      platform.advance(61_000);
      expect(header()).toContain('"Acne" is unknown; try Acme');
    },
  );

  test.each([403, 404, 405, 501])(
    'that a service lacks, which answers %d, are not asked for again',
    (status) => {
      answer = { status, body: {} };
      header();
      platform.advance(3_600_000);
      header();
      expect(estimates(platform)).toHaveLength(1);
    },
  );
});
