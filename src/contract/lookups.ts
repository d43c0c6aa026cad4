/** Look-ups of the service: groups, companies, the account. The specification has none of them. */

import type { CompanyMatch, KnownCompany } from './match-answer.js';

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

/** The greatest number of companies that a search returns. */
export const MAX_FOUND = 10;
/** The greatest number of characters that a search may have. */
export const MAX_SEARCH_LENGTH = 100;

/** Fields of a search: part of a name or domain, whole name, whole domain. All must match; case is ignored. */
export const COMPANY_SEARCHES = ['query', 'name', 'domain'] as const;

export type CompanySearch = Readonly<Partial<Record<(typeof COMPANY_SEARCHES)[number], string>>>;

export interface GroupSize {
  readonly name: string;
  /** Number of its companies. */
  readonly companies: number;
}

/** Status and message as in the list of tracked companies. */
interface Success {
  readonly status: string;
  readonly message: string;
}

export interface GroupList extends Success {
  /** By name. */
  readonly groups: readonly GroupSize[];
}

export interface FoundCompany extends Omit<KnownCompany, 'formerNames'> {
  /** True if it is in any group. */
  readonly tracked: boolean;
}

export interface FoundCompanies extends Success {
  /** The best first. */
  readonly companies: readonly FoundCompany[];
}

export interface MatchedCompanies extends Success {
  /** One for each text, in order. */
  readonly matches: readonly CompanyMatch[];
}

export interface SpentDay {
  /** In UTC, 'YYYY-MM-DD'. */
  readonly day: string;
  readonly credits: number;
}

/** A credit pays for each record in each answer, or for each version of a record once. */
export const BILLINGS = ['per-answer', 'per-version'] as const;
export type Billing = (typeof BILLINGS)[number];

export interface AccountState {
  /** The name of the key. */
  readonly name: string;
  /** Credits that are left. */
  readonly balance: number;
  /** Credits, since midnight UTC. */
  readonly spentToday: number;
  /** Those of the last 31 days on which credits were spent, newest first. */
  readonly spentByDay: readonly SpentDay[];
  readonly caps: {
    /** The greatest limit of a query. */
    readonly recordsPerAnswer: number;
    /** For all that use the key, per day in UTC; missing without a cap. */
    readonly creditsPerDay?: number;
  };
  /** Requests per minute; missing without a limit. */
  readonly rateLimit?: number;
  readonly billing: Billing;
  /** True if the key may add and remove companies of groups; missing if the service has no such endpoint. */
  readonly mayEditGroups?: boolean;
}
