/** Finds the companies of a question: those of its groups, and those that the service matches. */
import { canBeName, toRow } from '../addon/answers/company-matches.js';
import { type CompanyDirectory, companiesToSearch, groupsToLookUp } from '../addon/answers/targets.js';
import {
  foundCompanies,
  listedName,
  toTrackedCompany,
  trackedRows,
} from '../addon/answers/tracked-companies.js';
import { isSignalsError } from '../addon/errors.js';
import type { Question } from '../addon/question/question.js';
import { lookUpCall, matchCall, trackedCall } from '../addon/service/calls.js';
import { GROUPS_PATH } from '../contract/lookups.js';
import type { TrackedCompanyEntry } from '../contract/sidebar-api.js';
import type { Service } from './service.js';

/** The lifetime of a cached group. */
const GROUP_MS = 300_000;

/** @param ownGroups the groups in which names are looked up if a question names no group */
export function createCompanies(service: Service, ownGroups: readonly string[], now: () => number) {
  const groups = new Map<string, { at: number; companies: Promise<readonly TrackedCompanyEntry[]> }>();

  /** Returns the companies of a group, cached for some minutes. @throws NO_GROUP */
  function tracked(group: string): Promise<readonly TrackedCompanyEntry[]> {
    const known = groups.get(group);
    if (known && now() - known.at < GROUP_MS) return known.companies;
    const companies = service
      .ask((connection) => trackedCall(connection, group))
      .then((body) => trackedRows(body).map(toTrackedCompany));
    groups.set(group, { at: now(), companies });
    companies.catch(() => groups.delete(group));
    return companies;
  }

  /** Like `tracked`, also for a group that the service lists in another case. @throws NO_GROUP with the nearest name */
  function trackedInAnyCase(group: string): Promise<readonly TrackedCompanyEntry[]> {
    return tracked(group).catch(async (error: unknown) => {
      if (!isNoGroup(error)) throw error;
      return tracked(listedName(group, await service.ask((one) => lookUpCall(one, GROUPS_PATH))));
    });
  }

  /** Returns the matched companies by text; empty if the service has no matching. */
  async function search(texts: readonly string[]): Promise<ReadonlyMap<string, TrackedCompanyEntry>> {
    const names = texts.filter(canBeName);
    const matches =
      names.length > 0 ? await service.ask((connection) => matchCall(connection, names)) : undefined;
    return foundCompanies(
      new Map(matches?.map((match, index) => [names[index]!, toRow(names[index]!, match)])),
    );
  }

  return {
    tracked,
    /** Drops a changed group from the cache. */
    invalidate: (group: string) => void groups.delete(group),
    /** Returns the directory that plans a question. No request for a question without groups and names. */
    async directoryOf(question: Question): Promise<CompanyDirectory> {
      const lists = groupsToLookUp(question, ownGroups).map((group) =>
        trackedInAnyCase(group).catch((error: unknown) => {
          // a question that names no group does not fail for want of one
          if (question.groups.length === 0 && isNoGroup(error)) return [];
          throw error;
        }),
      );
      const all = (await Promise.all(lists)).flat();
      const members = [...new Map(all.map((one) => [one.id || one, one])).values()];
      const found = await search(companiesToSearch(question, members));
      return { tracked: () => members, search: () => found };
    },
  };
}

function isNoGroup(error: unknown): boolean {
  return isSignalsError(error) && error.code === 'NO_GROUP';
}
