/** The service's answer to texts that may mean companies. */
import type { MATCHED_COMPANIES, ValueOf } from './answers.js';
import { MATCH_STATUSES } from './enumerations.js';
import { asFields, listOf, objectOf } from './json.js';

/** The greatest number of texts in one request. */
export const MAX_MATCHED = 500;
/** The greatest number of characters of a text; longer ones are not names. */
export const MAX_MATCHED_LENGTH = 300;

export type CompanyMatch = ValueOf<typeof MATCHED_COMPANIES>['matches'][number];
export type MatchStatus = CompanyMatch['status'];
export type KnownCompany = CompanyMatch['alternatives'][number];

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
