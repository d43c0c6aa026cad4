/** 300 argument forms of formulas, as options by name. Each caller writes them in its own way. */
import type { AnyQuestion, OptionValue } from '../../src/client/types.js';
import type { DatasetName } from '../../src/contract/datasets.js';
import { createRandom } from '../support/random.js';
import { SEED } from '../support/seed.js';

export interface ArgumentForm {
  readonly dataset: DatasetName;
  readonly question: AnyQuestion;
}

const FORM_COUNT = 300;

type Choices = Readonly<Record<string, readonly (AnyQuestion | undefined)[]>>;

const named = (name: string, values: readonly OptionValue[]): AnyQuestion[] =>
  values.map((value) => ({ [name]: value }));

const MANY_DOMAINS = Array.from({ length: 230 }, (_, index) => `company-${index}.example`);
const DATES: readonly AnyQuestion[] = [
  ...named('from', ['-30d', '- 2 w', '2 weeks ago', 'last month', 'this quarter', 'yesterday', '2026-11-01']),
  ...named('startDate', ['2026/11/1', '2026.11.01', 'TODAY', '-1q', new Date('2026-10-05T00:00:00Z')]),
  ...named('to', ['today', 'last week', '2026-10-31', '-1d', '+1m', 'next year']),
  { from: '2026-01-01', to: '2026-01-31' },
  { from: 'last year', to: 'last year' },
  { from: '-1y', end_date: 'yesterday' },
];
const SHOWN: readonly AnyQuestion[] = [
  ...named('columns', ['all', 'date,company', ['date', 'url']]),
  ...named('sort', ['-date', 'company']),
  { headers: false },
  { exact: true },
  { since: '-7d' },
  { refresh: 'tuesday', header: 'no' },
];
const LIMITS = named('limit', [1, 5, '250', '1,000', '0.5k']);
const VERSION_1: Choices = {
  companies: [
    ...named('companies', ['c_000101', ['c_000101', '4711'], 'c_000101|c_000102']),
    ...named('id', ['c_000103', ['4712', '4713']]),
    { group: 'Key accounts' },
    { groups: ['Key accounts'], companies: 'meta' },
    { group: 'Key accounts', companies: ['https://www.acme.example/jobs', 'c_000104'] },
    { companyIds: 'c_000101 | c_000105' },
  ],
  dates: [...DATES, undefined],
  limits: [...LIMITS, undefined],
  shown: [...SHOWN, undefined],
  industry: [...named('industry', ['automobile', ['banking', 'Retail'], 'mining|trading']), undefined],
  segment: [...named('segment', ['Coffee', 'Electric Vehicles|Coffee']), undefined],
  // two names of one option
  country: [
    ...named('country', ['usa', ['Germany', 'UK'], 'holland', 'Korea, Republic of']),
    ...named('hq', ['deutschland', 'France|Spain']),
    undefined,
  ],
};

