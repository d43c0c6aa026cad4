/** The routes as OpenAPI shows them. */
import { CURSOR_HEADER } from '../../contract/changes.js';
import type { Dataset, DatasetName } from '../../contract/datasets.js';
import {
  CALLBACK_HEADER,
  CEILING_HEADER,
  IDEMPOTENCY_HEADER,
  MAX_NEWS_DAYS,
  REQUEST_HEADER,
} from '../../contract/endpoints.js';
import type { ServiceErrorCode } from '../../contract/errors.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { CURSOR_PATTERN } from './cursor.js';
import {
  dateSchema,
  errorResponses,
  filterSchema,
  integerSchema,
  NOT_CHANGED,
  recordSchema,
  type Schema,
  withStatus,
} from './json-schema.js';

export interface DatasetSchemaOptions {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly answerShape: 'list' | 'object';
}

export function datasetSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const { answerShape } = options;
  const records = { type: 'array', items: recordSchema(dataset.record, dataset.dates) };
  return {
    operationId: `query-${name}`,
    tags: ['datasets'],
    summary: dataset.description,
    description: dataset.paid ? COSTS : 'Costs no credits.',
    body: bodySchema(dataset, options),
    ...(dataset.paid && { headers: QUERY_HEADERS }),
    response: {
      200: {
        description: 'Records, newest first',
        ...(dataset.paid && { headers: { ...PAID_HEADERS, ...BEGUN_HEADER } }),
        ...(dataset.paid && answerShape === 'object' ? withBalance(records) : records),
      },
      ...errorResponses(errorsOf(dataset)),
    },
  };
}

/** Our own: the specification has no estimates. */
export function estimateSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const date = dateSchema(dataset.dates);
  const count = (description: string) => ({ type: 'integer', minimum: 0, description });
  return {
    operationId: `estimate-${name}`,
    tags: ['datasets'],
    summary: 'What the query would bring and cost',
    description: 'Costs no credits.',
    body: bodySchema(dataset, options),
    response: {
      200: {
        description: 'Counts, dates and the balance; nothing of the records themselves',
        type: 'object',
        required: ['matching', 'isExact', 'returned', 'owned', 'credits'],
        properties: {
          matching: count(`Matching records, whatever the limit; at most ${options.maxLimit}`),
          isExact: { type: 'boolean', description: `False if more than ${options.maxLimit} match` },
          returned: count('Records that the query would return'),
          owned: count('How many of these the key has paid for: they are free'),
          credits: count('Credits that it would cost'),
          firstDate: { description: 'Of the matching records, by the date that is compared', ...date },
          lastDate: { description: 'Of the matching records, by the date that is compared', ...date },
          openingBalance: count('Credits now'),
          closingBalance: count('Credits afterwards; missing where they do not suffice'),
          suggestions: suggestions('For values that name no company or no place'),
        },
      },
      ...errorResponses([...ALWAYS, ...(dataset.paid ? (['NO_CURRENCY'] as const) : [])], {
        suggestions: suggestions('For values that are not allowed'),
      }),
    },
  };
}

function suggestions(description: string): Schema {
  const text = { type: 'string' };
  const properties = {
    field: { ...text, description: 'Field of the body' },
    value: { ...text, description: 'Value as it was sent' },
    nearest: { type: 'array', items: text, description: 'What can be sent instead, the nearest first' },
  };
  return {
    type: 'array',
    minItems: 1,
    description: `${description}: the nearest ones. Missing where there are none`,
    items: { type: 'object', required: Object.keys(properties), properties },
  };
}

/** Our own: the specification has no changes. */
export function changesSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const { properties, ...body } = bodySchema(dataset, options) as { properties: Record<string, Schema> };
  const cursor = { type: 'string', pattern: CURSOR_PATTERN };
  return {
    operationId: `changes-${name}`,
    tags: ['datasets'],
    summary: 'What has changed in the answer of the query since an earlier call',
    description: `${dataset.paid ? COSTS : 'Costs no credits.'} Removed ids cost nothing.`,
    body: {
      ...body,
      properties: { ...properties, cursor: { ...cursor, description: 'Of the last answer; none to begin' } },
    },
    ...(dataset.paid && { headers: CHARGE_HEADERS }),
    response: {
      200: {
        description: 'Records and ids, as many as the limit allows together',
        ...(dataset.paid && { headers: PAID_HEADERS }),
        type: 'object',
        required: ['records', 'removed', 'cursor', 'more'],
        properties: {
          records: {
            type: 'array',
            description:
              'New or changed since the cursor; without one all that match, newest first; none with limit 0',
            items: recordSchema(dataset.record, dataset.dates),
          },
          removed: {
            type: 'array',
            description: 'Ids of records that no longer match',
            items: { type: 'string' },
          },
          cursor: { ...cursor, description: 'For the next call' },
          more: { type: 'boolean', description: 'Whether the next call has more to tell now' },
        },
      },
      ...errorResponses([...errorsOf(dataset), 'NO_CURSOR']),
    },
  };
}

