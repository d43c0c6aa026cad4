/** Finds the companies of a question: domains and names for expansions, ids for the version 1 datasets. */

import { DATASETS } from '../../contract/datasets.js';
import { isDomain, readCompanyText, withDomain } from '../../contract/domains.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import type { Targets } from '../../core/query.js';
import { caught, errors, isSignalsError } from '../errors.js';
import { wordsOf } from '../question/companies.js';
import type { Question } from '../question/question.js';

/** Looks companies up. It sends a request only if a question needs it. */
export interface CompanyDirectory {
  /** Returns the companies of groups, in their order. */
  tracked(groups: readonly string[]): readonly TrackedCompanyEntry[];
  /** Returns the companies that domains and names mean, tracked or not, by the text; empty without matching. */
  search(companies: readonly string[]): ReadonlyMap<string, TrackedCompanyEntry>;
}

/**
 * Returns the companies to request. `group` narrows every dataset to the companies of a group. Without it, a
 * version 1 dataset looks names and domains up in the spreadsheet's groups, and then in the service's matching.
 * A question that names companies or groups never becomes one for all companies.
 * @throws BAD_INPUT naming the unresolved companies; NO_GROUP
 */
export function resolveTargets(
  question: Question,
  ownGroups: readonly string[],
  directory: CompanyDirectory,
): Targets {
  const { dataset, companies, groups } = question;
  if (companies.length === 0 && groups.length === 0) return {};
  const byId = DATASETS[dataset].companiesBy === 'id';
  const names = groupsToLookUp(question, ownGroups);
  const find = groups.length > 0 ? directory.tracked : (own: readonly string[]) => trackedIn(own, directory);
  const tracked = names.length > 0 ? find(names) : [];
  if (groups.length > 0) {
    const found =
      companies.length === 0 ? tracked : resolveEach(companies, byId, (one) => matchInGroup(one, tracked));
    return byId ? idsOf(found, groups) : domainsOf(found, groups);
  }
  if (!byId) return byDomainAndName(companies);
  if (companies.every(isId)) return { companyIds: companies };
  const others = companiesToSearch(question, tracked);
  const searched = others.length > 0 ? directory.search(others) : undefined;
  const found = resolveEach(companies, true, (one) => {
    const company = searched?.get(one);
    return company ? [company] : matchTracked(one, tracked);
  });
  return idsOf(found, groups);
}

/** Returns the companies of the spreadsheet's groups. Skips deleted groups: the question names none. */
function trackedIn(groups: readonly string[], directory: CompanyDirectory): readonly TrackedCompanyEntry[] {
  return groups.flatMap((group) => {
    const found = caught(() => directory.tracked([group]));
    if (!isSignalsError(found)) return found;
    if (found.code !== 'NO_GROUP') throw found;
    return [];
  });
}

/** Returns the groups whose companies a question needs. */
export function groupsToLookUp(question: Question, ownGroups: readonly string[]): readonly string[] {
  const { dataset, companies, groups } = question;
  if (groups.length > 0) return groups;
  return DATASETS[dataset].companiesBy === 'id' && !companies.every(isId) ? ownGroups : [];
}

/** Returns the companies that only a search can find. @param tracked the companies of its groups */
export function companiesToSearch(
  { dataset, companies, groups }: Question,
  tracked: readonly TrackedCompanyEntry[],
): readonly string[] {
  if (groups.length > 0 || DATASETS[dataset].companiesBy !== 'id') return [];
  return companies.filter((one) => !isId(one) && matchTracked(one, tracked).length === 0);
}

function byDomainAndName(companies: readonly string[]): Targets {
  return {
    companyDomain: companies.filter(isDomain),
    companyName: companies.filter((company) => !isDomain(company)),
  };
}

/** @param byId true to accept an unknown company's id @throws BAD_INPUT naming what is not found */
function resolveEach(
  companies: readonly string[],
  byId: boolean,
  find: (company: string) => readonly TrackedCompanyEntry[],
): readonly TrackedCompanyEntry[] {
  const missing: string[] = [];
  const found = companies.flatMap((company) => {
    const matches = find(company);
    if (matches.length > 0) return matches;
    if (byId && mayBeId(company)) return [{ id: company, name: '', domain: '' }];
    missing.push(company);
    return [];
  });
  if (missing.length > 0) throw errors.unresolved(missing);
  return found;
}

/** Finds by id, then domain, then name: equal names, else names with the same words. Ignores parent domains. */
function matchTracked(
  wanted: string,
  tracked: readonly TrackedCompanyEntry[],
): readonly TrackedCompanyEntry[] {
  const byId = tracked.filter(({ id }) => id === wanted);
  if (byId.length > 0) return byId;
  const { name } = readCompanyText(wanted);
  if (name === '') return withDomain([wanted.toLowerCase()], tracked);
  const words = wordsOf(name);
  if (words.trim() === '') return [];
  const same = tracked.filter((company) => wordsOf(company.name) === words);
  // the address of a profile page contains the full name
  return same.length > 0 || name !== wanted
    ? same
    : tracked.filter((company) => wordsOf(company.name).includes(words));
}

/** Also finds by parent domain or part of a word, which elsewhere than in a named group would be too loose. */
function matchInGroup(
  wanted: string,
  tracked: readonly TrackedCompanyEntry[],
): readonly TrackedCompanyEntry[] {
  const found = matchTracked(wanted, tracked);
  if (found.length > 0) return found;
  if (isDomain(wanted)) return withDomain(readCompanyText(wanted).domains, tracked);
  const letters = wordsOf(wanted).trim();
  if (letters === '') return found;
  return tracked.filter(({ name }) => wordsOf(name).includes(letters));
}

/** True for an id: digits alone or after a sign, such as 4711 or c_000123. No company has such a name. */
function isId(company: string): boolean {
  return /^([\w:-]*[_:-])?\d{3,}$/.test(company) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(company);
}

/** True for a word that ends in digits: an id, unless a company has this name (Life360). */
function mayBeId(company: string): boolean {
  return isId(company) || /^\w*\d{3,}$/.test(company);
}

function domainsOf(companies: readonly TrackedCompanyEntry[], groups: readonly string[]): Targets {
  const companyDomain = unique(companies.map((company) => company.domain));
  const nameless = companies.filter((company) => company.domain === '');
  const companyName = unique(nameless.map((company) => company.name));
  if (companyDomain.length + companyName.length === 0) throw errors.emptyGroup(groups.join(', '));
  return { companyDomain, companyName };
}

function idsOf(companies: readonly TrackedCompanyEntry[], groups: readonly string[]): Targets {
  const companyIds = unique(companies.map((company) => company.id));
  if (companyIds.length === 0) throw errors.emptyGroup(groups.join(', '));
  return { companyIds };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}
