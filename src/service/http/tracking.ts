/** Changes of groups by clients whose key may do so. Free. */
import type { FastifyInstance } from 'fastify';
import { isObject } from '../../contract/json.js';
import {
  type GroupChange,
  MAX_COMPANIES_OF_GROUP,
  MAX_GROUP_NAME,
  MAX_GROUPS_OF_KEY,
  MAX_TRACKED_AT_ONCE,
} from '../../contract/tracking.js';
import type { EditRefusal } from '../database/edit-group.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { accountOf } from './authentication.js';
import { checkedGroup, noGroup } from './groups.js';
import { TRACK_SCHEMA } from './lookup-schemas.js';

export function registerTracking(app: FastifyInstance, store: Pick<Store, 'editGroup'>): void {
  app.post<{ Params: { GROUP_NAME: string } }>('/api/v1/tracked-companies/:GROUP_NAME', {
    schema: TRACK_SCHEMA,
    config: { alwaysNeedsKey: true, work: 'slow' },
    handler: async (request) => {
      const { keyId, mayEditGroups } = accountOf(request);
      if (!mayEditGroups)
        throw new ServiceError(
          'NOT_ALLOWED',
          'This key may not change groups: ask the operator of the service to allow it',
        );
      const group = checkedGroup(request.params.GROUP_NAME);
      const edited = await store.editGroup({ keyId, group, ...changeIn(request.body) });
      if (typeof edited === 'string') throw refusalOf(edited, group);
      return { status: '200', message: 'Success', ...edited };
    },
  });
}

function refusalOf(refusal: EditRefusal, group: string): ServiceError {
  const badInput = (message: string) => new ServiceError('BAD_INPUT', message);
  switch (refusal) {
    case 'no-group':
      return noGroup(group);
    case 'bad-name':
      return badInput(
        `GROUP_NAME of a new group must have 1 to ${MAX_GROUP_NAME} characters, without spaces around it or control characters`,
      );
    case 'too-many-groups':
      return badInput(
        `GROUP_NAME would be one group too many: this key has created ${MAX_GROUPS_OF_KEY}; remove all companies of one`,
      );
    default:
      return badInput(
        `add has too many companies: a group has at most ${MAX_COMPANIES_OF_GROUP}; remove some, or use another group`,
      );
  }
}

/** @throws ServiceError BAD_INPUT */
function changeIn(body: unknown): Required<GroupChange> {
  const { add = [], remove = [], ...others } = isObject(body) ? body : {};
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ServiceError('BAD_INPUT', `${other.slice(0, 100)} is not known; send add or remove`);
  const change = { add: idsIn('add', add), remove: idsIn('remove', remove) };
  if (change.add.length + change.remove.length === 0)
    throw new ServiceError('BAD_INPUT', 'add or remove must have the id of a company');
  const both = change.remove.find((id) => change.add.includes(id));
  if (both !== undefined)
    throw new ServiceError(
      'BAD_INPUT',
      `remove has ${both.slice(0, 100)}, which add has, too: keep one of them`,
    );
  return change;
}

function idsIn(name: string, ids: unknown): readonly string[] {
  const isList = Array.isArray(ids) && ids.length <= MAX_TRACKED_AT_ONCE;
  if (isList && ids.every((id): id is string => typeof id === 'string' && id !== '' && !id.includes('\0')))
    return [...new Set<string>(ids)];
  throw new ServiceError(
    'BAD_INPUT',
    `${name} must be a list of at most ${MAX_TRACKED_AT_ONCE} ids of companies, such as ["co-00001"]`,
  );
}