const CHOICES = {
  'business-expansion': {
    companies: [
      ...named('companies', ['acme.example', 'Acme, Inc.', 'https://www.acme.example/jobs?x']),
      ...named('companies', ['Ann <ann@b.example>', 'a.example, b.example', 'A.example|Meta']),
      ...named('companies', [['a.example', 'Meta Foods'], MANY_DOMAINS]),
      ...named('domain', ['acme.example', ['a.example', 'www.b.example']]),
      ...named('company name', ['Acme', 'Acme|Meta, Inc.']),
      { companyDomain: 'a.example', name: 'Acme' },
      { group: 'Key accounts' },
      { group: ['Key accounts'], companies: ['Meta', 'acme.example'] },
      undefined,
    ],
    dates: [...DATES, { date: '2026-11-02' }, { date: 'last week' }, { date: 'yesterday' }, undefined],
    dateType: [...named('dateType', ['ANNOUNCED', 'last_modified', 'modified']), undefined],
    limits: [...LIMITS, undefined],
    shown: [...SHOWN, undefined],
    type: [
      ...named('type', ['HQ', 'data centre', ['Store', 'Restaurant'], 'Store,HQ', 'factory / plant|mine']),
      ...named('expansion-type', ['Renewables']),
      undefined,
    ],
    industry: [
      ...named('industry', ['Automobile', 'accounting, audit & tax', ['banking', 'retail']]),
      undefined,
    ],
    place: [
      ...named('location', ['Detroit, Michigan', ['Texas', 'uk']]),
      ...named('country', ['usa', 'Germany|france']),
      ...named('hq', ['deutschland']),
      undefined,
    ],
    kind: [...named('companyType', ['public', 'Public,Private', 'government / regulator']), undefined],
    ticker: [...named('ticker', ['ACM', 'ACM, BET', ['A', 'B']]), undefined],
    amount: [
      { investment: '>=1000000', currency: 'USD' },
      { investment: '10M..50M', currency: 'eur,usd' },
      { investment: '(10,50)', currency: 'any' },
      { investment: 5_000_000, currency: ['GBP', 'CHF'] },
      { investment: '!=0', currency: 'JPY' },
      { investment: '< 2.5 bn', currency: 'INR' },
      { currency: 'SEK' },
      undefined,
    ],
    jobs: [...named('jobs', ['>=100', '100..500', '50+', 1_000, '1k', '<=20']), undefined],
  },
  'major-hiring': {
    ...VERSION_1,
    count: [...named('count', [100, '>=500', '50+', '2k']), ...named('jobs', ['1,000']), undefined],
  },
  'executive-change': {
    ...VERSION_1,
    title: [
      ...named('title', ['CEO', 'chief financial officer', 'Board of Directors', 'Head of Sales']),
      undefined,
    ],
    reason: [...named('reason', ['hired', 'Retired', 'promoted/role change', 'fired']), undefined],
  },
} satisfies Partial<Readonly<Record<DatasetName, Choices>>>;

/** Forms that each caller refuses without a request. */
export const REFUSED_FORMS: readonly ArgumentForm[] = [
  ...[
    { from: 'someday' },
    { typ: 'HQ' },
    { type: 'Data Center' },
    { investment: 5 },
    { currency: 'any' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2020-01-01' },
    { date: 'today', from: 'today' },
    { limit: 0 },
    { limit: '20k' },
    { limit: ['1', '2'] },
    { jobs: '1,000' },
    { columns: 'nonsense' },
    { headers: 'maybe' },
    { companies: 'Acme', name: 'Acme' },
    { companies: ['a'.repeat(1_001)] },
    { group: 'Nobody' },
    { group: 'Empty' },
    { group: 'Key accounts', companies: 'Nowhere Corp' },
    { from: '#N/A' },
  ].map((question): ArgumentForm => ({ dataset: 'business-expansion', question })),
  ...[{ companies: 'Acme' }, { count: '-1' }, { title: ['CEO', 'CFO'] }, { reason: 'bored' }].map(
    (question): ArgumentForm => ({ dataset: 'executive-change', question }),
  ),
];

const choicesOf = (dataset: keyof typeof CHOICES): Choices => CHOICES[dataset];

/** Each choice alone, then random combinations of this run until there are enough. */
export function argumentForms(): readonly ArgumentForm[] {
  const datasets = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  const alone = datasets.flatMap((dataset) =>
    Object.values(choicesOf(dataset)).flatMap((choices) =>
      choices.flatMap((question) => (question ? [{ dataset, question }] : [])),
    ),
  );
  const forms = new Map<string, ArgumentForm>(alone.map((form) => [JSON.stringify(form), form]));
  const random = createRandom(SEED);
  while (forms.size < FORM_COUNT) {
    const dataset = random.pick(datasets);
    const question = Object.values(choicesOf(dataset))
      .filter(() => random.chance(0.6))
      .reduce<AnyQuestion>((made, choices) => Object.assign(made, random.pick(choices)), {});
    const isEmpty = Object.keys(question).length === 0; // a cell refuses to ask for all records by a slip
    if (isEmpty || isTooLow(question)) continue;
    const form: ArgumentForm = { dataset, question };
    forms.set(JSON.stringify(form), form);
  }
  return [...forms.values()].slice(0, FORM_COUNT);
}

/** Companies in more than one request need a limit of more than one record. */
function isTooLow({ limit, companies, group }: AnyQuestion): boolean {
  return limit === 1 && (companies !== undefined || group !== undefined);
}

/** A value as a person types it into a command line, or as in JSON. */
export function typedValues(value: OptionValue): string[] {
  return [value].flat().map((one: unknown) => {
    if (one instanceof Date) return one.toISOString().slice(0, 10);
    return typeof one === 'boolean' ? String(one).toUpperCase() : String(one);
  });
}
