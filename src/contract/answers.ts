/**
 * The answers of the service that the specification does not have, as JSON Schemas with the types of their values.
 * The OpenAPI document has the schemas; the add-on, the sidebar and the client use the types.
 */
import type { DateFormat } from './dates.js';
import { COMPANY_DESCRIPTIONS } from './descriptions.js';
import { BILLINGS, MATCH_STATUSES, MAX_ALTERNATIVES, MAX_FOUND } from './enumerations.js';

declare const VALUE: unique symbol;

export type Keywords = Readonly<Record<string, unknown>>;

/** A JSON Schema of values of the type T. */
export type Schema<T = unknown> = Keywords & { readonly [VALUE]?: T };

export type ValueOf<S> = S extends { readonly [VALUE]?: infer T } ? T : never;

/** Properties of an object. Optional ones have names that end in ? */
type Properties = Readonly<Record<string, Schema>>;

type ObjectOf<P> = { readonly [K in keyof P as K extends `${string}?` ? never : K]: ValueOf<P[K]> } & {
  readonly [K in keyof P as K extends `${infer Name}?` ? Name : never]?: ValueOf<P[K]>;
};

export function text(description?: string, more: Keywords = {}): Schema<string> {
  return { type: 'string', ...(description !== undefined && { description }), ...more };
}

export function choice<V extends string>(values: readonly V[], description: string): Schema<V> {
  return { type: 'string', description, enum: values };
}

export function flag(description: string): Schema<boolean> {
  return { type: 'boolean', description };
}

export function count(description: string, more: Keywords = {}): Schema<number> {
  return { type: 'integer', minimum: 0, description, ...more };
}

export function list<T>(items: Schema<T>, more: Keywords = {}): Schema<readonly T[]> {
  return { type: 'array', items, ...more };
}

export function object<P extends Properties>(properties: P, more: Keywords = {}): Schema<ObjectOf<P>> {
  const entries = Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ''), schema]);
  const required = Object.keys(properties).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries),
    ...more,
  };
}

export function dateSchema(dates: DateFormat, description?: string): Schema<string> {
  return dates === 'YYYY-MM-DD'
    ? text(description, { format: 'date', examples: ['2026-01-31'] })
    : text(description, { pattern: String.raw`^\d{2}/\d{2}/\d{4}$`, examples: ['31/01/2026'] });
}

/** Returns the schema of an answer with status and message, like the one about tracked companies. */
export function answerWithStatus<P extends Properties>(description: string, properties: P) {
  const status = text('Status code', { examples: ['200'] });
  const message = text('Status message', { examples: ['Success'] });
  return object({ status, message, ...properties }, { description });
}

const ALL = { additionalProperties: false };

/** @param most the highest limit of a query */
export function estimateSchema(dates: DateFormat, most: number) {
  const date = dateSchema(dates, 'Of the matching records, by the date that is compared');
  const suggestion = object({
    field: text('Field of the body'),
    value: text('Value as it was sent'),
    nearest: list(text(), { description: 'What can be sent instead, the nearest first' }),
  });
  return object(
    {
      matching: count(`Matching records, whatever the limit; at most ${most}`),
      isExact: flag(`False if more than ${most} match`),
      returned: count('Records that the query would return'),
      'owned?': count('How many of these the key has paid for: they are free'),
      credits: count('Credits that it would cost'),
      'firstDate?': date,
      'lastDate?': date,
      'openingBalance?': count('Credits now'),
      'closingBalance?': count('Credits afterwards; missing where they do not suffice'),
      'suggestions?': list(suggestion, {
        minItems: 1,
        description:
          'For values that name no company or no place: the nearest ones. Missing where there are none',
      }),
    },
    { description: 'Counts, dates and the balance; nothing of the records themselves' },
  );
}

export const GROUP_LIST = answerWithStatus('All groups, by name', {
  groups: list(
    object({
      name: text('Name of the group', { minLength: 1 }),
      companies: count('Number of its companies'),
    }),
  ),
});

const companyText = (description: string) => text(description, { minLength: 1 });
const COMPANY = {
  id: companyText(COMPANY_DESCRIPTIONS.id),
  'name?': companyText(COMPANY_DESCRIPTIONS.name),
  'domain?': companyText(COMPANY_DESCRIPTIONS.domain),
  'location?': companyText(COMPANY_DESCRIPTIONS.headquarters),
};

export const FOUND_COMPANIES = answerWithStatus(`The ${MAX_FOUND} best, tracked companies first`, {
  companies: list(object({ ...COMPANY, tracked: flag('Whether the company is in any group') }, ALL), {
    maxItems: MAX_FOUND,
  }),
});

const KNOWN_COMPANY = object(
  { ...COMPANY, 'formerNames?': list(text(), { description: 'Names that it had before' }) },
  ALL,
);

export const MATCHED_COMPANIES = answerWithStatus('A match for each text, in their order', {
  matches: list(
    object({
      status: choice(
        MATCH_STATUSES,
        'exact: the same id, domain or name; probable: one company is near; renamed: a name that it had before; several: it can mean more than one; none: no company is near enough',
      ),
      confidence: count('There is a company from 80 on', { maximum: 100 }),
      'company?': KNOWN_COMPANY,
      alternatives: list(KNOWN_COMPANY, {
        maxItems: MAX_ALTERNATIVES,
        description: 'Others that are near, the nearest first',
      }),
    }),
  ),
});

export const ACCOUNT = object(
  {
    name: text('Name of the key'),
    balance: count('Credits that are left'),
    spentToday: count('Credits spent since midnight UTC'),
    spentByDay: list(object({ day: dateSchema('YYYY-MM-DD'), credits: count('Credits') }), {
      description: 'The last 31 days in UTC, without those on which nothing was spent, newest first',
      maxItems: 31,
    }),
    caps: object({
      recordsPerAnswer: count('The greatest limit of a query'),
      'creditsPerDay?': count('Most credits in a day (UTC); missing where there is no cap'),
    }),
    'rateLimit?': count('Requests per minute; missing where there is no limit'),
    billing: choice(
      BILLINGS,
      'per-answer: each record of each answer costs a credit; per-version: each version of a record once',
    ),
    'mayEditGroups?': flag(
      'Whether the key may add companies to groups and remove them; missing where the service has no such endpoint',
    ),
  },
  { ...ALL, description: 'The state of the account' },
);
