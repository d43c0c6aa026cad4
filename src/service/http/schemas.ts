/** The routes as OpenAPI shows them. */
import type { Dataset, DatasetName } from '../../contract/datasets.js';
import { CALLBACK_HEADER, IDEMPOTENCY_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { errorResponses, filterSchema, integerSchema, recordSchema, type Schema } from './json-schema.js';

export interface DatasetSchemaOptions {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly answerShape: 'list' | 'object';
}

export function datasetSchema(
  name: DatasetName,
  dataset: Dataset,
  { defaultLimit, maxLimit, answerShape }: DatasetSchemaOptions,
): Schema {
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
  const records = { type: 'array', items: recordSchema(dataset.record, dataset.dates) };
  return {
    operationId: `query-${name}`,
    tags: ['datasets'],
    summary: dataset.description,
    description: dataset.paid ? 'Each returned record costs one credit.' : 'Costs no credits.',
    body: { type: 'object', additionalProperties: false, properties },
    ...(dataset.paid && { headers: IDEMPOTENCY_HEADERS }),
    response: {
      200: {
        description: 'Records, newest first',
        ...(dataset.paid && answerShape === 'object' ? withBalance(records) : records),
      },
      ...errorResponses(
        dataset.paid
          ? ['BAD_INPUT', 'NO_CREDITS', 'FEW_CREDITS', 'NO_CURRENCY', 'RATE_LIMITED', 'INTERNAL']
          : ['BAD_INPUT', 'RATE_LIMITED', 'INTERNAL'],
      ),
    },
  };
}

const IDEMPOTENCY_HEADERS = {
  type: 'object',
  properties: {
    [IDEMPOTENCY_HEADER]: {
      type: 'string',
      pattern: '^[!-~]{1,200}$',
      description: 'Within a day, the same value returns the same answer and is not charged again',
    },
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

const GROUP_PARAMETER = { type: 'string', minLength: 1, description: 'Name of the group, percent-encoded' };

export const TRACKED_COMPANIES_SCHEMA: Schema = {
  operationId: 'list-tracked-companies',
  tags: ['groups'],
  summary: 'Companies of a group',
  description: 'Costs no credits.',
  params: { type: 'object', required: ['GROUP_NAME'], properties: { GROUP_NAME: GROUP_PARAMETER } },
  response: {
    200: {
      description: 'The companies, by name',
      type: 'object',
      required: ['status', 'message', 'companies'],
      properties: {
        status: { type: 'string', description: 'Status code', examples: ['200'] },
        message: { type: 'string', description: 'Status message', examples: ['Success'] },
        companies: { type: 'array', items: recordSchema(TRACKED_COMPANY, 'YYYY-MM-DD') },
      },
    },
    304: { description: 'Not changed since the answer with this ETag', type: 'null' },
    ...errorResponses(['BAD_KEY', 'NO_GROUP', 'RATE_LIMITED', 'INTERNAL']),
  },
};

export const PUSH_NEWS_SCHEMA: Schema = {
  operationId: 'push-news',
  tags: ['groups'],
  summary: 'Post the news for a group to a callback address',
  description: 'Answers after the callback address has answered. Costs no credits.',
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
      type: 'object',
      required: ['response'],
      properties: { response: { type: 'string', description: 'The answer of the callback address' } },
    },
    ...errorResponses(['BAD_INPUT', 'NO_GROUP', 'RATE_LIMITED', 'INTERNAL']),
  },
};
