/** The queries of the schedules: random and edited ones, their formula arguments, and their true answers. */
import type { DatasetName } from '../../src/contract/datasets.js';
import type { Random } from '../support/random.js';
import { GROUP } from './group.js';
import { isAmount } from './service.js';
import { COMPANIES, type Company, type Version } from './world.js';

export interface Question {
  readonly dataset: DatasetName;
  /** Domains and names; ids in a query of version 1 without a group. */
  readonly companies: readonly string[];
  readonly isGroup: boolean;
  /** By option name; several values are one text with | between them. */
  readonly options: Readonly<Record<string, string>>;
  /** As a person types it. */
  readonly from: string;
  readonly to: string;
  readonly byModified: boolean;
  readonly limit: number;
}

export interface Days {
  /** Both empty if the range is open. */
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;
const KINDS = ['HQ', 'Mine', 'Store'];
const JOBS = ['>=10', '>=20', '(10,30)', '>10', '<20', '<=20', '=20', '20', '!=20', '10..30'];
const INVESTMENTS = ['>=20', '(10,50)', '>20', '<30', '<=30', '=40', '!=40', '20 to 60'];
const SEGMENTS = ['grocery', 'robots', 'grocery|robots', 'robots|electric vehicles'];
const LIMITS = [1, 2, 3, 5, 5, 8, 12, 20, 100, 100, 1_000];

export function randomQuestion(random: Random): Question {
  const dataset: DatasetName = random.chance(0.75)
    ? 'business-expansion'
    : random.pick(['major-hiring', 'executive-change']);
  return {
    dataset,
    isGroup: random.chance(0.15),
    companies: [],
    ...(random.chance(0.25) && someCompanies(dataset, random)),
    options: randomOptions(dataset, random),
    ...randomRange(random),
    byModified: dataset === 'business-expansion' && random.chance(0.15),
    limit: random.pick(LIMITS),
  };
}

/** Returns the query with one typical change. */
export function edited(question: Question, random: Random): Question {
  const amount = ['jobs', 'investment'].find((name) => question.options[name] !== undefined);
  switch (random.below(6)) {
    case 0:
      return { ...question, limit: random.pick(LIMITS) };
    case 1:
      return { ...question, ...randomRange(random) };
    case 2:
      return { ...question, options: randomOptions(question.dataset, random) };
    case 3:
      return { ...question, ...someCompanies(question.dataset, random) };
    case 4:
      if (amount !== undefined) {
        const expression = random.pick(amount === 'jobs' ? JOBS : INVESTMENTS);
        return { ...question, options: { ...question.options, [amount]: expression } };
      }
      return { ...question, limit: random.pick(LIMITS) };
    default: {
      const [dropped] = Object.keys(question.options);
      const { [dropped ?? '']: _dropped, ...options } = question.options;
      return { ...question, options };
    }
  }
}

/** Returns some companies, for a group query those to select from the group. */
function someCompanies(dataset: DatasetName, random: Random): Pick<Question, 'companies' | 'isGroup'> {
  const isGroup = random.chance(0.2);
  const ids = COMPANIES.map(({ id }) => id);
  const names = ['dune.example', 'beta.example', 'acme.example', 'dune', 'Acme', 'eta.example'];
  const all = dataset === 'business-expansion' ? names : isGroup ? [...ids, ...names] : ids;
  return { companies: random.some(all, 1 + random.below(3)), isGroup };
}

function randomOptions(dataset: DatasetName, random: Random): Record<string, string> {
  const options: Record<string, string> = {};
  if (random.chance(0.35)) return options;
  if (dataset === 'business-expansion') {
    if (random.chance(0.5)) options['expansionType'] = random.some(KINDS, 1 + random.below(3)).join('|');
    if (random.chance(0.2))
      options['companyIndustry'] = random.pick(['retail', 'retail|automobile', 'automobile']);
    if (random.chance(0.15)) options['companyLocation'] = random.pick(['France', 'Lyon', 'France|Norway']);
    if (random.chance(0.15)) options['companyType'] = random.pick(['Public', 'Public|Others']);
    if (random.chance(0.2)) options['expansionLocation'] = random.pick(['Lyon', 'France', 'Oslo|Canada']);
    if (random.chance(0.2)) options['jobs'] = random.pick(JOBS);
    if (random.chance(0.1)) options['ticker'] = random.pick(['ACM', 'BET', 'ACM.TO|BET', 'bet']);
    if (random.chance(0.15)) {
      options['investment'] = random.pick(INVESTMENTS);
      options['currency'] = random.pick(['any', 'USD', 'USD|EUR']);
    }
    return options;
  }
  if (random.chance(0.3)) options['industries'] = random.pick(['retail', 'retail|automobile']);
  if (random.chance(0.3)) options['countries'] = random.pick(['France', 'France|Norway']);
  if (random.chance(0.25)) options['industrySegments'] = random.pick(SEGMENTS);
  if (dataset === 'executive-change' && random.chance(0.3))
    options['title'] = random.pick(['CEO', 'CFO', 'Chief Financial Officer', 'cto']);
  if (dataset === 'major-hiring' && random.chance(0.4)) options['count'] = random.pick(['10', '20']);
  if (dataset === 'executive-change' && random.chance(0.4)) options['reason'] = 'Retired';
  return options;
}

/** Returns a range around the days of the schedules: October to December 2026. */
function randomRange(random: Random): Pick<Question, 'from' | 'to'> {
  const fixed = () => new Date(Date.UTC(2026, 9, 1 + random.below(60))).toISOString().slice(0, 10);
  switch (random.below(10)) {
    case 0:
      return { from: '', to: '' };
    case 1:
    case 2:
    case 3:
      return { from: random.pick(['-3d', '-7d', '-14d', '-30d', '-60d']), to: '' };
    case 4: {
      const day = random.pick(['-1d', '-2d', '-4d', 'yesterday', 'today']);
      return { from: day, to: day };
    }
    case 5: {
      const span = random.pick(['last month', 'this month', 'last week', 'this week']);
      return { from: span, to: span };
    }
    case 6:
      return { from: random.pick(['-20d', '-40d']), to: random.pick(['-2d', '-5d', '-9d']) };
    case 7:
      return { from: fixed(), to: '' };
    case 8: {
      const [start = '', end = ''] = [fixed(), fixed()].sort();
      return { from: start, to: end };
    }
    default:
      return { from: '', to: random.pick(['-3d', fixed()]) };
  }
}

export const COLUMNS = 'id|title';

export function argumentsOf(question: Question, refresh: string): unknown[] {
  const { companies, isGroup, options, from, to, byModified, limit } = question;
  return [
    companies.length === 0 ? undefined : companies.map((company) => [company]),
    ...Object.entries(options).flat(),
    ...(isGroup ? ['group', GROUP] : []),
    ...(from === '' ? [] : ['from', from]),
    ...(to === '' ? [] : ['to', to]),
    ...(byModified ? ['dateType', 'LAST-MODIFIED'] : []),
    'limit',
    limit,
    'columns',
    COLUMNS,
    ...(refresh === '' ? [] : ['refresh', refresh]),
  ];
}

export function describe(question: Question): string {
  return `${question.dataset} ${JSON.stringify(argumentsOf(question, '').filter((part) => part !== undefined))}`;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of an instant on a zone's calendar. */
export function dayIn(zone: string, instant: number): string {
  if (zone === 'UTC') return new Date(instant).toISOString().slice(0, 10);
  const format = FORMATS.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  FORMATS.set(zone, format);
  return format.format(instant);
}

export function daysOf({ from, to }: Question, today: string): Days {
  return { start: from === '' ? '' : resolve(from, today)[0], end: to === '' ? '' : resolve(to, today)[1] };
}

function resolve(word: string, today: string): [string, string] {
  const time = Date.parse(`${today}T00:00:00Z`);
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const one = (instant: number): [string, string] => [iso(instant), iso(instant)];
  if (word === 'today') return one(time);
  if (word === 'yesterday') return one(time - DAY_MS);
  const ago = /^-(\d+)d$/.exec(word)?.[1];
  if (ago !== undefined) return one(time - Number(ago) * DAY_MS);
  const [which, unit] = word.split(' ');
  if (unit === 'week') {
    const weekday = (new Date(time).getUTCDay() + 6) % 7;
    const monday = time - (weekday + (which === 'last' ? 7 : 0)) * DAY_MS;
    return [iso(monday), iso(monday + 6 * DAY_MS)];
  }
  if (unit === 'month') {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const first = month - 1 - (which === 'last' ? 1 : 0);
    return [iso(Date.UTC(year, first, 1)), iso(Date.UTC(year, first + 1, 0))];
  }
  return [word, word];
}

/** Returns the version's date that the query's range applies to. */
export function comparedDay({ dataset, byModified }: Question, version: Version): string {
  return dataset !== 'business-expansion' || byModified ? version.modified : version.announced;
}

/** True for queries without companies in a dataset that then covers only tracked companies. */
export function isOpen({ dataset, companies, isGroup }: Question): boolean {
  return dataset !== 'business-expansion' && companies.length === 0 && !isGroup;
}

/**
 * True if a version answers the query on a day, ignoring the limit.
 * @param tracked the companies that a query for a group or for all tracked companies covers
 */
export function answers(
  question: Question,
  version: Version,
  days: Days,
  tracked: readonly Company[],
): boolean {
  const day = comparedDay(question, version);
  if (version.dataset !== question.dataset) return false;
  if (day < days.start || (days.end !== '' && day > days.end)) return false;
  return (
    isOfCompanies(question, version, tracked) &&
    Object.keys(question.options).every((name) => TESTS[name]!(version, question.options[name]!))
  );
}

function isOfCompanies(question: Question, { company }: Version, tracked: readonly Company[]): boolean {
  const { dataset, companies, isGroup } = question;
  if ((isGroup && companies.length === 0) || isOpen(question)) return tracked.includes(company);
  if (companies.length === 0) return true;
  if (isGroup) {
    const isNamed = companies.some((wanted) => isCalled(company, wanted));
    const isById = dataset !== 'business-expansion' && companies.includes(company.id);
    return isById || (isNamed && tracked.includes(company));
  }
  if (dataset !== 'business-expansion') return companies.includes(company.id);
  return companies.some((wanted) =>
    (wanted.includes('.') ? company.domain : company.name).toLowerCase().includes(wanted.toLowerCase()),
  );
}

/** Compares a company of the group by its whole domain or by a word of its name. */
function isCalled({ domain, name }: Company, wanted: string): boolean {
  const words = name.toLowerCase().split(' ');
  return domain === wanted || words.includes(wanted.toLowerCase());
}

const among = (wanted: string, ...have: readonly string[]) =>
  wanted.split('|').some((text) => have.includes(text) && text !== '');
const within = (wanted: string, have: string) => wanted.split('|').some((text) => have.includes(text));

/** Writes a pair in the service's form. */
const plain = (wanted: string) => wanted.replace(/^(\d+)(?:\.\.| to )(\d+)$/, '($1,$2)');

const TESTS: Readonly<Record<string, (version: Version, wanted: string) => boolean>> = {
  expansionType: ({ kind }, wanted) => among(wanted, kind),
  reason: ({ kind }, wanted) => kind === wanted,
  companyIndustry: ({ company }, wanted) => among(wanted, ...company.industries),
  industries: ({ company }, wanted) => among(wanted, ...company.industries),
  companyLocation: ({ company }, wanted) => within(wanted, company.location),
  countries: ({ company }, wanted) => among(wanted, company.location.split(', ').pop()!),
  ticker: ({ company }, wanted) => among(wanted.toUpperCase(), ...company.tickers),
  industrySegments: ({ company }, wanted) => among(wanted, ...company.segments),
  title: ({ titles }, wanted) =>
    titles.includes(wanted === 'Chief Financial Officer' ? 'CFO' : wanted.toUpperCase()),
  companyType: ({ company }, wanted) => among(wanted, company.type),
  expansionLocation: ({ place }, wanted) => within(wanted, place),
  jobs: ({ jobs }, wanted) => isAmount(plain(wanted), jobs),
  count: ({ jobs }, wanted) => jobs !== null && jobs >= Number(wanted),
  investment: ({ investment }, wanted) => isAmount(plain(wanted), investment),
  currency: ({ currency }, wanted) => wanted === 'any' || among(wanted, currency),
};
