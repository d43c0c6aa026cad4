/** Estimates a dataset query's records and cost, and suggests values if nothing matches. Free. */
import type { FastifyInstance } from 'fastify';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import { type DateFormat, isoFromWire, wireFromIso } from '../../contract/dates.js';
import { estimatePath } from '../../contract/endpoints.js';
import type { Estimate, Suggestion } from '../../contract/estimate.js';
import type { Filter } from '../../contract/filters.js';
import { isObject } from '../../contract/json.js';
import { parseQuery } from '../../contract/query.js';
import type { AnyQuery } from '../database/conditions.js';
import { nearestOf } from '../database/nearest.js';
import type { RecordEstimate } from '../database/query-records.js';
import type { NamedValues } from '../database/suggest-values.js';
import { ServiceError } from '../service-error.js';
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
      validatorCompiler: () => (body: unknown) => {
        const checked = checkBody(dataset, body, maxLimit);
        if (!('error' in checked)) return checked;
        const { code, message } = checked.error;
        const suggestions = suggestionsFor(dataset, body, maxLimit);
        return { error: new ServiceError(code, message, { suggestions }) };
      },
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

const MAX_SUGGESTIONS = 20;
/** No query has more fields. Comparing the names of thousands would keep the service from all other work. */
const MAX_FIELDS = 50;
/** Longer values are truncated in the answer. */
const MAX_VALUE_LENGTH = 200;
const DATE_FORMATS: readonly DateFormat[] = ['YYYY-MM-DD', 'DD/MM/YYYY'];

/** Suggests the nearest allowed values. If none is near, the error message lists the allowed ones. */
export function suggestionsFor(dataset: Dataset, body: unknown, maxLimit: number): readonly Suggestion[] {
  const suggestions: Suggestion[] = [];
  let compared = 0;
  for (const [field, value] of isObject(body) ? Object.entries(body).slice(0, MAX_FIELDS) : []) {
    const filter = Object.hasOwn(dataset.filters, field) ? dataset.filters[field] : undefined;
    for (const sent of filter ? wrongTexts(field, filter, value, dataset.dates) : [field]) {
      // each comparison takes long, also one that finds nothing
      compared += 1;
      if (compared > MAX_SUGGESTIONS) return suggestions;
      const nearest = filter
        ? allowedFor(field, filter, sent, dataset.dates, maxLimit)
        : nearestOf(field, Object.keys(dataset.filters));
      if (nearest.length > 0) suggestions.push({ field, value: sent.slice(0, MAX_VALUE_LENGTH), nearest });
    }
  }
  return suggestions;
}

/** The values of a field that are not allowed, parsed as in a query. */
function wrongTexts(field: string, filter: Filter, value: unknown, dates: DateFormat): readonly string[] {
  const { values, ...unlisted } = filter;
  if (!values) return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const parsed = parseQuery({ [field]: unlisted }, dates, { [field]: value });
  if (!parsed.ok) return [];
  const texts = [parsed.value[field]].flat() as readonly string[];
  return texts.filter((text) => !values.includes(text)).slice(0, MAX_SUGGESTIONS);
}

function allowedFor(
  field: string,
  { kind, values, min = 0 }: Filter,
  text: string,
  dates: DateFormat,
  maxLimit: number,
): readonly string[] {
  if (values) return nearestOf(text, values);
  if (kind === 'date') return isoFromWire(text, dates) ? [] : inOtherFormat(text, dates);
  if (kind !== 'integer' || !Number.isFinite(Number(text))) return [];
  const max = field === 'limit' ? maxLimit : Number.MAX_SAFE_INTEGER;
  const nearest = String(Math.min(max, Math.max(min, Math.round(Number(text)))));
  return nearest === text.trim() ? [] : [nearest];
}

/** Converts a date that is written in the format of the other API version. */
function inOtherFormat(text: string, dates: DateFormat): readonly string[] {
  return DATE_FORMATS.flatMap((format) => isoFromWire(text, format) ?? []).map((iso) =>
    wireFromIso(iso, dates),
  );
}
