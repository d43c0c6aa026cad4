/** Options as people give them to =EXPANSIONS( and the exact request body. Now is Friday, 2026-11-20. */
import { ask } from '../ask.js';

const NOTHING = undefined;
const column = (...cells: unknown[]) => cells.map((cell) => [cell]);

/** Title, arguments, and the body without its limit of 100. */
type Case = [string, unknown[], Record<string, unknown>];

const PAIRS: Case[] = [
  [
    'pairs in any order',
    [NOTHING, 'to', '2026-02-01', 'type', 'HQ', 'from', '2026-01-01'],
    { expansionType: ['HQ'], startDate: '2026-01-01', endDate: '2026-02-01' },
  ],
  [
    'a block after the companies',
    [
      'a.example',
      [
        ['type', 'HQ'],
        ['hq', 'Texas'],
      ],
    ],
    { companyDomain: ['a.example'], expansionType: ['HQ'], companyLocation: ['Texas'] },
  ],
  [
    'a block between pairs',
    [NOTHING, 'type', 'HQ', [['hq', 'Texas']], 'jobs', 5],
    { expansionType: ['HQ'], companyLocation: ['Texas'], jobs: '5' },
  ],
  [
    'two blocks',
    [NOTHING, [['type', 'HQ']], [['hq', 'Texas']]],
    { expansionType: ['HQ'], companyLocation: ['Texas'] },
  ],
  [
    'a block with further columns of values',
    [
      NOTHING,
      [
        ['type', 'HQ', 'Store', ''],
        ['hq', 'Texas', '', 'Ohio'],
      ],
    ],
    { expansionType: ['HQ', 'Store'], companyLocation: ['Texas', 'Ohio'] },
  ],
  [
    'the same list option twice in a block',
    [
      NOTHING,
      [
        ['type', 'HQ'],
        ['type', 'Store'],
      ],
    ],
    { expansionType: ['HQ', 'Store'] },
  ],
  [
    'a block with blank rows',
    [
      NOTHING,
      [
        ['', ''],
        ['type', 'HQ'],
        ['', ''],
      ],
    ],
    { expansionType: ['HQ'] },
  ],
  [
    'a block with names and no values',
    [
      NOTHING,
      [
        ['type', ''],
        ['from', ''],
      ],
    ],
    {},
  ],
  ['a blank value', [NOTHING, 'type', '', 'jobs', 5], { jobs: '5' }],
  ['a blank range as a value', [NOTHING, 'type', column('', '')], {}],
  ['a null value', [NOTHING, 'type', null], {}],
  ['a blank pair', [NOTHING, '', '', 'jobs', 5], { jobs: '5' }],
  ['a trailing blank argument', [NOTHING, 'jobs', 5, ''], { jobs: '5' }],
  ['nothing but separators as a value', [NOTHING, 'type', '|', 'location', ' | '], {}],
  [
    'our own options do not travel',
    [NOTHING, 'columns', 'all', 'headers', false, 'sort', '-jobs', 'exact', true],
    {},
  ],
  ['a limit', [NOTHING, 'limit', 5], { limit: 5 }],
  ['a limit as text', [NOTHING, 'limit', '1,000'], { limit: 1000 }],
  ['a limit in thousands', [NOTHING, 'limit', '1k'], { limit: 1000 }],
  ['the same value twice is one', [NOTHING, 'limit', 5, 'limit', '5'], { limit: 5 }],
];

const LISTS: Case[] = [
  ['a list in one text', [NOTHING, 'type', 'HQ|Store'], { expansionType: ['HQ', 'Store'] }],
  ['a list with commas', [NOTHING, 'type', 'HQ, Store'], { expansionType: ['HQ', 'Store'] }],
  ['a list as a range', [NOTHING, 'type', column('HQ', '', 'Store')], { expansionType: ['HQ', 'Store'] }],
  ['a list as an array literal', [NOTHING, 'type', [['HQ', 'Store']]], { expansionType: ['HQ', 'Store'] }],
  ['a repeated value', [NOTHING, 'type', 'HQ|hq'], { expansionType: ['HQ'] }],
  ['another case', [NOTHING, 'type', 'data CENTRE'], { expansionType: ['Data Centre'] }],
  ['blanks around slashes', [NOTHING, 'type', 'Factory / Plant'], { expansionType: ['Factory/Plant'] }],
  [
    'one industry with a comma',
    [NOTHING, 'industry', 'accounting, audit & tax'],
    { companyIndustry: ['accounting, audit & tax'] },
  ],
  [
    'all three industries with commas',
    [
      NOTHING,
      'industry',
      'Accounting, Audit & Tax|agriculture, animal husbandry & forestry|engineering, procurement & construction',
    ],
    {
      companyIndustry: [
        'accounting, audit & tax',
        'agriculture, animal husbandry & forestry',
        'engineering, procurement & construction',
      ],
    },
  ],
  [
    'an industry with a slash and a blank',
    [NOTHING, 'industry', 'angels/venture capital/private equity'],
    { companyIndustry: ['angels/ venture capital/ private equity'] },
  ],
  ['a company type', [NOTHING, 'companyType', 'public, private'], { companyType: ['Public', 'Private'] }],
  ['tickers', [NOTHING, 'ticker', 'ACM,MTA'], { companyTicker: ['ACM', 'MTA'] }],
  [
    'a place with commas is one place',
    [NOTHING, 'location', 'Detroit, Michigan, United States of America'],
    { expansionLocation: ['Detroit, Michigan, United States of America'] },
  ],
  ['two places', [NOTHING, 'location', 'Texas|Ohio'], { expansionLocation: ['Texas', 'Ohio'] }],
  [
    'countries as people write them',
    [NOTHING, 'location', 'US|USA|U.S.|United States|America|UK|Great Britain|UAE|Holland'],
    {
      expansionLocation: [
        'United States of America',
        'United Kingdom',
        'United Arab Emirates',
        'Netherlands',
      ],
    },
  ],
  ['a country of headquarters', [NOTHING, 'hq', 'usa'], { companyLocation: ['United States of America'] }],
  ['a country by its option', [NOTHING, 'country', 'the UK'], { expansionLocation: ['United Kingdom'] }],
  ['a date type', [NOTHING, 'dateType', 'last_modified'], { dateType: 'LAST-MODIFIED' }],
  ['a date type by a short word', [NOTHING, 'dateType', 'modified'], { dateType: 'LAST-MODIFIED' }],
  ['currencies in small letters', [NOTHING, 'currency', 'usd|eur'], { currency: ['USD', 'EUR'] }],
];

