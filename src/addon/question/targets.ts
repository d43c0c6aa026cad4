/** Which companies a question goes out for: domains and names for expansions, ids for the version 1 datasets. */

import { errors } from '../errors.js';
import { isDomain } from './companies.js';
import type { Question } from './question.js';
import type { Targets } from './requests.js';

export interface TrackedCompanyRow {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** The companies of groups, in their order. Asked only when a question cannot do without. */
export type Roster = (groups: readonly string[]) => readonly TrackedCompanyRow[];

/**
 * `group` narrows every dataset to the companies of a group. Without it, version 1 looks domains and names up in the
 * spreadsheet's own groups.
 * @throws BAD_INPUT naming what could not be resolved; NO_GROUP
 */
export function resolveTargets(question: Question, ownGroups: readonly string[], roster: Roster): Targets {
  const { dataset, companies, groups } = question;
  if (dataset === 'business-expansion') {
    if (groups.length === 0) return byDomainAndName(companies);
    const found = companies.length > 0 ? matchAll(companies, roster(groups)) : everyone(groups, roster);
    return {
      companyDomain: unique(found.map((company) => company.domain)),
      companyName: unique(found.filter((company) => company.domain === '').map((company) => company.name)),
    };
  }
  if (companies.length === 0) {
    return groups.length === 0 ? {} : { companyIds: idsOf(everyone(groups, roster)) };
  }
  const lookIn = groups.length > 0 ? groups : ownGroups;
  if (groups.length === 0 && companies.every(looksLikeId)) return { companyIds: companies };
  if (lookIn.length === 0) throw errors.needGroup();
  return { companyIds: idsOf(matchAll(companies, roster(lookIn))) };
}

function byDomainAndName(companies: readonly string[]): Targets {
  return {
    companyDomain: companies.filter(isDomain),
    companyName: companies.filter((company) => !isDomain(company)),
  };
}

function everyone(groups: readonly string[], roster: Roster): readonly TrackedCompanyRow[] {
  const companies = roster(groups);
  if (companies.length === 0) throw errors.emptyGroup(groups.join(', '));
  return companies;
}

function matchAll(wanted: readonly string[], tracked: readonly TrackedCompanyRow[]): TrackedCompanyRow[] {
  const missing: string[] = [];
  const found = wanted.flatMap((company) => {
    const matches = match(company, tracked);
    if (matches.length > 0) return matches;
    // an id of a company that is in none of the groups is still an id
    if (looksLikeId(company)) return [{ id: company, name: '', domain: '' }];
    missing.push(company);
    return [];
  });
  if (missing.length > 0) throw errors.unresolved(missing);
  return found;
}

/** By id, then domain, then name; a part of a name will do where no name is the same. */
function match(wanted: string, tracked: readonly TrackedCompanyRow[]): readonly TrackedCompanyRow[] {
  const text = wanted.toLowerCase();
  const byId = tracked.filter(({ id }) => id === wanted);
  if (byId.length > 0) return byId;
  if (isDomain(wanted)) return tracked.filter(({ domain }) => domain.toLowerCase() === text);
  const same = tracked.filter(({ name }) => name.toLowerCase() === text);
  if (same.length > 0) return same;
  return tracked.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .includes(text),
  );
}

/** Ids are one word that ends in at least three digits (c_000123, 4711); no name of a company looks so. */
function looksLikeId(company: string): boolean {
  return /^[\w:-]*\d{3,}$/.test(company) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(company);
}

function idsOf(companies: readonly TrackedCompanyRow[]): readonly string[] {
  return unique(companies.map((company) => company.id));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}
