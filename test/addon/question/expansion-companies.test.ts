/** Companies as people give them to =EXPANSIONS( and the exact request body. Now is Friday, 2026-11-20. */
import { ask } from '../ask.js';

const NOTHING = undefined;
const column = (...cells: unknown[]) => cells.map((cell) => [cell]);

/** Title, arguments, and the body without its limit of 100. */
type Case = [string, unknown[], Record<string, unknown>];

const FIRST_ARGUMENT: Case[] = [
  ['nothing but a limit', [NOTHING, 'limit', 100], {}],
  ['a first argument left out', [NOTHING, 'type', 'HQ'], { expansionType: ['HQ'] }],
  ['a blank cell of companies', ['', 'type', 'HQ'], { expansionType: ['HQ'] }],
  ['a null first argument', [null, 'type', 'HQ'], { expansionType: ['HQ'] }],
  ['an option name first', ['expansionType', 'HQ'], { expansionType: ['HQ'] }],
  ['an alias first', ['from', '2026-01-31'], { startDate: '2026-01-31' }],
  ['an option name first in capitals', ['EXPANSIONTYPE', 'HQ'], { expansionType: ['HQ'] }],
  ['an option name with blanks', ['Start date', '2026-01-31'], { startDate: '2026-01-31' }],
  [
    'a block of pairs first',
    [
      [
        ['type', 'HQ'],
        ['from', '2026-01-31'],
      ],
    ],
    { expansionType: ['HQ'], startDate: '2026-01-31' },
  ],
  ['a row of one pair first', [[['type', 'HQ']]], { expansionType: ['HQ'] }],
  [
    'a block with one mistyped name is still a block of options',
    [
      [
        ['type', 'HQ'],
        ['', ''],
        ['jobs', 5],
      ],
    ],
    { expansionType: ['HQ'], jobs: '5' },
  ],
  [
    'a two-column range of companies',
    [[['acme.example', 'b.example']]],
    { companyDomain: ['acme.example', 'b.example'] },
  ],
];

const COMPANIES: Case[] = [
  ['a domain', ['acme.example'], { companyDomain: ['acme.example'] }],
  ['a domain in capitals', ['ACME.Example'], { companyDomain: ['acme.example'] }],
  ['a name', ['Acme'], { companyName: ['Acme'] }],
  ['a name with a comma and a dot', ['Acme, Inc.'], { companyName: ['Acme, Inc.'] }],
  ['a name that ends in a dot', ['Acme Co.'], { companyName: ['Acme Co.'] }],
  ['initials', ['J.P.'], { companyName: ['J.P.'] }],
  ['a column', [column('a.example', 'b.example')], { companyDomain: ['a.example', 'b.example'] }],
  ['a row', [[['a.example', 'b.example']]], { companyDomain: ['a.example', 'b.example'] }],
  ['a flat list', [['a.example', 'b.example']], { companyDomain: ['a.example', 'b.example'] }],
  [
    'a block',
    [
      [
        ['a.example', 'b.example'],
        ['c.example', ''],
      ],
    ],
    { companyDomain: ['a.example', 'b.example', 'c.example'] },
  ],
  [
    'an open range with blanks and blank texts',
    [column('b.example', '', 'a.example', '  ', ...Array.from({ length: 980 }, () => ''))],
    { companyDomain: ['b.example', 'a.example'] },
  ],
  [
    'duplicates',
    [column('b.example', 'a.example', 'b.example')],
    { companyDomain: ['b.example', 'a.example'] },
  ],
  ['duplicates in other case', [column('Acme', 'ACME', 'acme')], { companyName: ['Acme'] }],
  [
    'duplicates after reduction',
    [column('a.example', 'https://www.a.example/')],
    { companyDomain: ['a.example'] },
  ],
  ['values divided by |', ['a.example | b.example'], { companyDomain: ['a.example', 'b.example'] }],
  ['names divided by |', ['Acme, Inc.|Meta'], { companyName: ['Acme, Inc.', 'Meta'] }],
  ['domains divided by commas', ['a.example, b.example'], { companyDomain: ['a.example', 'b.example'] }],
  ['domains divided by blanks', ['a.example b.example'], { companyDomain: ['a.example', 'b.example'] }],
  ['domains divided by semicolons', ['a.example;b.example'], { companyDomain: ['a.example', 'b.example'] }],
  ['lines in one cell', ['Acme\nMeta'], { companyName: ['Acme', 'Meta'] }],
  ['an address', ['https://www.acme.example/jobs?x=1#y'], { companyDomain: ['acme.example'] }],
  ['an address without a scheme', ['//acme.example/'], { companyDomain: ['acme.example'] }],
  ['an address with a port', ['acme.example:8443'], { companyDomain: ['acme.example'] }],
  ['an address with an @ in its path', ['https://acme.example/@news'], { companyDomain: ['acme.example'] }],
  ['www alone', ['www.acme.example'], { companyDomain: ['acme.example'] }],
  ['WWW in capitals', ['WWW.ACME.EXAMPLE'], { companyDomain: ['acme.example'] }],
  ['an e-mail address', ['ann@mail.acme.example'], { companyDomain: ['mail.acme.example'] }],
  ['a mailto link', ['mailto:ann@acme.example'], { companyDomain: ['acme.example'] }],
  ['an e-mail address with a name', ['Ann Lee <ann@acme.example>'], { companyDomain: ['acme.example'] }],
  ['a domain with a trailing dot', ['acme.example.'], { companyDomain: ['acme.example'] }],
  ['a domain with a trailing comma', ['acme.example,'], { companyDomain: ['acme.example'] }],
  ['a number', [4711], { companyName: ['4711'] }],
  [
    'the option companyDomain',
    [NOTHING, 'domain', 'https://acme.example/'],
    { companyDomain: ['acme.example'] },
  ],
  [
    'the option companyName keeps its commas',
    [NOTHING, 'companyName', 'Acme, Inc.'],
    { companyName: ['Acme, Inc.'] },
  ],
  [
    'the option companyDomain divides at commas',
    [NOTHING, 'companyDomain', 'a.example,b.example'],
    { companyDomain: ['a.example', 'b.example'] },
  ],
];

describe.each([
  ['the first argument', FIRST_ARGUMENT],
  ['companies', COMPANIES],
])('%s', (_what, cases) => {
  test.each(cases)('%s', (_title, args, expected) => {
    const { bodies, error } = ask('EXPANSIONS', args);
    expect(error).toBeUndefined();
    expect(bodies).toEqual([{ limit: 100, ...expected }]);
  });
});
