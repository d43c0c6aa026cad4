/** The service's answer to texts that may mean companies. */
import { asFields, listOf, objectOf } from './json.js';

/** The greatest number of texts in one request. */
export const MAX_MATCHED = 500;
/** The greatest number of characters of a text; longer ones are not names. */
export const MAX_MATCHED_LENGTH = 300;

/** The greatest number of alternatives in the answer to a text. */
export const MAX_ALTERNATIVES = 5;

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
 * exact: same id, domain or name, regardless of spelling and legal form. probable: one is similar, such as by
 * a typing error. renamed: an earlier name. several: more than one fits. none: none is similar.
 */
export const MATCH_STATUSES = ['exact', 'probable', 'renamed', 'several', 'none'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export interface CompanyMatch {
  readonly status: MatchStatus;
  /** 0 to 100; from 80 on, a company matches. */
  readonly confidence: number;
  /** The matching company; missing for several and none. */
  readonly company?: KnownCompany;
  /** Other similar companies, the most similar first. */
  readonly alternatives: readonly KnownCompany[];
}

export const isKnownCompany = objectOf<KnownCompany>({
  id: 'string',
  name: 'string?',
  domain: 'string?',
  location: 'string?',
  formerNames: 'list?',
});

/** True if a value has the fields of a match. Another service may send anything. */
export function isCompanyMatch(value: unknown): value is CompanyMatch {
  const { status, confidence, company, alternatives } = asFields(value);
  return (
    MATCH_STATUSES.some((one) => one === status) &&
    typeof confidence === 'number' &&
    (company === undefined || isKnownCompany(company)) &&
    listOf(isKnownCompany)(alternatives)
  );
}
