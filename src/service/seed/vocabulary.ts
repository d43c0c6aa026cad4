/** The vocabulary of the sample data. Domains end in `.example`, which is reserved; the places are real. */
import companies from './vocabulary/companies.json';
import expansions from './vocabulary/expansions.json';
import people from './vocabulary/people.json';
import places from './vocabulary/places.json';

/**
 * First and last words of names, weights of types, and companies with difficult names. A sector has its main
 * industry first, and the middle words of names; a group has its companies' main industry, and its size.
 */
export const { NAME_STEMS, NAME_ENDINGS, COMPANY_TYPE_WEIGHTS, EXCHANGES, ODD_COMPANIES, SECTORS, GROUPS } =
  companies;
/**
 * Kinds of expansions: the main industries of their companies (any if missing); the share with an amount, and
 * the median in millions of US dollars; the same for jobs. Headlines have the placeholders `{co}`, `{place}`
 * and `{country}`.
 */
export const { EXPANSION_KINDS } = expansions;
export const PER_US_DOLLAR: Readonly<Record<string, number>> = expansions.PER_US_DOLLAR;
export const { FIRST_NAMES, LAST_NAMES, TITLES, PUBLISHERS, TRIGGERS, REASONS } = people;
/** Cities are 'City, State', or 'City' where states are unusual; the weight is the frequency of events. */
export const { COUNTRIES } = places;