const AMOUNTS: Case[] = [
  ['at least', ['jobs', '>=100'], { jobs: '>=100' }],
  ['a number cell', ['jobs', 100], { jobs: '100' }],
  ['equals', ['jobs', '=100'], { jobs: '=100' }],
  ['not', ['jobs', '!=0'], { jobs: '!=0' }],
  ['not, as Sheets writes it', ['jobs', '<>0'], { jobs: '!=0' }],
  ['more', ['jobs', '> 100'], { jobs: '>100' }],
  ['less', ['jobs', '<100'], { jobs: '<100' }],
  ['at most, as a sign', ['jobs', '≤100'], { jobs: '<=100' }],
  ['a turned operator', ['jobs', '=>100'], { jobs: '>=100' }],
  ['thousands', ['jobs', '>=1k'], { jobs: '>=1000' }],
  ['thousands with commas', ['jobs', '>=1,000'], { jobs: '>=1000' }],
  ['millions with commas', ['jobs', '1,000,000'], { jobs: '1000000' }],
  ['a plus sign', ['jobs', '500+'], { jobs: '>=500' }],
  ['a range of dots', ['jobs', '10..50'], { jobs: '(10,50)' }],
  ['a range with a hyphen', ['jobs', '10-50'], { jobs: '(10,50)' }],
  ['a range with a dash', ['jobs', '10 – 50'], { jobs: '(10,50)' }],
  ['a range in words', ['jobs', '10 to 50'], { jobs: '(10,50)' }],
  ['a range in parentheses', ['jobs', '(10, 50)'], { jobs: '(10,50)' }],
  ['a range with a comma', ['jobs', '10,50'], { jobs: '(10,50)' }],
  ['a range from zero', ['jobs', '0..5k'], { jobs: '(0,5000)' }],
  ['an open end', ['jobs', '10..'], { jobs: '>=10' }],
  ['an open start', ['jobs', '..50'], { jobs: '<=50' }],
  ['millions', ['investment', '>=1M', 'currency', 'USD'], { investment: '>=1000000', currency: ['USD'] }],
  [
    'decimals of millions',
    ['investment', '>1.1m', 'currency', 'USD'],
    { investment: '>1100000', currency: ['USD'] },
  ],
  [
    'billions in words',
    ['investment', '2 billion..3 bn', 'currency', 'EUR'],
    { investment: '(2000000000,3000000000)', currency: ['EUR'] },
  ],
  [
    'a range of millions',
    ['investment', '10M..50M', 'currency', 'usd'],
    { investment: '(10000000,50000000)', currency: ['USD'] },
  ],
  ['a bound between whole numbers', ['jobs', '>=1.5'], { jobs: '>=2' }],
  ['any currency never travels', ['investment', '>=1M', 'currency', 'any'], { investment: '>=1000000' }],
  ['any currency in capitals', ['investment', '>=1M', 'currency', 'ANY'], { investment: '>=1000000' }],
  ['two currencies', ['investment', 5, 'currency', 'USD|EUR'], { investment: '5', currency: ['USD', 'EUR'] }],
];

describe.each([
  ['pairs and blocks', PAIRS],
  ['lists', LISTS],
  ['amounts', AMOUNTS],
])('%s', (_what, cases) => {
  test.each(cases)('%s', (_title, args, expected) => {
    const { bodies, error } = ask('EXPANSIONS', args);
    expect(error).toBeUndefined();
    expect(bodies).toEqual([{ limit: 100, ...expected }]);
  });
});
