/** The service's answer to texts that may mean companies. */
import { asFields, listOf, objectOf } from './json.js';

/** The greatest number of texts in one request. */
export const MAX_MATCHED = 500;
/** The greatest number of characters of a text; longer ones are no names. */
export const MAX_MATCHED_LENGTH = 300;

export interface KnownCompany {
  readonly id: string;
  readonly name?: string;
  readonly domain?: string;
  /** Headquarters: city, state, country. */
  readonly location?: string;
  /** Names that it had before. */
  readonly formerNames?: readonly string[];
}

/**
 * exact: the same id, domain or name, whatever its spelling and legal form. probable: one company is near, such as by a typing
 * error. renamed: a name that the company had before. several: it can mean more than one. none: nothing is near.
 */
export const MATCH_STATUSES = ['exact', 'probable', 'renamed', 'several', 'none'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export interface CompanyMatch {
  readonly status: MatchStatus;
  /** 0 to 100; there is a company from 80 on. */
  readonly confidence: number;
  /** The company that is meant; missing for several and none. */
  readonly company?: KnownCompany;
  /** Others that are near, the nearest first. */
  readonly alternatives: readonly KnownCompany[];
}

const isKnownCompany = objectOf<KnownCompany>({
  id: 'string',
  name: 'string?',
  domain: 'string?',
  location: 'string?',
  formerNames: 'list?',
});

/** Whether a value has the fields of a match: a service may send anything. */
export function isCompanyMatch(value: unknown): value is CompanyMatch {
  const { status, confidence, company, alternatives } = asFields(value);
  return (
    MATCH_STATUSES.some((one) => one === status) &&
    typeof confidence === 'number' &&
    (company === undefined || isKnownCompany(company)) &&
    listOf(isKnownCompany)(alternatives)
  );
}
