/** The OpenAPI schemas of the queries, estimates and changes. */
import {
  count,
  estimateSchema,
  flag,
  type Keywords,
  list,
  object,
  type Schema,
  text,
} from '../../contract/answers.js';
import { CURSOR_HEADER } from '../../contract/changes.js';
import type { Dataset, DatasetName } from '../../contract/datasets.js';
import { COLUMN_DESCRIPTIONS, DATASET_DESCRIPTIONS, optionDescription } from '../../contract/descriptions.js';
import {
  CEILING_HEADER,
  CHARGED_HEADER,
  IDEMPOTENCY_HEADER,
  MAX_CEILING,
  REQUEST_HEADER,
} from '../../contract/endpoints.js';
import type { ServiceErrorCode } from '../../contract/errors.js';
import type { EndpointOptions } from './endpoint.js';
import { endpoint, filterSchema, numberSchema, recordSchema } from './json-schema.js';

const COSTS =
  'Each returned record costs one credit; with a key that is billed per version, each version of a record costs one credit once.';

const PAID_HEADERS = {
  'x-credits-remaining': count('Credits left after it'),
  'x-records-owned': count('Records that were free: the key had paid for them'),
  [REQUEST_HEADER]: text(
    `If the request had no ${IDEMPOTENCY_HEADER}: sent as that, it gets the same answer for ten minutes`,
  ),
};

/** Sent only if the service has the changes endpoints: clients detect these by this header. */
const CHARGED = { [CHARGED_HEADER]: count('Credits that the answer has cost') };

const CHARGE_HEADERS = {
  [`${IDEMPOTENCY_HEADER}?`]: text(
    'Within a day, the same value returns the same answer and is not charged again',
    { pattern: '^[!-~]{1,200}$' },
  ),
  [`${CEILING_HEADER}?`]: count(
    'The most credits that the answer may cost; above, it is 405 and nothing is charged',
    { maximum: MAX_CEILING },
  ),
};

const BEGIN_HEADER = {
  [`${CURSOR_HEADER}?`]: text(
    'begin: from this answer on, its changes can be asked for. Any other value is ignored',
  ),
};

const CHANGES_LIMIT =
  'Maximum number of records and ids together; 0, without a cursor, begins and tells nothing';

const cursor = (description: string) => text(description, { pattern: '^[A-Za-z0-9_-]{1,100}$' });
const BEGUN_HEADER = {
  [CURSOR_HEADER]: cursor('If asked for: the cursor for the first call of changes. Missing in a repetition'),
};

export function datasetEndpoint(name: DatasetName, dataset: Dataset, options: EndpointOptions): Keywords {
  const { paid } = dataset;
  const hasChanges = options.extras.includes('changes');
  const records = list(recordSchema(dataset.record, COLUMN_DESCRIPTIONS, dataset.dates));
  return endpoint('datasets', `query-${name}`, DATASET_DESCRIPTIONS[name], {
    ...(paid && { description: COSTS }),
    body: bodyOf(name, dataset, options),
    ...(paid && { headers: object({ ...CHARGE_HEADERS, ...(hasChanges && BEGIN_HEADER) }) }),
    answer: {
      description: 'Records, newest first',
      ...(paid && { headers: { ...PAID_HEADERS, ...(hasChanges && { ...CHARGED, ...BEGUN_HEADER }) } }),
      ...records,
    },
    errors: errorsOf(dataset),
  });
}

/** An extension: the specification has no estimates. */
export function estimateEndpoint(name: DatasetName, dataset: Dataset, options: EndpointOptions): Keywords {
  return endpoint('datasets', `estimate-${name}`, 'What the query would bring and cost', {
    body: bodyOf(name, dataset, options),
    answer: estimateSchema(dataset.dates, options.maxLimit),
    errors: dataset.paid ? ['NO_CURRENCY'] : [],
  });
}

/** An extension: the specification has no changes. */
export function changesEndpoint(name: DatasetName, dataset: Dataset, options: EndpointOptions): Keywords {
  const { paid } = dataset;
  const changes = object({
    records: list(recordSchema(dataset.record, COLUMN_DESCRIPTIONS, dataset.dates), {
      description:
        'New or changed since the cursor; without one all that match; none with limit 0. The newest first',
    }),
    removed: list(text(), { description: 'Ids of records that no longer match' }),
    cursor: cursor('For the next call'),
    more: flag('Whether the next call has more to tell now'),
  });
  const summary = 'What has changed in the answer of the query since an earlier call';
  return endpoint('datasets', `changes-${name}`, summary, {
    ...(paid && { description: `${COSTS} Removed ids cost nothing.`, headers: object(CHARGE_HEADERS) }),
    body: bodyOf(name, dataset, options, CHANGES_LIMIT, {
      'cursor?': cursor('Of the last answer; none to begin'),
    }),
    answer: {
      description: 'Records and ids, as many as the limit allows together',
      ...(paid && { headers: { ...CHARGED, ...PAID_HEADERS } }),
      ...changes,
    },
    errors: [...errorsOf(dataset), 'NO_CURSOR'],
  });
}

function errorsOf({ paid }: Dataset): readonly ServiceErrorCode[] {
  return paid ? ['NO_CREDITS', 'FEW_CREDITS', 'NO_CURRENCY'] : [];
}

/** Returns the filters of a dataset, all of them optional. @param limit its description @param more further properties */
function bodyOf(
  name: DatasetName,
  { filters, dates }: Dataset,
  { defaultLimit, maxLimit }: EndpointOptions,
  limit = optionDescription('limit', name),
  more: Schema = {},
): Schema {
  const properties = Object.entries(filters).map(([key, filter]) => {
    if (key !== 'limit') return [`${key}?`, filterSchema(filter, optionDescription(key, name), dates)];
    const description = `${limit}; ${defaultLimit} by default`;
    return [`${key}?`, numberSchema(filter, description, 'integer', maxLimit)];
  });
  return object({ ...Object.fromEntries(properties), ...more }, { additionalProperties: false });
}
