/** The OpenAPI schemas of the queries, estimates, changes, groups and pushes. */
import { CURSOR_HEADER } from '../../contract/changes.js';
import type { Dataset, DatasetName } from '../../contract/datasets.js';
import {
  CALLBACK_HEADER,
  CALLBACK_STATUS_HEADER,
  CEILING_HEADER,
  CHARGED_HEADER,
  IDEMPOTENCY_HEADER,
  MAX_NEWS_DAYS,
  REQUEST_HEADER,
} from '../../contract/endpoints.js';
import type { ServiceErrorCode } from '../../contract/errors.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { CURSOR_PATTERN } from './cursor.js';
import type { EndpointOptions } from './endpoint-options.js';
import {
  count,
  dateSchema,
  endpoint,
  filterSchema,
  flag,
  list,
  numberSchema,
  object,
  recordSchema,
  type Schema,
  text,
  withStatus,
} from './json-schema.js';

type DatasetSchemaOptions = Pick<EndpointOptions, 'defaultLimit' | 'maxLimit' | 'answerShape' | 'extras'>;

const COSTS =
  'Each returned record costs one credit; with a key that is billed per version, each version of a record costs one credit once.';

const integer = (description: string): Schema => ({ type: 'integer', description });

const PAID_HEADERS = {
  'x-credits-remaining': integer('Credits left after it'),
  'x-records-owned': integer('Records that were free: the key had paid for them'),
  [REQUEST_HEADER]: text(
    `If the request had no ${IDEMPOTENCY_HEADER}: sent as that, it gets the same answer for ten minutes`,
  ),
};

/** Sent only if the service has the changes endpoints: clients detect these by this header. */
const CHARGED = { [CHARGED_HEADER]: integer('Credits that the answer has cost') };

const CHARGE_HEADERS = {
  [`${IDEMPOTENCY_HEADER}?`]: text(
    'Within a day, the same value returns the same answer and is not charged again',
    { pattern: '^[!-~]{1,200}$' },
  ),
  [`${CEILING_HEADER}?`]: {
    ...count('The most credits that the answer may cost; above, it is 405 and nothing is charged'),
    maximum: 999_999_999,
  },
};

const BEGIN_HEADER = {
  [`${CURSOR_HEADER}?`]: text(
    'begin: from this answer on, its changes can be asked for. Any other value is ignored',
  ),
};

const BEGUN_HEADER = {
  [CURSOR_HEADER]: text('If asked for: the cursor for the first call of changes. Missing in a repetition', {
    pattern: CURSOR_PATTERN,
  }),
};

export function datasetSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const { paid } = dataset;
  const hasChanges = options.extras.includes('changes');
  const records = list(recordSchema(dataset.record, dataset.dates));
  const withBalance = object({
    dataset: records,
    creditsConsumed: integer('Credits charged for this answer'),
    closingBalance: integer('Credits left after it'),
  });
  return endpoint({
    operationId: `query-${name}`,
    tags: ['datasets'],
    summary: dataset.description,
    ...(paid && { description: COSTS }),
    body: bodyOf(dataset, options),
    ...(paid && { headers: object({ ...CHARGE_HEADERS, ...(hasChanges && BEGIN_HEADER) }) }),
    answer: {
      description: 'Records, newest first',
      ...(paid && { headers: { ...PAID_HEADERS, ...(hasChanges && { ...CHARGED, ...BEGUN_HEADER }) } }),
      ...(paid && options.answerShape === 'object' ? withBalance : records),
    },
    errors: errorsOf(dataset),
  });
}

/** An extension: the specification has no estimates. */
export function estimateSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const { maxLimit } = options;
  const date = {
    description: 'Of the matching records, by the date that is compared',
    ...dateSchema(dataset.dates),
  };
  const estimate = object({
    matching: count(`Matching records, whatever the limit; at most ${maxLimit}`),
    isExact: flag(`False if more than ${maxLimit} match`),
    returned: count('Records that the query would return'),
    owned: count('How many of these the key has paid for: they are free'),
    credits: count('Credits that it would cost'),
    'firstDate?': date,
    'lastDate?': date,
    'openingBalance?': count('Credits now'),
    'closingBalance?': count('Credits afterwards; missing where they do not suffice'),
    'suggestions?': list(SUGGESTION, {
      minItems: 1,
      description:
        'For values that name no company or no place: the nearest ones. Missing where there are none',
    }),
  });
  return endpoint({
    operationId: `estimate-${name}`,
    tags: ['datasets'],
    summary: 'What the query would bring and cost',
    body: bodyOf(dataset, options),
    answer: { description: 'Counts, dates and the balance; nothing of the records themselves', ...estimate },
    errors: dataset.paid ? ['BAD_INPUT', 'NO_CURRENCY'] : ['BAD_INPUT'],
  });
}

