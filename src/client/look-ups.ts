/** The free look-ups of the service: groups, companies, the account; and the companies of a question. */
import { canBeName, toRow } from '../addon/answers/company-matches.js';
import { type CompanyDirectory, companiesToSearch, groupsToLookUp } from '../addon/answers/targets.js';
import {
  foundCompanies,
  listedName,
  toTrackedCompany,
  trackedRows,
} from '../addon/answers/tracked-companies.js';
import { errors, isSignalsError } from '../addon/errors.js';
import type { Question } from '../addon/question/question.js';
import { changeGroupCall, lookUpCall, matchCall, trackedCall } from '../addon/service/calls.js';
import { findCompaniesPath } from '../contract/endpoints.js';
import { type Guard, isObject, listOf, objectOf } from '../contract/json.js';
import {
  ACCOUNT_PATH,
  type AccountState,
  type FoundCompany,
  GROUPS_PATH,
  type GroupSize,
  MAX_SEARCH_LENGTH,
  type SpentDay,
} from '../contract/lookups.js';
import { isKnownCompany, MAX_MATCHED_LENGTH } from '../contract/match-answer.js';
import { type ChangedGroup, joinedChanges, MAX_TRACKED_AT_ONCE } from '../contract/tracking.js';
import { clientErrors, forClient } from './errors.js';
import type { Service } from './service.js';
import type { SignalsClient } from './types.js';

type LookUps = Pick<SignalsClient, 'groups' | 'tracked' | 'companies' | 'match' | 'track' | 'account'>;

/** The lifetime of a cached group. */
const GROUP_MS = 300_000;

const isGroup = objectOf<GroupSize>({ name: 'string', companies: 'number' });
const isTracked = objectOf<Pick<FoundCompany, 'tracked'>>({ tracked: 'boolean' });
const isCompany = (value: unknown): value is FoundCompany => isKnownCompany(value) && isTracked(value);
const areSpentDays = listOf(objectOf<SpentDay>({ day: 'string', credits: 'number' }));
const hasAccountFields = objectOf<AccountState>({
  name: 'string',
  balance: 'number',
  spentToday: 'number',
  spentByDay: 'list',
  caps: 'object',
  rateLimit: 'number?',
  billing: 'string',
  mayEditGroups: 'boolean?',
});
const isAccount = (value: unknown): value is AccountState =>
  hasAccountFields(value) && areSpentDays(value.spentByDay);

export function createLookUps(service: Service, now: () => number): LookUps {
  const cached = new Map<string, { at: number; group: Promise<Group> }>();

  /** Returns a list of an answer; undefined if the service lacks it. @throws SERVICE for an invalid item */
  async function listAt<T>(path: string, name: string, isItem: Guard<T>): Promise<readonly T[] | undefined> {
    const [answer] = (await service.lookUp(path, isObject)) ?? [];
    const list = answer?.[name];
    if (!Array.isArray(list)) return undefined;
    if (!list.every(isItem)) throw forClient(errors.notJson(JSON.stringify(list).slice(0, 100)));
    return list;
  }

  /** Finds a group in any case; its name is then the listed one. @throws NO_GROUP */
  function findGroup(name: string): Promise<Group> {
    const known = cached.get(name);
    if (known && now() - known.at < GROUP_MS) return known.group;
    const group = askForGroup(service, name).catch(async (error: unknown) => {
      if (!isNoGroup(error)) throw error;
      return askForGroup(service, listedName(name, await service.ask(lookUpCall(GROUPS_PATH))));
    });
    cached.set(name, { at: now(), group });
    group.catch(() => cached.delete(name));
    return group;
  }

  return {
    groups: () => listAt(GROUPS_PATH, 'groups', isGroup),
    tracked: async (group) => (await findGroup(group)).companies,
    async companies(query) {
      if (query.trim() === '' || query.length > MAX_SEARCH_LENGTH)
        throw clientErrors.badSearch(MAX_SEARCH_LENGTH);
      return listAt(findCompaniesPath(query.trim()), 'companies', isCompany);
    },
    async match(texts) {
      const long = texts.find((text) => text.length > MAX_MATCHED_LENGTH);
      if (long !== undefined) throw clientErrors.badMatch(long, MAX_MATCHED_LENGTH);
      return service.ask(matchCall(texts));
    },
    async track(group, { add = [], remove = [] }) {
      // a name in another case must not create a second group
      const { name } = await findGroup(group).catch((error: unknown) => {
        if (!isNoGroup(error)) throw error;
        return { name: group };
      });
      const parts: ChangedGroup[] = [];
      for (let at = 0; at < Math.max(add.length, remove.length, 1); at += MAX_TRACKED_AT_ONCE) {
        const end = at + MAX_TRACKED_AT_ONCE;
        const change = { add: add.slice(at, end), remove: remove.slice(at, end) };
        const changed = await service.ask(changeGroupCall(name, change));
        // also under its name in another case
        cached.clear();
        if (!changed) return undefined;
        parts.push(changed);
      }
      return joinedChanges(parts);
    },
    account: async () => (await service.lookUp(ACCOUNT_PATH, isAccount))?.[0],
  };
}

type Group = Awaited<ReturnType<typeof askForGroup>>;

async function askForGroup(service: Service, name: string) {
  const body = await service.ask(trackedCall(name));
  return { name, companies: trackedRows(body).map(toTrackedCompany) };
}

/**
 * Returns the directory that plans a question. No request for a question without groups and names.
 * @param ownGroups the groups in which names are looked up if a question names no group
 */
export async function directoryOf(
  { tracked, match }: LookUps,
  question: Question,
  ownGroups: readonly string[],
): Promise<CompanyDirectory> {
  const lists = groupsToLookUp(question, ownGroups).map((group) =>
    tracked(group).catch((error: unknown) => {
      // a question that names no group does not fail for want of one
      if (question.groups.length === 0 && isNoGroup(error)) return [];
      throw error;
    }),
  );
  const all = (await Promise.all(lists)).flat();
  const members = [...new Map(all.map((one) => [one.id || one, one])).values()];
  const names = companiesToSearch(question, members).filter(canBeName);
  const matches = names.length > 0 ? await match(names) : undefined;
  const rows = matches?.map((one, index) => [names[index]!, toRow(names[index]!, one)] as const);
  const found = foundCompanies(new Map(rows));
  return { tracked: () => members, search: () => found };
}

function isNoGroup(error: unknown): boolean {
  return isSignalsError(error) && error.code === 'NO_GROUP';
}
