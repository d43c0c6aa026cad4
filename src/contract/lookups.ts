/** Look-ups of the service: groups, companies, the account. The specification has none of them. */

import type { ACCOUNT, FOUND_COMPANIES, GROUP_LIST, MATCHED_COMPANIES, ValueOf } from './answers.js';

export const GROUPS_PATH = '/api/v1/tracked-companies';
export const COMPANIES_PATH = '/api/v1/companies';
/** The request's body has the texts, the response's body the matching companies. */
export const MATCH_PATH = '/api/v1/companies/match';
export const ACCOUNT_PATH = '/api/v1/account';

/** The endpoints that the specification does not have, by name. */
export const EXTRAS = ['estimate', 'changes', 'groups', 'companies', 'account', 'tracking'] as const;

export type Extra = (typeof EXTRAS)[number];

/** The look-ups that the sidebar makes in the background. */
export type LookUpKind = Exclude<Extra, 'changes' | 'tracking'>;

/** The greatest number of characters that a search may have. */
export const MAX_SEARCH_LENGTH = 100;

/** Fields of a search: part of a name or domain, whole name, whole domain. All must match; case is ignored. */
export const COMPANY_SEARCHES = ['query', 'name', 'domain'] as const;

export type CompanySearch = Readonly<Partial<Record<(typeof COMPANY_SEARCHES)[number], string>>>;

export type GroupList = ValueOf<typeof GROUP_LIST>;
export type GroupSize = GroupList['groups'][number];
export type FoundCompanies = ValueOf<typeof FOUND_COMPANIES>;
export type FoundCompany = FoundCompanies['companies'][number];
export type MatchedCompanies = ValueOf<typeof MATCHED_COMPANIES>;
export type AccountState = ValueOf<typeof ACCOUNT>;
export type SpentDay = AccountState['spentByDay'][number];
export type Billing = AccountState['billing'];
