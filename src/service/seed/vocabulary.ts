/** The vocabulary of the sample data. Every domain ends in `.example`, which cannot be registered; the places are real. */
import type { CHANGE_REASONS, EXPANSION_TYPES, INDUSTRIES } from '../../contract/enumerations.js';
import companies from './vocabulary/companies.json';
import expansions from './vocabulary/expansions.json';
import people from './vocabulary/people.json';
import places from './vocabulary/places.json';

type Industry = (typeof INDUSTRIES)[number];

export interface Sector {
  readonly weight: number;
  /** The first is the main one. */
  readonly industries: readonly Industry[];
  readonly segments: readonly string[];
  /** Middle words of names. */
  readonly words: readonly string[];
}

export interface ExpansionKind {
  readonly type: (typeof EXPANSION_TYPES)[number];
  readonly weight: number;
  /** Main industries of the companies that do this; any by default. */
  readonly by?: readonly Industry[];
  /** Share with an amount, and the median of the amount in millions of US dollars. */
  readonly investment: readonly [share: number, medianMillion: number];
  /** Share with a number of jobs, and its median. */
  readonly jobs: readonly [share: number, median: number];
  /** `{co}`, `{place}` and `{country}` are filled in; an amount and jobs are added where known. */
  readonly headlines: readonly string[];
}

export interface Country {
  readonly name: string;
  readonly currency: string;
  /** How often events happen there. */
  readonly weight: number;
  /** 'City, State', or 'City' where states are not usual. */
  readonly cities: readonly string[];
}

/** First and last words of names, weights of types, and companies with difficult names. */
export const { NAME_STEMS, NAME_ENDINGS, COMPANY_TYPE_WEIGHTS, EXCHANGES, ODD_COMPANIES } = companies;
export const SECTORS = companies.SECTORS as readonly Sector[];
/** Groups of tracked companies: the main industry of their members, and their size. */
export const GROUPS = companies.GROUPS as readonly {
  readonly name: string;
  readonly industry?: Industry;
  readonly size: number;
}[];
export const EXPANSION_KINDS = expansions.EXPANSION_KINDS as unknown as readonly ExpansionKind[];
export const PER_US_DOLLAR: Readonly<Record<string, number>> = expansions.PER_US_DOLLAR;
export const { FIRST_NAMES, LAST_NAMES, TITLES, PUBLISHERS, TRIGGERS } = people;
export const REASONS = people.REASONS as readonly {
  readonly weight: number;
  readonly reason: (typeof CHANGE_REASONS)[number];
  readonly headline: string;
}[];
export const COUNTRIES: readonly Country[] = places.COUNTRIES;
