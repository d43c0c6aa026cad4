/** Groups of tracked companies: lists, edits by keys with that right, and pushes of their news. Free. */
import type { FastifyInstance } from 'fastify';
import { answerWithStatus, count, list, object, type Schema, text } from '../../contract/answers.js';
import { COMPANY_DESCRIPTIONS } from '../../contract/descriptions.js';
import { CALLBACK_HEADER, CALLBACK_STATUS_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { asFields } from '../../contract/json.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
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
import { endpoint, recordSchema } from './json-schema.js';

const TRACKED_PATH = '/api/v1/tracked-companies/:GROUP_NAME';
const PUSH_PATH = '/api/v1/push-news/:GROUP_NAME/:DAYS';

const GROUP = { GROUP_NAME: text('Name of the group, percent-encoded', { minLength: 1 }) };

const TRACKED_COMPANIES_SCHEMA = endpoint('groups', 'list-tracked-companies', 'Companies of a group', {
  params: object(GROUP),
  answer: answerWithStatus('The companies, by name', {
    companies: list(recordSchema(TRACKED_COMPANY, COMPANY_DESCRIPTIONS, 'YYYY-MM-DD')),
  }),
  errors: ['NO_GROUP'],
});

const PUSH_NEWS_SCHEMA = endpoint('groups', 'push-news', 'Post the news for a group to a callback address', {
  description:
    'Answers after the callback address has answered; failures that pass are tried again. Costs no credits.',
  params: object({
    ...GROUP,
    DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_NEWS_DAYS,
      description: 'Days of news, including today',
    },
  }),
  headers: object({
    [CALLBACK_HEADER]: text('Absolute address to post the news to', { format: 'uri' }),
  }),
  answer: {
    description: 'The news was posted',
    headers: { [CALLBACK_STATUS_HEADER]: count('Status of the answer of the callback address') },
    ...object({ response: text('The answer of the callback address') }),
  },
  errors: ['NO_GROUP'],
});

const companyIds = (description: string, more: Schema = {}): Schema =>
  list(text(undefined, { minLength: 1 }), { description, ...more });
const AT_ONCE = { maxItems: MAX_TRACKED_AT_ONCE, examples: [['co-00001']] };

const TRACK_SCHEMA = endpoint(
  'groups',
  'change-group',
  'Add companies to a group, and remove companies from it',
  {
    description:
      'Costs no credits. The key needs the permission to change groups. A group that does not exist is created with its first company, and one that a key has created is deleted with its last one.',
    params: object(GROUP),
    body: object(
      {
        'add?': companyIds('Ids of companies to add', AT_ONCE),
        'remove?': companyIds('Ids of companies to remove, none of them to be added, too', AT_ONCE),
      },
      { description: 'At least one company' },
    ),
    answer: answerWithStatus('What has become of each company. A repetition changes nothing', {
      added: companyIds('Are in the group now'),
      already: companyIds('Were in the group before'),
      removed: companyIds('Are no longer in the group'),
      absent: companyIds('Were to be removed and are not in the group'),
      unknown: companyIds('Were to be added, and no company has this id'),
    }),
    errors: ['NOT_ALLOWED', 'NO_GROUP'],
  },
);

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