const SUGGESTION = object({
  field: text('Field of the body'),
  value: text('Value as it was sent'),
  nearest: list(text(), { description: 'What can be sent instead, the nearest first' }),
});

/** An extension: the specification has no changes. */
export function changesSchema(name: DatasetName, dataset: Dataset, options: DatasetSchemaOptions): Schema {
  const { paid } = dataset;
  const cursor = (description: string) => text(description, { pattern: CURSOR_PATTERN });
  const changes = object({
    records: list(recordSchema(dataset.record, dataset.dates), {
      description:
        'New or changed since the cursor; without one all that match; none with limit 0. The newest first',
    }),
    removed: list(text(), { description: 'Ids of records that no longer match' }),
    cursor: cursor('For the next call'),
    more: flag('Whether the next call has more to tell now'),
  });
  return endpoint({
    operationId: `changes-${name}`,
    tags: ['datasets'],
    summary: 'What has changed in the answer of the query since an earlier call',
    ...(paid && { description: `${COSTS} Removed ids cost nothing.`, headers: object(CHARGE_HEADERS) }),
    body: bodyOf(dataset, options, { 'cursor?': cursor('Of the last answer; none to begin') }),
    answer: {
      description: 'Records and ids, as many as the limit allows together',
      ...(paid && { headers: { ...CHARGED, ...PAID_HEADERS } }),
      ...changes,
    },
    errors: [...errorsOf(dataset), 'NO_CURSOR'],
  });
}

function errorsOf({ paid }: Dataset): readonly ServiceErrorCode[] {
  return paid ? ['BAD_INPUT', 'NO_CREDITS', 'FEW_CREDITS', 'NO_CURRENCY'] : ['BAD_INPUT'];
}

/** The filters of a dataset, all of them optional. @param more further properties */
function bodyOf(
  { filters, dates }: Dataset,
  { defaultLimit, maxLimit }: DatasetSchemaOptions,
  more: Schema = {},
): Schema {
  const properties = Object.entries(filters).map(([key, filter]) => {
    const description = `${filter.description}; ${defaultLimit} by default`;
    const isLimit = key === 'limit';
    return [
      `${key}?`,
      isLimit ? numberSchema({ ...filter, description }, 'integer', maxLimit) : filterSchema(filter, dates),
    ];
  });
  return object({ ...Object.fromEntries(properties), ...more }, { additionalProperties: false });
}

export const GROUP_PARAMETER = text('Name of the group, percent-encoded', { minLength: 1 });

export const TRACKED_COMPANIES_SCHEMA = endpoint({
  operationId: 'list-tracked-companies',
  tags: ['groups'],
  summary: 'Companies of a group',
  params: object({ GROUP_NAME: GROUP_PARAMETER }),
  answer: {
    description: 'The companies, by name',
    ...withStatus({ companies: list(recordSchema(TRACKED_COMPANY, 'YYYY-MM-DD')) }),
  },
  errors: ['BAD_KEY', 'NO_GROUP'],
});

export const PUSH_NEWS_SCHEMA = endpoint({
  operationId: 'push-news',
  tags: ['groups'],
  summary: 'Post the news for a group to a callback address',
  description:
    'Answers after the callback address has answered; failures that pass are tried again. Costs no credits.',
  params: object({
    GROUP_NAME: GROUP_PARAMETER,
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
    headers: {
      'x-news-posted': integer('Number of news items that were posted'),
      [CALLBACK_STATUS_HEADER]: integer('Status of the answer of the callback address'),
    },
    ...object({ response: text('The answer of the callback address') }),
  },
  errors: ['BAD_INPUT', 'NO_GROUP'],
});
