/** Estimates a dataset query's records and cost, and suggests values if nothing matches. Free. */
import type { FastifyInstance } from 'fastify';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { estimatePath } from '../../contract/endpoints.js';
import type { Estimate, Suggestion } from '../../contract/estimate.js';
import type { AnyQuery } from '../database/conditions.js';
import type { RecordEstimate } from '../database/query-records.js';
import type { NamedValues } from '../database/suggest-values.js';
import { checkBody } from './check-body.js';
import type { EndpointOptions } from './endpoint-options.js';
import { estimateSchema } from './schemas.js';

/** The kinds of values of fields that have no list of allowed values. */
const NAMED: Readonly<Record<string, NamedValues['kind']>> = {
  'company.name': 'name',
  'company.domain': 'domain',
  'company.id': 'id',
  'company.location': 'place',
  expansionLocation: 'place',
};

export function registerEstimates(app: FastifyInstance, options: EndpointOptions): void {
  const { store, maxLimit, defaultLimit } = options;
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(estimatePath(dataset.path), {
      schema: estimateSchema(name, dataset, options),
      config: { work: 'slow' },
      validatorCompiler: () => (body: unknown) => checkBody(dataset, body, maxLimit),
      handler: async ({ body, account }) => {
        const limit = (body['limit'] as number | undefined) ?? defaultLimit;
        const ownsVersions = dataset.paid && account?.billing === 'per-version';
        const found = await store.estimateRecords({
          dataset: name,
          query: body,
          limit: maxLimit,
          ...(ownsVersions && { owner: { keyId: account.keyId, limit } }),
        });
        const suggestions = await unknownValues(store, dataset, body, found.count);
        return {
          ...estimateOf(found, limit, maxLimit, { balance: account?.credits, paid: dataset.paid }),
          ...(suggestions.length > 0 && { suggestions }),
        };
      },
    });
  }
}

/** Leaves out missing values, as in records. The closing balance is missing if the credits do not suffice. */
function estimateOf(
  { count, firstDate, lastDate, owned }: RecordEstimate,
  limit: number,
  maxLimit: number,
  { balance, paid }: { readonly balance: number | undefined; readonly paid: boolean },
): Estimate {
  const returned = Math.min(count, limit);
  const credits = paid ? returned - owned : 0;
  const closingBalance = balance === undefined ? undefined : balance - credits;
  return {
    matching: Math.min(count, maxLimit),
    isExact: count <= maxLimit,
    returned,
    owned,
    credits,
    ...(firstDate !== null && { firstDate }),
    ...(lastDate !== null && { lastDate }),
    ...(balance !== undefined && { openingBalance: balance }),
    ...(closingBalance !== undefined && closingBalance >= 0 && { closingBalance }),
  };
}

async function unknownValues(
  store: EndpointOptions['store'],
  { filters }: Dataset,
  body: AnyQuery,
  count: number,
): Promise<readonly Suggestion[]> {
  const found: Suggestion[] = [];
  // sequentially, because a request uses one connection at a time
  for (const [field, filter] of Object.entries(filters)) {
    const named = NAMED[filter.field ?? ''];
    const kind = named === 'place' && filter.match === 'whole' ? 'country' : named;
    const values = body[field] as readonly string[] | undefined;
    // records match the only value, so it is known
    if (!kind || !values || (count > 0 && values.length === 1)) continue;
    const suggestions = await store.suggestValues({ kind, values });
    found.push(...suggestions.map((suggestion) => ({ field, ...suggestion })));
  }
  return found;
}