const ALWAYS = ['BAD_INPUT', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const;

function errorsOf({ paid }: Dataset): readonly ServiceErrorCode[] {
  return paid ? [...ALWAYS, 'NO_CREDITS', 'FEW_CREDITS', 'NO_CURRENCY'] : ALWAYS;
}

function bodySchema(dataset: Dataset, { defaultLimit, maxLimit }: DatasetSchemaOptions): Schema {
  const properties = Object.fromEntries(
    Object.entries(dataset.filters).map(([key, filter]) => [
      key,
      key === 'limit'
        ? integerSchema(
            { ...filter, description: `${filter.description}; ${defaultLimit} by default` },
            maxLimit,
          )
        : filterSchema(filter, dataset.dates),
    ]),
  );
  return { type: 'object', additionalProperties: false, properties };
}

const COSTS =
  'Each returned record costs one credit; with a key that is billed per version, each version of a record costs one credit once.';

const PAID_HEADERS = {
  'x-credits-charged': { type: 'integer', description: 'Credits that the answer has cost' },
  'x-credits-remaining': { type: 'integer', description: 'Credits left after it' },
  'x-records-owned': { type: 'integer', description: 'Records that were free: the key had paid for them' },
  [REQUEST_HEADER]: {
    type: 'string',
    description: `If the request had no ${IDEMPOTENCY_HEADER}: sent as that, it gets the same answer for ten minutes`,
  },
};

const CHARGE_HEADERS = {
  type: 'object',
  properties: {
    [IDEMPOTENCY_HEADER]: {
      type: 'string',
      pattern: '^[!-~]{1,200}$',
      description: 'Within a day, the same value returns the same answer and is not charged again',
    },
    [CEILING_HEADER]: {
      type: 'integer',
      minimum: 0,
      maximum: 999_999_999,
      description: 'The most credits that the answer may cost; above, it is 405 and nothing is charged',
    },
  },
};

const QUERY_HEADERS = {
  type: 'object',
  properties: {
    ...CHARGE_HEADERS.properties,
    [CURSOR_HEADER]: {
      type: 'string',
      description: 'begin: from this answer on, its changes can be asked for. Any other value is ignored',
    },
  },
};

const BEGUN_HEADER = {
  [CURSOR_HEADER]: {
    type: 'string',
    pattern: CURSOR_PATTERN,
    description:
      'If asked for: the cursor for the first call of changes. Missing where too many records match',
  },
};

function withBalance(records: Schema): Schema {
  return {
    type: 'object',
    required: ['dataset', 'creditsConsumed', 'closingBalance'],
    properties: {
      dataset: records,
      creditsConsumed: { type: 'integer', description: 'Credits charged for this answer' },
      closingBalance: { type: 'integer', description: 'Credits left after it' },
    },
  };
}

export const GROUP_PARAMETER = {
  type: 'string',
  minLength: 1,
  description: 'Name of the group, percent-encoded',
};

export const TRACKED_COMPANIES_SCHEMA: Schema = {
  operationId: 'list-tracked-companies',
  tags: ['groups'],
  summary: 'Companies of a group',
  description: 'Costs no credits.',
  params: { type: 'object', required: ['GROUP_NAME'], properties: { GROUP_NAME: GROUP_PARAMETER } },
  response: {
    200: {
      description: 'The companies, by name',
      ...withStatus('companies', recordSchema(TRACKED_COMPANY, 'YYYY-MM-DD')),
    },
    ...NOT_CHANGED,
    ...errorResponses(['BAD_KEY', 'NO_GROUP', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']),
  },
};

export const PUSH_NEWS_SCHEMA: Schema = {
  operationId: 'push-news',
  tags: ['groups'],
  summary: 'Post the news for a group to a callback address',
  description:
    'Answers after the callback address has answered; failures that pass are tried again. Costs no credits.',
  params: {
    type: 'object',
    required: ['GROUP_NAME', 'DAYS'],
    properties: {
      GROUP_NAME: GROUP_PARAMETER,
      DAYS: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_NEWS_DAYS,
        description: 'Days of news, including today',
      },
    },
  },
  headers: {
    type: 'object',
    required: [CALLBACK_HEADER],
    properties: {
      [CALLBACK_HEADER]: {
        type: 'string',
        format: 'uri',
        description: 'Absolute address to post the news to',
      },
    },
  },
  response: {
    200: {
      description: 'The news was posted',
      headers: { 'x-news-posted': { type: 'integer', description: 'Number of news items that were posted' } },
      type: 'object',
      required: ['response'],
      properties: { response: { type: 'string', description: 'The answer of the callback address' } },
    },
    ...errorResponses(['BAD_INPUT', 'NO_GROUP', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']),
  },
};
