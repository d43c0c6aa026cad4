/** The free look-ups as OpenAPI shows them. */
import { MAX_ALTERNATIVES } from '../../contract/company-match.js';
import { MAX_FOUND, MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { MATCH_STATUSES, MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import { COMPANY_V1 } from '../../contract/records.js';
import { MAX_TRACKED_AT_ONCE } from '../../contract/tracking.js';
import {
  dateSchema,
  errorResponses,
  NOT_CHANGED,
  recordSchema,
  type Schema,
  withStatus,
} from './json-schema.js';
import { GROUP_PARAMETER } from './schemas.js';

const REFUSALS = ['BAD_KEY', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const;
const { id, name, domain, location } = COMPANY_V1;

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

export const GROUPS_SCHEMA: Schema = {
  operationId: 'list-groups',
  tags: ['groups'],
  summary: 'Groups of tracked companies with their sizes',
  description: 'Costs no credits.',
  response: {
    200: {
      description: 'All groups, by name',
      ...withStatus('groups', {
        type: 'object',
        required: ['name', 'companies'],
        properties: {
          name: { type: 'string', minLength: 1, description: 'Name of the group' },
          companies: count('Number of its companies'),
        },
      }),
    },
    ...NOT_CHANGED,
    ...errorResponses(REFUSALS),
  },
};

const COMPANY = recordSchema({ id, name, domain, location }, 'YYYY-MM-DD');
const FOUND_COMPANY: Schema = {
  ...COMPANY,
  required: ['id', 'tracked'],
  properties: {
    ...(COMPANY['properties'] as Schema),
    tracked: { type: 'boolean', description: 'Whether the company is in any group' },
  },
};

const searchText = (description: string, example: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: MAX_SEARCH_LENGTH,
  description,
  examples: [example],
});

export const COMPANIES_SCHEMA: Schema = {
  operationId: 'search-companies',
  tags: ['companies'],
  summary: 'Companies whose name or domain begins with, contains or is a text',
  description: 'Costs no credits. One of query, name and domain is needed; of several, all must hold.',
  querystring: {
    type: 'object',
    properties: {
      query: searchText(
        'Beginning or part of a name or a domain, in any case; parts have three characters or more',
        'acme',
      ),
      name: searchText('A whole name, in any case', 'Acme Motors'),
      domain: searchText('A whole domain, in any case', 'acme.example'),
    },
  },
  response: {
    200: {
      description: `The ${MAX_FOUND} best, tracked companies first`,
      ...withStatus('companies', FOUND_COMPANY, MAX_FOUND),
    },
    ...NOT_CHANGED,
    ...errorResponses(['BAD_INPUT', ...REFUSALS]),
  },
};

const KNOWN_COMPANY: Schema = {
  ...COMPANY,
  required: ['id'],
  properties: {
    ...(COMPANY['properties'] as Schema),
    formerNames: { type: 'array', items: { type: 'string' }, description: 'Names that it had before' },
  },
};

export const MATCH_SCHEMA: Schema = {
  operationId: 'match-companies',
  tags: ['companies'],
  summary: 'The companies that messy texts mean',
  description:
    'Costs no credits. A text may be a name in any spelling, a domain, the address of a page or of a person, or an id.',
  body: {
    type: 'object',
    required: ['companies'],
    properties: {
      companies: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_MATCHED,
        items: { type: 'string', maxLength: MAX_MATCHED_LENGTH },
        examples: [['ACME motors, inc.', 'https://www.acme.example/jobs']],
      },
    },
  },
  response: {
    200: {
      description: 'A match for each text, in their order',
      ...withStatus('matches', {
        type: 'object',
        required: ['status', 'confidence', 'alternatives'],
        properties: {
          status: {
            type: 'string',
            enum: MATCH_STATUSES,
            description:
              'exact: the same id, domain or name; probable: one company is near; renamed: a name that it had before; several: it can mean more than one; none: no company is near enough',
          },
          confidence: {
            type: 'integer',
            minimum: 0,
            maximum: 100,
            description: 'There is a company from 80 on',
          },
          company: KNOWN_COMPANY,
          alternatives: {
            type: 'array',
            maxItems: MAX_ALTERNATIVES,
            items: KNOWN_COMPANY,
            description: 'Others that are near, the nearest first',
          },
        },
      }),
    },
    ...errorResponses(['BAD_INPUT', ...REFUSALS]),
  },
};

const companyIds = (description: string, maxItems?: number): Schema => ({
  type: 'array',
  description,
  ...(maxItems !== undefined && { maxItems, examples: [['co-00001']] }),
  items: { type: 'string', minLength: 1 },
});

export const TRACK_SCHEMA: Schema = {
  operationId: 'change-group',
  tags: ['groups'],
  summary: 'Add companies to a group, and remove companies from it',
  description:
    'Costs no credits. The key needs the permission to change groups. A group that does not exist is created with its first company, and one that a key has created is deleted with its last one.',
  params: { type: 'object', required: ['GROUP_NAME'], properties: { GROUP_NAME: GROUP_PARAMETER } },
  body: {
    type: 'object',
    description: 'At least one company',
    properties: {
      add: companyIds('Ids of companies to add', MAX_TRACKED_AT_ONCE),
      remove: companyIds('Ids of companies to remove, none of them to be added, too', MAX_TRACKED_AT_ONCE),
    },
  },
  response: {
    200: {
      description: 'What has become of each company. A repetition changes nothing',
      type: 'object',
      required: ['status', 'message', 'added', 'already', 'removed', 'absent', 'unknown'],
      properties: {
        status: { type: 'string', description: 'Status code', examples: ['200'] },
        message: { type: 'string', description: 'Status message', examples: ['Success'] },
        added: companyIds('Are in the group now'),
        already: companyIds('Were in the group before'),
        removed: companyIds('Are no longer in the group'),
        absent: companyIds('Were to be removed and are not in the group'),
        unknown: companyIds('Were to be added, and no company has this id'),
      },
    },
    ...errorResponses(['BAD_INPUT', 'NOT_ALLOWED', 'NO_GROUP', ...REFUSALS]),
  },
};

export const ACCOUNT_SCHEMA: Schema = {
  operationId: 'show-account',
  tags: ['account'],
  summary: 'The balance of the key, what it has spent, and its limits',
  description: 'Costs no credits.',
  response: {
    200: {
      description: 'The state of the account',
      type: 'object',
      required: ['name', 'balance', 'spentToday', 'spentByDay', 'caps', 'billing'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', description: 'Name of the key' },
        balance: count('Credits that are left'),
        spentToday: count('Credits spent since midnight UTC'),
        spentByDay: {
          type: 'array',
          description: 'The last 31 days in UTC, without those on which nothing was spent, newest first',
          maxItems: 31,
          items: {
            type: 'object',
            required: ['day', 'credits'],
            properties: { day: dateSchema('YYYY-MM-DD'), credits: count('Credits') },
          },
        },
        caps: {
          type: 'object',
          required: ['recordsPerAnswer'],
          properties: {
            recordsPerAnswer: count('The greatest limit of a query'),
            creditsPerDay: count('Most credits in a day (UTC); missing where there is no cap'),
          },
        },
        rateLimit: count('Requests per minute; missing where there is no limit'),
        billing: {
          type: 'string',
          enum: ['per-answer', 'per-version'],
          description:
            'per-answer: each record of each answer costs a credit; per-version: each version of a record once',
        },
        mayEditGroups: {
          type: 'boolean',
          description:
            'Whether the key may add companies to groups and remove them; missing where the service has no such endpoint',
        },
      },
    },
    ...NOT_CHANGED,
    ...errorResponses(REFUSALS),
  },
};
