/** JSON Schemas from the contract's tables of filters, records and errors. */
import { dateSchema, type Keywords, list, object, type Schema, text } from '../../contract/answers.js';
import type { DateFormat } from '../../contract/dates.js';
import type { Descriptions } from '../../contract/descriptions.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../../contract/errors.js';
import { type Field, type FieldTable, isField } from '../../contract/fields.js';
import type { Filter } from '../../contract/filters.js';

const NUMBER = String.raw`\d+(\.\d+)?`;
const AMOUNT_PATTERN = String.raw`^\s*((>|>=|<|<=|=|!=)?\s*${NUMBER}(\s*,\s*${NUMBER})?|\(\s*${NUMBER}\s*,\s*${NUMBER}\s*\))\s*$`;

/** Examples by the filter's field. */
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

const word = (values?: readonly string[]) =>
  text(undefined, { minLength: 1, ...(values && { enum: values }) });

export function filterSchema(filter: Filter, description: string, dates: DateFormat): Schema {
  const { values } = filter;
  switch (filter.kind) {
    case 'date':
      return dateSchema(dates, description);
    case 'amount': {
      const anyOf = [text(undefined, { pattern: AMOUNT_PATTERN }), { type: 'number', minimum: 0 }];
      return { description, examples: ['>=1000000', '(100,200)'], anyOf };
    }
    case 'integer':
      return numberSchema(filter, description, filter.field === undefined ? 'integer' : 'number');
    case 'list': {
      const array = list(word(values), { minItems: 1 });
      const examples = [[values?.[0] ?? LIST_EXAMPLES[filter.field!] ?? 'value']];
      if (filter.wire === 'array') return { description, examples, ...array };
      // comma-separated values are one text, which an enumeration cannot describe
      return { description, examples, anyOf: [filter.wire === 'commas' ? word() : word(values), array] };
    }
    default:
      return { description, ...word(values) };
  }
}

/** A number, also as text. */
export function numberSchema(
  { min = 0 }: Filter,
  description: string,
  type: 'integer' | 'number',
  maximum?: number,
): Schema {
  const number = { type, minimum: min, ...(maximum !== undefined && { maximum }) };
  const pattern = String.raw`^\s*${type === 'integer' ? String.raw`\d+` : NUMBER}\s*$`;
  return { description, examples: [100], anyOf: [number, text(undefined, { pattern })] };
}

/** @param descriptions by the path of the field, which begins with the prefix */
export function recordSchema(
  table: FieldTable,
  descriptions: Descriptions,
  dates: DateFormat,
  prefix = '',
): Schema {
  const properties = Object.entries(table).map(([key, node]) => {
    const path = prefix + key;
    const schema = isField(node)
      ? fieldSchema(node, descriptions[path], dates)
      : recordSchema(node, descriptions, dates, `${path}.`);
    return [`${key}?`, schema];
  });
  return object(Object.fromEntries(properties), { additionalProperties: false });
}

function fieldSchema({ type, values }: Field, description: string | undefined, dates: DateFormat): Schema {
  switch (type) {
    case 'date':
      return dateSchema(dates, description);
    case 'number':
      return { description, type: 'number' };
    case 'list':
      return list(word(values), { description, minItems: 1 });
    case 'refs':
      return list(object({ 'id?': text() }), { description });
    default:
      return { description, ...word(values) };
  }
}

function errorResponses(codes: readonly ServiceErrorCode[]): Schema {
  const responses = codes.map((code) => {
    const status = SERVICE_ERRORS[code];
    const same = Object.entries(SERVICE_ERRORS).filter(([, other]) => other === status);
    const body = object({
      status: text(undefined, { const: String(status) }),
      code: text(undefined, { enum: same.map(([name]) => name) }),
      message: text(),
    });
    return [status, { description: `Rejected or failed, for example with the code ${code}`, ...body }];
  });
  return Object.fromEntries(responses);
}

interface Endpoint extends Keywords {
  /** The successful answer. */
  readonly answer: Schema;
  /** The errors beside those that every endpoint has. */
  readonly errors?: readonly ServiceErrorCode[];
}

/** Returns the schema of an endpoint that costs nothing, unless it has another description. */
export function endpoint(
  tag: 'datasets' | 'groups' | 'companies' | 'account',
  operationId: string,
  summary: string,
  { answer, errors = [], ...more }: Endpoint,
): Keywords {
  return {
    operationId,
    tags: [tag],
    summary,
    description: 'Costs no credits.',
    ...more,
    response: {
      200: answer,
      ...errorResponses(['BAD_KEY', ...errors, 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']),
    },
  };
}
