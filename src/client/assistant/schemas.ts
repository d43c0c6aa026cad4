/** What the tools take and give, as JSON Schema; options and columns come from the contract. */
import { DATASETS } from '../../contract/datasets.js';
import { MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { DATASET_NAMES, type OptionHelp, optionsOfAll, valuesAddress } from './option-help.js';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './pages.js';

export interface ObjectSchema {
  [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required?: string[];
}

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const FLAG = { type: 'boolean' };
/** How many values are worth a place in every conversation; longer lists are resources. */
const FEW_VALUES = 12;

const VALUE = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: ['string', 'number'] } },
  ],
};

function describe({ description, aliases, datasets, values, name }: OptionHelp): string {
  const also = aliases.length > 0 ? ` Also: ${aliases.join(', ')}.` : '';
  const only = datasets.length < DATASET_NAMES.length ? ` Only: ${datasets.join(', ')}.` : '';
  const allowed =
    values.length > FEW_VALUES
      ? ` Allowed values: ${valuesAddress(name)}.`
      : values.length > 0
        ? ` One of: ${values.join('; ')}.`
        : '';
  return `${description}.${also}${only}${allowed}`;
}

/** What every question has. The options are told once, with `ask`: all that is listed is part of every conversation. */
function questionProperties(options: object = { description: 'As in ask.' }): Record<string, object> {
  return {
    dataset: {
      type: 'string',
      enum: [...DATASET_NAMES],
      description: DATASET_NAMES.map(
        (name) =>
          `${name}: ${DATASETS[name].description}${DATASETS[name].paid ? ' (1 credit a record)' : ' (free)'}`,
      ).join('. '),
    },
    companies: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description:
        'Website domains or names; for major-hiring and executive-change also ids, and names only of tracked companies. All companies by default.',
    },
    options: { type: 'object', additionalProperties: VALUE, ...options },
  };
}

function listedOptions(): object {
  return {
    description:
      'Filters by name, as in the spreadsheet formulas, for example {"from": "-30d", "type": ["HQ"], "limit": 20}. Dates: 2026-01-31, today, -30d, last month. Amounts: >=1M, 10M..50M. More: resources signals://options/{dataset}.',
    properties: Object.fromEntries(
      optionsOfAll().map((option) => [option.name, { description: describe(option) }]),
    ),
  };
}

function object(
  properties: Record<string, object>,
  required: readonly string[] = Object.keys(properties),
): ObjectSchema {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

export const QUESTION_INPUT = object(questionProperties(), ['dataset']);

export const ASK_INPUT = object(
  {
    ...questionProperties(listedOptions()),
    max_credits: {
      ...COUNT,
      description:
        'The most credits that this call may cost; 0 for free datasets. Ask the user if in doubt. Records beyond it are left out.',
    },
    page_size: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `Records to show at once; ${PAGE_SIZE} by default.`,
    },
    cursor: {
      ...TEXT,
      description:
        'next_cursor of an earlier result, with otherwise the same arguments: the next page, free.',
    },
  },
  ['dataset', 'max_credits'],
);

export const FORMULA_INPUT = object(
  {
    ...questionProperties(),
    locale: { ...TEXT, description: 'Of the spreadsheet, for example de_DE; en_US by default.' },
  },
  ['dataset'],
);

export const SEARCH_INPUT = object({
  query: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_SEARCH_LENGTH,
    description: 'Part of a name, or a domain',
  },
});

export const GROUPS_INPUT = object(
  {
    group: { ...TEXT, description: 'Lists the companies of this group instead of the groups' },
    offset: { ...COUNT, description: 'How many to skip; next_offset of an earlier result' },
  },
  [],
);

export const NO_INPUT = object({});

const RECORD = {
  type: 'object',
  description: 'Values by column; what is not disclosed is missing',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: TEXT }] },
};

export const ASK_OUTPUT = object(
  {
    notice: TEXT,
    dataset: TEXT,
    records: { type: 'array', items: RECORD },
    first: { ...COUNT, description: 'Number of the first record shown, counted from 1; 0 without records' },
    total: { ...COUNT, description: 'Records of the whole answer' },
    next_cursor: TEXT,
    cut: {
      type: 'string',
      enum: ['limit', 'max_credits'],
      description: 'Set where more records may match: what has left them out',
    },
    charged: { ...COUNT, description: 'Credits that this call has cost' },
    owned: { ...COUNT, description: 'Records that were free because they had been paid for' },
    paid_before: { ...COUNT, description: 'Credits that the same answer cost when it was first fetched' },
    balance: { ...COUNT, description: 'Credits left after it' },
    source: { type: 'string', enum: ['service', 'repeated', 'store'] },
    asked_at: { ...TEXT, description: 'As of when the answer is complete' },
  },
  ['notice', 'dataset', 'records', 'first', 'total', 'charged', 'owned', 'source', 'asked_at'],
);

export const ESTIMATE_OUTPUT = object(
  {
    available: { ...FLAG, description: 'False where the service has no estimates' },
    credits: { ...COUNT, description: 'What ask would cost: a sensible max_credits' },
    matching: COUNT,
    is_exact: { ...FLAG, description: 'False if more records match than were counted' },
    returned: COUNT,
    owned: COUNT,
    first_date: TEXT,
    last_date: TEXT,
    balance: COUNT,
    suggestions: {
      type: 'array',
      items: object({ field: TEXT, value: TEXT, nearest: { type: 'array', items: TEXT } }),
    },
  },
  ['available'],
);

export const FORMULA_OUTPUT = object({ formula: TEXT, locale: TEXT });

export const SEARCH_OUTPUT = object({
  available: FLAG,
  notice: TEXT,
  companies: {
    type: 'array',
    items: object({ id: TEXT, name: TEXT, domain: TEXT, location: TEXT, tracked: FLAG }, ['id', 'tracked']),
  },
});

export const GROUPS_OUTPUT = object(
  {
    available: FLAG,
    notice: TEXT,
    groups: { type: 'array', items: object({ name: TEXT, companies: COUNT }) },
    companies: { type: 'array', items: object({ id: TEXT, name: TEXT, domain: TEXT }) },
    total: COUNT,
    next_offset: COUNT,
  },
  ['available', 'notice', 'total'],
);

export const ACCOUNT_OUTPUT = object(
  {
    available: FLAG,
    name: TEXT,
    balance: COUNT,
    spent_today: COUNT,
    spent_by_day: { type: 'array', items: object({ day: TEXT, credits: COUNT }) },
    records_per_answer: COUNT,
    credits_per_day: COUNT,
    requests_per_minute: COUNT,
    billing: { type: 'string', enum: ['per-answer', 'per-version'] },
  },
  ['available'],
);
