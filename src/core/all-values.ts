/**
 * Adds all values of a missing filter to a query, so that it does not pay again for the values that the cache has.
 * Both queries are equal only if every record has a value, which only the service can tell.
 */
import { DATASETS } from '../contract/datasets.js';
import type { FilterTable } from '../contract/filters.js';
import { endOf, LAST } from './days.js';
import { usableExtents } from './extents.js';
import type { Extent, FetchRequest } from './facts.js';
import { covers, partsOf, type Query, type QueryKey, textOf } from './query.js';
import type { CacheState } from './state.js';

/**
 * Returns the query with all values of each filter that it lacks and other queries had, if the cache has some
 * of those values in the requested days; else undefined.
 * @param requests the requests of the query as it is
 */
export function withAllValues(
  state: CacheState,
  query: Query,
  requests: readonly FetchRequest[],
  now: number,
): Query | undefined {
  if (!DATASETS[query.dataset].paid || query.axis !== 'announced') return undefined;
  const known = usableExtents(state, now);
  const others = known.extents.filter((extent) => requests.some((request) => isIn(extent, request)));
  const keys = query.keys.map((key) => listed(key, [...new Set(others.map((extent) => extent.key))]));
  return keys.some((key, index) => key !== query.keys[index]) ? { ...query, keys } : undefined;
}

interface CountedQuery {
  readonly query: Query;
  /** The count was right until the end of its day: later records may have no value. */
  readonly until: number;
}

/** Returns the equal query with all values of a filter, if the query's records were bought by that one. */
export function countedQuery({ uses }: CacheState, query: Query): CountedQuery | undefined {
  const counted = uses.filter(({ equals }) => equals).sort((a, b) => b.day - a.day);
  const used = query.keys.map((key) => counted.find((use) => textOf(use.key) === textOf(key)));
  if (used.every((use) => use === undefined)) return undefined;
  const keys = query.keys.map((key, index) => used[index]?.equals ?? key);
  return { query: { ...query, keys }, until: Math.min(...used.map((use) => endOf(use?.day ?? LAST))) };
}

function isIn({ axis, from, to }: Extent, request: FetchRequest): boolean {
  return axis === request.axis && !request.since && from <= to && from <= request.to && to >= request.from;
}

function listed(key: QueryKey, others: readonly QueryKey[]): QueryKey {
  const table: FilterTable = DATASETS[key.dataset].filters;
  const names = new Set(others.flatMap(({ filters }) => Object.keys(filters)));
  const lists = [...names].flatMap((name) => {
    const { kind, values } = table[name]!;
    return kind === 'list' && values && !(name in key.filters) ? [[name, values] as const] : [];
  });
  const all: QueryKey = { ...key, filters: { ...key.filters, ...Object.fromEntries(lists) } };
  const isKnown = partsOf(all, others).some((part) => others.some((other) => covers(other, part)));
  return lists.length > 0 && isKnown ? all : key;
}
