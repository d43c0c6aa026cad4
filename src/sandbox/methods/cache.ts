/** CacheService: the cache of the spreadsheet. */
import type { Switches } from '../bridge/switches.js';
import { tableOf } from './define.js';
import { opensStore, type Store, scopeOf } from './stores.js';

type Cache = GoogleAppsScript.Cache.Cache;

const SERVICE = 'CacheService';
const DEFAULT_SECONDS = 600;
export const MAX_SECONDS = 21_600;

export const CACHE = tableOf<Cache, Store, ReturnType<typeof scopeOf>>({
  kind: 'Cache',
  service: SERVICE,
  target: scopeOf,
})({
  getAll: {
    required: ['keys'],
    toArguments: (_store, keys) => [keys.map(String)] as const,
    fromAnswer: (values: Record<string, string>) => values,
  },
  putAll: {
    required: ['values'],
    operation: 'put',
    toArguments: ({ switches }, values, seconds = DEFAULT_SECONDS) =>
      [textsOf(values), lifetime(switches, seconds)] as const,
    latencyMs: 93,
  },
  removeAll: {
    required: ['keys'],
    operation: 'remove',
    toArguments: (_store, keys) => [keys.map(String)] as const,
    latencyMs: 90,
  },
});

export const CACHE_SERVICE = tableOf<GoogleAppsScript.Cache.CacheService>({ kind: SERVICE })({
  getDocumentCache: opensStore(CACHE, 'document'),
});

/** Passes null on to the host, which throws Google's error. */
function textsOf(values: object): Record<string, string> {
  const texts = Object.entries(values).map(([key, value]) => [key, value === null ? null : String(value)]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Passes a lifetime out of range on to the host, which throws, unless the switch makes Google clamp it. */
function lifetime({ cacheLifetimes }: Switches, seconds: number): number {
  return cacheLifetimes === 'clamp' ? Math.min(Math.max(seconds, 1), MAX_SECONDS) : seconds;
}
