/** The vocabulary of the sample data. Every domain ends in `.example`, which cannot be registered; the places are real. */
import companies from './vocabulary/companies.json';
import expansions from './vocabulary/expansions.json';
import people from './vocabulary/people.json';
import places from './vocabulary/places.json';

/**
 * First and last words of names, weights of types, and companies with difficult names. A sector has the main industry first,
 * and the middle words of names; a group of tracked companies has the main industry of its members, and its size.
 */
export const { NAME_STEMS, NAME_ENDINGS, COMPANY_TYPE_WEIGHTS, EXCHANGES, ODD_COMPANIES, SECTORS, GROUPS } =
  companies;
/**
 * A kind of expansion: the main industries of the companies that do it, any by default; the share with an amount, and the
 * median of the amount in millions of US dollars; the same for jobs. In headlines, `{co}`, `{place}` and `{country}` are
 * filled in.
 */
export const { EXPANSION_KINDS } = expansions;
export const PER_US_DOLLAR: Readonly<Record<string, number>> = expansions.PER_US_DOLLAR;
export const { FIRST_NAMES, LAST_NAMES, TITLES, PUBLISHERS, TRIGGERS, REASONS } = people;
/** Cities are 'City, State', or 'City' where states are not usual; the weight says how often events happen there. */
export const { COUNTRIES } = places;
