/** Groups of tracked companies: lists, edits by keys with that right, and pushes of their news. Free. */
import type { FastifyInstance } from 'fastify';
import { CALLBACK_HEADER, CALLBACK_STATUS_HEADER } from '../../contract/endpoints.js';
import { asFields } from '../../contract/json.js';
import {
  type GroupChange,
  MAX_COMPANIES_OF_GROUP,
  MAX_GROUP_NAME,
  MAX_GROUPS_OF_KEY,
  MAX_TRACKED_AT_ONCE,
} from '../../contract/tracking.js';
import type { EditRefusal } from '../database/groups.js';
import { pushNews } from '../push/push-news.js';
import { badInput, noGroup, ServiceError } from '../service-error.js';
import { accountOf } from './authentication.js';
import type { EndpointOptions } from './endpoint.js';
import { PUSH_NEWS_SCHEMA, TRACK_SCHEMA, TRACKED_COMPANIES_SCHEMA } from './lookup-schemas.js';

const TRACKED_PATH = '/api/v1/tracked-companies/:GROUP_NAME';
const PUSH_PATH = '/api/v1/push-news/:GROUP_NAME/:DAYS';

interface OfGroup {
  Params: { GROUP_NAME: string };
}

export function registerGroups(app: FastifyInstance, options: EndpointOptions): void {
  const { store, extras } = options;
  app.get<OfGroup>(TRACKED_PATH, { schema: TRACKED_COMPANIES_SCHEMA }, async (request, reply) => {
    const group = checkedGroup(request.params.GROUP_NAME);
    const companies = await store.trackedCompanies(group);
    if (companies === undefined) throw noGroup(group);
    reply.type('application/json; charset=utf-8');
    return `{"status":"200","message":"Success","companies":${companies}}`;
  });

  const push = { schema: PUSH_NEWS_SCHEMA, config: { work: 'push' } } as const;
  app.post<{ Params: { GROUP_NAME: string; DAYS: string } }>(PUSH_PATH, push, async (request, reply) => {
    const answer = await pushNews(options, {
      keyId: accountOf(request).keyId,
      group: checkedGroup(request.params.GROUP_NAME),
      days: request.params.DAYS,
      callback: request.headers[CALLBACK_HEADER],
      onUnlogged: (error) => app.log.error({ err: error }, 'a push is not in the log'),
    });
    reply.header(CALLBACK_STATUS_HEADER, answer.status);
    return { response: answer.text };
  });

  if (!extras.includes('tracking')) return;
  const track = { schema: TRACK_SCHEMA, config: { work: 'slow' } } as const;
  app.post<OfGroup>(TRACKED_PATH, track, async (request) => {
    const { keyId, mayEditGroups } = accountOf(request);
    if (!mayEditGroups)
      throw new ServiceError(
        'NOT_ALLOWED',
        'This key may not change groups: ask the operator of the service to allow it',
      );
    const group = checkedGroup(request.params.GROUP_NAME);
    const edited = await store.editGroup({ keyId, group, ...changeIn(request.body) });
    if (edited === 'no-group') throw noGroup(group);
    if (typeof edited === 'string') throw badInput(REFUSALS[edited]);
    return { status: '200', message: 'Success', ...edited };
  });
}

/** Refuses a zero character, which no group name contains and PostgreSQL rejects. */
function checkedGroup(group: string): string {
  if (group.includes('\0')) throw noGroup(group.replaceAll('\0', '\\0'));
  return group;
}

const REFUSALS: Readonly<Record<Exclude<EditRefusal, 'no-group'>, string>> = {
  'bad-name': `GROUP_NAME of a new group must have 1 to ${MAX_GROUP_NAME} characters, not only dots, without spaces around it, |, or control characters`,
  'too-many-groups': `GROUP_NAME would be one group too many: this key has created ${MAX_GROUPS_OF_KEY}; remove all companies of one`,
  'too-many-companies': `add has too many companies: a group has at most ${MAX_COMPANIES_OF_GROUP}; remove some, or use another group`,
};

/** @throws ServiceError BAD_INPUT */
function changeIn(body: unknown): Required<GroupChange> {
  const { add = [], remove = [], ...others } = asFields(body);
  const [other] = Object.keys(others);
  if (other !== undefined) throw badInput(`${other.slice(0, 100)} is not known; send add or remove`);
  const change = { add: idsIn('add', add), remove: idsIn('remove', remove) };
  if (change.add.length + change.remove.length === 0)
    throw badInput('add or remove must have the id of a company');
  const both = change.remove.find((id) => change.add.includes(id));
  if (both !== undefined)
    throw badInput(`remove has ${both.slice(0, 100)}, which add has, too: keep one of them`);
  return change;
}

function idsIn(name: string, ids: unknown): readonly string[] {
  const isList = Array.isArray(ids) && ids.length <= MAX_TRACKED_AT_ONCE;
  if (isList && ids.every((id): id is string => typeof id === 'string' && id !== '' && !id.includes('\0')))
    return [...new Set<string>(ids)];
  throw badInput(
    `${name} must be a list of at most ${MAX_TRACKED_AT_ONCE} ids of companies, such as ["co-00001"]`,
  );
}
