/** The free look-ups of the service: groups, companies, the account. */
import { errors } from '../addon/errors.js';
import { changeGroupCall, matchCall } from '../addon/service/calls.js';
import { findCompaniesPath } from '../contract/endpoints.js';
import { type Guard, objectOf } from '../contract/json.js';
import {
  ACCOUNT_PATH,
  type AccountState,
  type FoundCompanies,
  type FoundCompany,
  GROUPS_PATH,
  type GroupList,
  type GroupSize,
  MAX_SEARCH_LENGTH,
} from '../contract/lookups.js';
import { isKnownCompany, MAX_MATCHED_LENGTH } from '../contract/match-answer.js';
import { type ChangedGroup, joinedChanges, MAX_TRACKED_AT_ONCE } from '../contract/tracking.js';
import type { ClientContext } from './context.js';
import { clientErrors, forClient } from './errors.js';
import type { SignalsClient } from './types.js';

type LookUps = Pick<SignalsClient, 'groups' | 'tracked' | 'companies' | 'match' | 'track' | 'account'>;

const isGroup = objectOf<GroupSize>({ name: 'string', companies: 'number' });
const isTracked = objectOf<Pick<FoundCompany, 'tracked'>>({ tracked: 'boolean' });
const isCompany = (value: unknown): value is FoundCompany => isKnownCompany(value) && isTracked(value);
const isGroups = objectOf<GroupList>({ status: 'string', message: 'string', groups: 'list' });
const isFound = objectOf<FoundCompanies>({ status: 'string', message: 'string', companies: 'list' });
const isAccount = objectOf<AccountState>({
  name: 'string',
  balance: 'number',
  spentToday: 'number',
  spentByDay: 'list',
  caps: 'object',
  rateLimit: 'number?',
  billing: 'string',
  mayEditGroups: 'boolean?',
});

/** @throws SERVICE for a list with an invalid item */
function items<T>(list: readonly T[] | undefined, guard: Guard<T>): readonly T[] | undefined {
  if (list && !list.every(guard)) throw forClient(errors.notJson(JSON.stringify(list).slice(0, 100)));
  return list;
}

export function createLookUps({ service, companies }: ClientContext): LookUps {
  const read = async <T>(path: string, guard: Guard<T>) => (await service.lookUp(path, guard))?.[0];

  return {
    groups: async () => items((await read(GROUPS_PATH, isGroups))?.groups, isGroup),
    tracked: companies.tracked,
    async companies(query) {
      if (query.trim() === '' || query.length > MAX_SEARCH_LENGTH)
        throw clientErrors.badSearch(MAX_SEARCH_LENGTH);
      return items((await read(findCompaniesPath(query.trim()), isFound))?.companies, isCompany);
    },
    async match(texts) {
      const long = texts.find((text) => text.length > MAX_MATCHED_LENGTH);
      if (long !== undefined) throw clientErrors.badMatch(long, MAX_MATCHED_LENGTH);
      return service.ask((connection) => matchCall(connection, texts));
    },
    async track(group, { add = [], remove = [] }) {
      const parts: ChangedGroup[] = [];
      for (let at = 0; at < Math.max(add.length, remove.length, 1); at += MAX_TRACKED_AT_ONCE) {
        const end = at + MAX_TRACKED_AT_ONCE;
        const change = { add: add.slice(at, end), remove: remove.slice(at, end) };
        const changed = await service.ask((connection) => changeGroupCall(connection, group, change));
        companies.invalidate(group);
        if (!changed) return undefined;
        parts.push(changed);
      }
      return joinedChanges(parts);
    },
    account: () => read(ACCOUNT_PATH, isAccount),
  };
}
