/**
 * Sixteen queries for expansions, each with any number of different parameters. Selective ones name companies
 * that fill an answer even in a tenth of the data, so that a slower answer is due to the table's size.
 */

const day = (/** @type {number} */ n) =>
  new Date(Date.UTC(2021, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
const FRAGMENTS = [
  'osinski',
  'kestrel v',
  'wolf pine',
  'zephyr q',
  'lumen m',
  'granite b',
  'raven d',
  'thorn f',
];
const INDUSTRIES = ['technology', 'banking', 'retail', 'aviation', 'education', 'healthcare'];
const at = (/** @type {string[]} */ list, /** @type {number} */ n) => list[n % list.length];

/** @typedef {{ name: string, selective: boolean, records: number, body: (n: number) => Record<string, unknown> }} BenchQuery */

/** @type {(Omit<BenchQuery, 'records'> & { records?: number })[]} */
const LIST = [
  { name: 'Q01 newest 100', selective: true, body: () => ({ limit: 100 }) },
  {
    name: 'Q02 30-day range, 100',
    selective: true,
    body: (n) => ({ startDate: day(n * 40), endDate: day(n * 40 + 30), limit: 100 }),
  },
  {
    name: 'Q03 LAST-MODIFIED one day',
    selective: false,
    body: (n) => ({ dateType: 'LAST-MODIFIED', date: day(100 + n * 40), limit: 1_000 }),
  },
  {
    name: 'Q04 two name fragments',
    selective: false,
    body: (n) => ({ companyName: [at(FRAGMENTS, n), at(FRAGMENTS, n + 3)], limit: 100 }),
  },
  {
    name: 'Q05 domain fragment (rare)',
    selective: true,
    body: (n) => ({ companyDomain: `company${1 + (n % 40)}.`, limit: 100 }),
  },
  {
    name: 'Q06 two industries',
    selective: true,
    body: (n) => ({ companyIndustry: [at(INDUSTRIES, n), at(INDUSTRIES, n + 1)], limit: 100 }),
  },
  {
    name: 'Q07 HQ location',
    selective: false,
    body: (n) => ({ companyLocation: at(['texas', 'ontario', 'city 12', 'osaka'], n), limit: 100 }),
  },
  {
    name: 'Q08 company type + 2 types',
    selective: true,
    body: (n) => ({ companyType: at(['Public', 'Private'], n), expansionType: ['HQ', 'Mine'], limit: 100 }),
  },
  {
    name: 'Q09 ticker',
    selective: true,
    body: (n) => ({ companyTicker: `t${2 + (n % 20) * 2}`, limit: 100 }),
  },
  {
    name: 'Q10 two locations, 1000',
    selective: false,
    body: (n) => ({ expansionLocation: [at(['texas', 'karnataka', 'japan'], n), 'bavaria'], limit: 1_000 }),
  },
  {
    name: 'Q11 investment, 1 year, 1000',
    selective: false,
    body: (n) => ({
      investment: '>100000000',
      currency: 'USD',
      startDate: day(n * 20),
      endDate: day(n * 20 + 365),
      limit: 1_000,
    }),
  },
  {
    name: 'Q12 jobs + country + industry',
    selective: false,
    body: (n) => ({
      jobs: '(100,500)',
      expansionLocation: at(['canada', 'germany', 'india'], n),
      companyIndustry: [at(INDUSTRIES, n)],
      limit: 100,
    }),
  },
  { name: 'Q13 newest 10,000', selective: false, body: () => ({ limit: 10_000 }) },
  {
    name: 'Q14 name with no match',
    selective: false,
    records: 0,
    body: (n) => ({ companyName: `nobody ${n}`, limit: 100 }),
  },
  {
    name: 'Q15 small city + type',
    selective: true,
    body: (n) => ({ expansionLocation: `city ${7_000 + n * 9},`, expansionType: 'Store', limit: 100 }),
  },
  {
    name: 'Q16 2-character name',
    selective: false,
    body: (n) => ({ companyName: at(['ze', 'ka', 'um', 'pi'], n), limit: 100 }),
  },
];

/**
 * `records` is the most records in an answer.
 * @type {BenchQuery[]}
 */
export const QUERIES = LIST.map((query) => ({ records: Number(query.body(0)['limit']), ...query }));
