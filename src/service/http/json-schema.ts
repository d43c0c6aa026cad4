/** The contract's tables as JSON Schema: filters, records, errors. */
import type { DateFormat } from '../../contract/dates.js';
import { SERVICE_ERRORS } from '../../contract/errors.js';
import type { Field, FieldTable } from '../../contract/fields.js';
import { isField } from '../../contract/fields.js';
import type { Filter } from '../../contract/filters.js';

export type Schema = Readonly<Record<string, unknown>>;

const DAY_FIRST_PATTERN = String.raw`^\d{2}/\d{2}/\d{4}$`;
const NUMBER = String.raw`\d+(\.\d+)?`;
const AMOUNT_PATTERN = String.raw`^\s*((>|>=|<|<=|=|!=)?\s*${NUMBER}(\s*,\s*${NUMBER})?|\(\s*${NUMBER}\s*,\s*${NUMBER}\s*\))\s*$`;

/** By the field that is compared. */
const LIST_EXAMPLES: Readonly<Record<string, string>> = {
  'company.id': 'co-00001',
  'company.name': 'Foods',
  'company.domain': '.example',
  'company.ticker': 'ACM',
  'company.location': 'Germany',
  'company.industries': 'technology',
  'company.industrySegments': 'Software',
  expansionLocation: 'Texas',
};

/** The same for each GET that can be repeated. */
export const NOT_CHANGED: Schema = {
  304: { description: 'Not changed since the answer with this ETag', type: 'null' },
};

export function filterSchema(filter: Filter, dates: DateFormat): Schema {
  const { description, values } = filter;
  const text = { type: 'string', minLength: 1, ...(values && { enum: values }) };
  switch (filter.kind) {
    case 'date':
      return { description, ...dateSchema(dates) };
    case 'amount':
      return {
        description,
        examples: ['>=1000000', '(100,200)'],
        anyOf: [
          { type: 'string', pattern: AMOUNT_PATTERN },
          { type: 'number', minimum: 0 },
        ],
      };
    case 'integer':
      return integerSchema(filter);
    case 'list': {
      const array = { type: 'array', minItems: 1, items: text };
      const examples = [[values?.[0] ?? LIST_EXAMPLES[filter.field!] ?? 'value']];
      if (filter.wire === 'array') return { description, examples, ...array };
      // several values with commas between them are one text, which an enumeration cannot describe
      const single = filter.wire === 'commas' ? { type: 'string', minLength: 1 } : text;
      return { description, examples, anyOf: [single, array] };
    }
    default:
      return { description, ...text };
  }
}

export function integerSchema({ description, min = 0 }: Filter, maximum?: number): Schema {
  return {
    description,
    examples: [100],
    anyOf: [
      { type: 'integer', minimum: min, ...(maximum !== undefined && { maximum }) },
      { type: 'string', pattern: String.raw`^\s*\d+\s*$` },
    ],
  };
}

export function recordSchema(table: FieldTable, dates: DateFormat): Schema {
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

export function dateSchema(dates: DateFormat): Schema {
  return dates === 'YYYY-MM-DD'
    ? { type: 'string', format: 'date', examples: ['2026-01-31'] }
    : { type: 'string', pattern: DAY_FIRST_PATTERN, examples: ['31/01/2026'] };
}

/** @param properties of the body, besides those of every error */
export function errorResponses(
  codes: readonly (keyof typeof SERVICE_ERRORS)[],
  properties: Schema = {},
): Schema {
  return Object.fromEntries(
    codes.map((code) => [
      SERVICE_ERRORS[code],
      {
        description: `Rejected or failed, for example with the code ${code}`,
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
          ...properties,
        },
      },
    ]),
  );
}

/** A list with status and message, as that of tracked companies. */
export function withStatus(name: string, items: Schema, maxItems?: number): Schema {
  return {
    type: 'object',
    required: ['status', 'message', name],
    properties: {
      status: { type: 'string', description: 'Status code', examples: ['200'] },
      message: { type: 'string', description: 'Status message', examples: ['Success'] },
      [name]: { type: 'array', items, ...(maxItems !== undefined && { maxItems }) },
    },
  };
}
