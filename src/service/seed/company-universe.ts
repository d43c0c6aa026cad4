/** The sample companies and groups, the same on every day. */
import type { Company } from '../database/companies.js';
import { createRandom, type Random } from './random.js';
import vocabulary from './vocabulary/companies.json';
import places from './vocabulary/places.json';

/**
 * First and last words of names, weights of types, and companies with difficult names. A sector has its main
 * industry first, and the middle words of names; a group has its companies' main industry, and its size. Domains
 * end in `.example`, which is reserved.
 */
const { NAME_STEMS, NAME_ENDINGS, COMPANY_TYPE_WEIGHTS, EXCHANGES, ODD_COMPANIES, SECTORS, GROUPS } =
  vocabulary;
const COMPANY_COUNT = 2_200;

export interface Universe {
  readonly companies: readonly SeedCompany[];
  readonly groups: readonly { readonly name: string; readonly companyIds: readonly string[] }[];
  /** Companies of any group. */
  readonly tracked: readonly SeedCompany[];
}

export type SeedCompany = Company & { readonly name: string; readonly domain: string };

export function makeUniverse(): Universe {
  const random = createRandom('companies');
  const domains = new Set<string>();
  const companies: SeedCompany[] = ODD_COMPANIES.map(({ name, domain }, index) => ({
    ...makeCompany(random, index),
    name,
    domain,
  }));
  while (companies.length < COMPANY_COUNT) {
    const company = makeCompany(random, companies.length);
    if (domains.has(company.domain)) continue;
    domains.add(company.domain);
    companies.push(company);
  }
  const groups = GROUPS.map(({ name, industry, size }) => {
    const fitting = companies.filter(({ industries }) => !industry || industries?.[0] === industry);
    return { name, companyIds: random.sample(fitting, size).map(({ id }) => id) };
  });
  const tracked = new Set(groups.flatMap(({ companyIds }) => companyIds));
  return { companies, groups, tracked: companies.filter(({ id }) => tracked.has(id)) };
}

function makeCompany(random: Random, index: number): SeedCompany {
  const sector = random.weighted(SECTORS);
  const country = random.weighted(places.COUNTRIES);
  const stem = random.pick(NAME_STEMS);
  const word = random.pick(sector.words);
  const type = random.weighted(COMPANY_TYPE_WEIGHTS).value;
  const exchanges = random.sample(EXCHANGES, random.integer(1, 2));
  const symbol = `${stem.slice(0, 2)}${word.slice(0, 2)}`.toUpperCase();
  return {
    id: `co-${String(index + 1).padStart(5, '0')}`,
    name: `${stem} ${word}${random.pick(NAME_ENDINGS)}`,
    domain: `${`${stem}${word}`.toLowerCase().replace(/[^a-z0-9]+/g, '')}.example`,
    industries: sector.industries.slice(0, random.integer(1, 3)),
    industrySegments: random.sample(sector.segments, random.integer(1, 2)),
    location: `${random.pick(country.cities)}, ${country.name}`,
    type,
    ...(type === 'Public' && {
      ticker: exchanges.map((_, listing) => (listing === 0 ? symbol : `${symbol}.${listing + 1}`)),
      stockExchange: exchanges,
    }),
  };
}
