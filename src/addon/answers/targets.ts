/** Finds the companies of a question: domains and names for expansions, ids for the version 1 datasets. */

import { DATASETS } from '../../contract/datasets.js';
import { isDomain, readCompanyText, withDomain } from '../../contract/domains.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import type { Targets } from '../../core/query.js';
import { errors, isSignalsError } from '../errors.js';
import { wordsOf } from '../question/companies.js';
import type { Question } from '../question/question.js';

/** Looks companies up. It asks the service only if a question needs it. */
export interface CompanyDirectory {
  /** The companies of groups, in their order. */
  tracked(groups: readonly string[]): readonly TrackedCompanyEntry[];
  /** The companies that these domains and names mean, tracked or not, by the text; none where the service does not match them. */
  search(companies: readonly string[]): ReadonlyMap<string, TrackedCompanyEntry>;
}

/**
 * `group` narrows every dataset to the companies of a group. Without it, version 1 looks domains and names up in the
 * spreadsheet's own groups, and has the service match those that are not there. A question that names companies or
 * groups never becomes one for all companies.
 * @throws BAD_INPUT naming what could not be resolved; NO_GROUP
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

/** The companies of the spreadsheet's groups: the question does not name them, so one that is gone is left out. */
function trackedIn(groups: readonly string[], directory: CompanyDirectory): readonly TrackedCompanyEntry[] {
  return groups.flatMap((group) => {
    try {
      return directory.tracked([group]);
    } catch (error) {
      if (isSignalsError(error) && error.code === 'NO_GROUP') return [];
      throw error;
    }
  });
}

/** The groups whose companies a question needs. */
export function groupsToLookUp(question: Question, ownGroups: readonly string[]): readonly string[] {
  const { dataset, companies, groups } = question;
  if (groups.length > 0) return groups;
  return DATASETS[dataset].companiesBy === 'id' && !companies.every(isId) ? ownGroups : [];
}

/** The companies of a question that only a search can find. @param tracked companies of its groups */
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

/** @param byId whether an id may be of no company that is known. @throws BAD_INPUT naming what is not found */
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

/** By id, then domain, then name: the same, else one that holds the same words. The service may know a subdomain's own company. */
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
  // the address of a profile has the whole name
  return same.length > 0 || name !== wanted
    ? same
    : tracked.filter((company) => wordsOf(company.name).includes(words));
}

/** Also by a parent domain and a part of a word. Only in a group that the question names: elsewhere Intel would be Intelsat. */
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

/** An id: digits alone, or behind a sign (4711, c_000123). No company has such a name. */
function isId(company: string): boolean {
  return /^([\w:-]*[_:-])?\d{3,}$/.test(company) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(company);
}

/** A word that ends in digits is a name (Life360), or an id where no company has this name. */
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
