/** The interface described as JSON Schema, derived from the contract: what OpenAPI shows of each route. */
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import type { DateFormat } from '../../contract/dates.js';
import { CALLBACK_HEADER, MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { SERVICE_ERRORS } from '../../contract/errors.js';
import type { Field, FieldTable } from '../../contract/fields.js';
import { isField } from '../../contract/fields.js';
import type { Filter } from '../../contract/filters.js';
import { TRACKED_COMPANY } from '../../contract/records.js';

type Schema = Readonly<Record<string, unknown>>;

const DAY_FIRST_PATTERN = String.raw`^\d{2}/\d{2}/\d{4}$`;
const NUMBER = String.raw`\d+(\.\d+)?`;
const AMOUNT_PATTERN = String.raw`^\s*((>|>=|<|<=|=|!=)?\s*${NUMBER}(\s*,\s*${NUMBER})?|\(\s*${NUMBER}\s*,\s*${NUMBER}\s*\))\s*$`;

export function datasetSchema(
  name: DatasetName,
  dataset: Dataset,
  { defaultLimit, maxLimit }: { readonly defaultLimit: number; readonly maxLimit: number },
): Schema {
  const properties = Object.fromEntries(
    Object.entries(dataset.filters).map(([key, filter]) => [
      key,
      key === 'limit'
        ? integerSchema(
            { ...filter, description: `${filter.description}; ${defaultLimit} when absent` },
            maxLimit,
          )
        : filterSchema(filter, dataset.dates),
    ]),
  );
  return {
    operationId: `query-${name}`,
    tags: ['datasets'],
    summary: dataset.description,
    description: dataset.paid ? 'Each record returned costs a credit.' : 'Costs no credits.',
    body: { type: 'object', additionalProperties: false, properties },
    response: {
      200: {
        description: 'Records, newest first',
        type: 'array',
        items: recordSchema(dataset.record, dataset.dates),
      },
      ...errorResponses(
        dataset.paid
          ? ['BAD_INPUT', 'NO_CREDITS', 'FEW_CREDITS', 'NO_CURRENCY', 'INTERNAL']
          : ['BAD_INPUT', 'INTERNAL'],
      ),
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
    ...errorResponses(['BAD_KEY', 'NO_GROUP', 'INTERNAL']),
  },
};

export const PUSH_NEWS_SCHEMA: Schema = {
  operationId: 'push-news',
  tags: ['groups'],
  summary: 'Post the news of a group to a callback address',
  description: 'Answers after the callback has answered. Costs no credits.',
  params: {
    type: 'object',
    required: ['GROUP_NAME', 'DAYS'],
    properties: {
      GROUP_NAME: GROUP_PARAMETER,
      DAYS: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_NEWS_DAYS,
        description: 'Days of news, today included',
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
      description: 'The news were posted',
      type: 'object',
      required: ['response'],
      properties: { response: { type: 'string', description: 'What the callback answered' } },
    },
    ...errorResponses(['BAD_INPUT', 'NO_GROUP', 'INTERNAL']),
  },
};

/** All datasets, for tests and the interface description. */
export const DATASET_NAMES = Object.keys(DATASETS) as DatasetName[];

function filterSchema(filter: Filter, dates: DateFormat): Schema {
  const { description, values } = filter;
  const text = { type: 'string', minLength: 1, ...(values && { enum: values }) };
  switch (filter.kind) {
    case 'date':
      return { description, ...dateSchema(dates) };
    case 'amount':
      return {
        description,
        anyOf: [
          { type: 'string', pattern: AMOUNT_PATTERN },
          { type: 'number', minimum: 0 },
        ],
      };
    case 'integer':
      return integerSchema(filter);
    case 'list': {
      const array = { type: 'array', minItems: 1, items: text };
      if (filter.wire === 'array') return { description, ...array };
      // with commas between them several values are one text, which no enumeration describes
      const single = filter.wire === 'commas' ? { type: 'string', minLength: 1 } : text;
      return { description, anyOf: [single, array] };
    }
    default:
      return { description, ...text };
  }
}

function integerSchema({ description, min = 0 }: Filter, maximum?: number): Schema {
  return {
    description,
    anyOf: [
      { type: 'integer', minimum: min, ...(maximum !== undefined && { maximum }) },
      { type: 'string', pattern: String.raw`^\s*\d+\s*$` },
    ],
  };
}

function recordSchema(table: FieldTable, dates: DateFormat): Schema {
  const properties = Object.fromEntries(
    Object.entries(table).map(([key, node]) => [
      key,
      isField(node) ? fieldSchema(node, dates) : recordSchema(node, dates),
    ]),
  );
  return { type: 'object', additionalProperties: false, properties };
}

function fieldSchema({ type, description, values }: Field, dates: DateFormat): Schema {
  const text = { type: 'string', minLength: 1, ...(values && { enum: values }) };
  switch (type) {
    case 'date':
      return { description, ...dateSchema(dates) };
    case 'number':
      return { description, type: 'number' };
    case 'list':
      return { description, type: 'array', minItems: 1, items: text };
    case 'refs':
      return {
        description,
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' } } },
      };
    default:
      return { description, ...text };
  }
}

function dateSchema(dates: DateFormat): Schema {
  return dates === 'YYYY-MM-DD'
    ? { type: 'string', format: 'date' }
    : { type: 'string', pattern: DAY_FIRST_PATTERN };
}

function errorResponses(codes: readonly (keyof typeof SERVICE_ERRORS)[]): Schema {
  return Object.fromEntries(
    codes.map((code) => [
      SERVICE_ERRORS[code],
      {
        description: `Refused or failed, for example with the code ${code}`,
        type: 'object',
        required: ['status', 'code', 'message'],
        properties: {
          status: { type: 'string', const: String(SERVICE_ERRORS[code]) },
          code: {
            type: 'string',
            enum: Object.entries(SERVICE_ERRORS)
              .filter(([, status]) => status === SERVICE_ERRORS[code])
              .map(([name]) => name),
          },
          message: { type: 'string' },
        },
      },
    ]),
  );
}
