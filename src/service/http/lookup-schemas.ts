/** The OpenAPI schemas of groups and their news, and of the free look-ups. */
import {
  ACCOUNT,
  answerWithStatus,
  count,
  FOUND_COMPANIES,
  GROUP_LIST,
  list,
  MATCHED_COMPANIES,
  object,
  type Schema,
  text,
} from '../../contract/answers.js';
import { COMPANY_DESCRIPTIONS } from '../../contract/descriptions.js';
import { CALLBACK_HEADER, CALLBACK_STATUS_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { MAX_TRACKED_AT_ONCE } from '../../contract/tracking.js';
import { endpoint, recordSchema } from './json-schema.js';

const GROUP = { GROUP_NAME: text('Name of the group, percent-encoded', { minLength: 1 }) };

export const TRACKED_COMPANIES_SCHEMA = endpoint('groups', 'list-tracked-companies', 'Companies of a group', {
  params: object(GROUP),
  answer: answerWithStatus('The companies, by name', {
    companies: list(recordSchema(TRACKED_COMPANY, COMPANY_DESCRIPTIONS, 'YYYY-MM-DD')),
  }),
  errors: ['NO_GROUP'],
});

export const PUSH_NEWS_SCHEMA = endpoint(
  'groups',
  'push-news',
  'Post the news for a group to a callback address',
  {
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
  },
);

export const GROUPS_SCHEMA = endpoint(
  'groups',
  'list-groups',
  'Groups of tracked companies with their sizes',
  {
    answer: GROUP_LIST,
  },
);

const companyIds = (description: string, more: Schema = {}): Schema =>
  list(text(undefined, { minLength: 1 }), { description, ...more });
const AT_ONCE = { maxItems: MAX_TRACKED_AT_ONCE, examples: [['co-00001']] };

export const TRACK_SCHEMA = endpoint(
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

const searchText = (description: string, example: string): Schema =>
  text(description, { minLength: 1, maxLength: MAX_SEARCH_LENGTH, examples: [example] });

export const COMPANIES_SCHEMA = endpoint(
  'companies',
  'search-companies',
  'Companies whose name or domain begins with, contains or is a text',
  {
    description: 'Costs no credits. One of query, name and domain is needed; of several, all must hold.',
    querystring: object({
      'query?': searchText(
        'Beginning or part of a name or a domain, in any case; parts have three characters or more',
        'acme',
      ),
      'name?': searchText('A whole name, in any case', 'Acme Motors'),
      'domain?': searchText('A whole domain, in any case', 'acme.example'),
    }),
    answer: FOUND_COMPANIES,
  },
);

export const MATCH_SCHEMA = endpoint('companies', 'match-companies', 'The companies that messy texts mean', {
  description:
    'Costs no credits. A text may be a name in any spelling, a domain, the address of a page or of a person, or an id.',
  body: object({
    companies: list(text(undefined, { maxLength: MAX_MATCHED_LENGTH }), {
      minItems: 1,
      maxItems: MAX_MATCHED,
      examples: [['ACME motors, inc.', 'https://www.acme.example/jobs']],
    }),
  }),
  answer: MATCHED_COMPANIES,
});

export const ACCOUNT_SCHEMA = endpoint(
  'account',
  'show-account',
  'The balance of the key, what it has spent, and its limits',
  { answer: ACCOUNT },
);
