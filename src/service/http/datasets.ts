/** The three dataset queries, and estimates of their records and cost, which are free. */
import type { FastifyInstance } from 'fastify';
import { CURSOR_HEADER } from '../../contract/changes.js';
import type { Dataset } from '../../contract/datasets.js';
import { estimatePath } from '../../contract/endpoints.js';
import type { Estimate, Suggestion } from '../../contract/estimate.js';
import type { NamedValues } from '../database/suggest-values.js';
import { accountOf } from './authentication.js';
import { ownerOf, writeCursor } from './changes.js';
import {
  type CheckedQuery,
  checkedBy,
  checkQuery,
  DATASET_ENTRIES,
  type EndpointOptions,
} from './endpoint.js';
import { datasetEndpoint, estimateEndpoint } from './schemas.js';

export function registerDatasets(app: FastifyInstance, options: EndpointOptions): void {
  const { store, answerRecords, extras } = options;
  for (const [name, dataset] of DATASET_ENTRIES) {
    app.post<{ Body: CheckedQuery }>(dataset.path, {
      schema: datasetEndpoint(name, dataset, options),
      preValidation: checkedBy((body) => checkQuery(dataset, body, options)),
      handler: (request, reply) => {
        const { body: query, headers } = request;
        const begins = dataset.paid && extras.includes('changes') && headers[CURSOR_HEADER] === 'begin';
        return answerRecords(request, reply, {
          dataset: name,
          asked: query,
          read: async (affordable) => {
            // read first: a change between the two reads is reported twice rather than never
            const base = begins ? await store.lastChange() : undefined;
            const answer = await store.queryRecords({ dataset: name, query, ...affordable });
            if (base === undefined) return answer;
            const owner = ownerOf(name, query, accountOf(request).keyId);
            return { ...answer, cursor: writeCursor({ owner, base }) };
          },
        });
      },
    });
  }
}

export function registerEstimates(app: FastifyInstance, options: EndpointOptions): void {
  const { store, maxLimit, extras } = options;
  if (!extras.includes('estimate')) return;
  for (const [name, dataset] of DATASET_ENTRIES) {
    app.post<{ Body: CheckedQuery }>(estimatePath(dataset.path), {
      schema: estimateEndpoint(name, dataset, options),
      config: { work: 'slow' },
      preValidation: checkedBy((body) => checkQuery(dataset, body, options)),
      handler: async (request): Promise<Estimate> => {
        const { body: query } = request;
        const { limit } = query;
        const account = accountOf(request);
        const ownsVersions = dataset.paid && account.billing === 'per-version';
        const { count, firstDate, lastDate, owned } = await store.estimateRecords({
          dataset: name,
          query,
          limit: maxLimit,
          ...(ownsVersions && { owner: { keyId: account.keyId, limit } }),
        });
        const suggestions = await unknownValues(store, dataset, query, count);
        const returned = Math.min(count, limit);
        const credits = dataset.paid ? returned - owned : 0;
        const balance = account.credits;
        // missing values are left out, as in records
        return {
          matching: Math.min(count, maxLimit),
          isExact: count <= maxLimit,
          returned,
          owned,
          credits,
          ...(firstDate !== null && { firstDate }),
          ...(lastDate !== null && { lastDate }),
          openingBalance: balance,
          ...(balance >= credits && { closingBalance: balance - credits }),
          ...(suggestions.length > 0 && { suggestions }),
        };
      },
    });
  }
}

/** The kinds of values of fields that have no list of allowed values. */
const NAMED: Readonly<Record<string, NamedValues['kind']>> = {
  'company.name': 'name',
  'company.domain': 'domain',
  'company.id': 'id',
  'company.location': 'place',
  expansionLocation: 'place',
};

/** Returns the nearest values for those that name nothing, if any. */
async function unknownValues(
  store: EndpointOptions['store'],
  { filters }: Dataset,
  query: CheckedQuery,
  count: number,
): Promise<readonly Suggestion[]> {
  const found: Suggestion[] = [];
  // sequentially, because a request uses one connection at a time
  for (const [field, filter] of Object.entries(filters)) {
    const named = NAMED[filter.field ?? ''];
    const kind = named === 'place' && filter.match === 'whole' ? 'country' : named;
    const values = query[field] as readonly string[] | undefined;
    // records match the only value, so it is known
    if (!kind || !values || (count > 0 && values.length === 1)) continue;
    const suggestions = await store.suggestValues({ kind, values });
    found.push(...suggestions.map((suggestion) => ({ field, ...suggestion })));
  }
  return found;
}
