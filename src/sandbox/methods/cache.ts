/** CacheService: the caches of the spreadsheet, the script and the person. */
import type { Switches } from '../bridge/switches.js';
import { tableOf } from './define.js';
import { opensStore, type Store, scopeOf } from './stores.js';

type Cache = GoogleAppsScript.Cache.Cache;

const SERVICE = 'CacheService';
const WRITE_MS = 93;
const REMOVE_MS = 90;
const DEFAULT_SECONDS = 600;
export const MAX_SECONDS = 21_600;
/** Google returns null from calls without a result, although the types say undefined. */
const nothing = (_answer: unknown): null => null;

export const CACHE = tableOf<Cache, Store, ReturnType<typeof scopeOf>>({
  kind: 'Cache',
  service: SERVICE,
  target: scopeOf,
})({
  get: { required: ['key'], toArguments: (_store, key) => [String(key)] as const },
  getAll: {
    required: ['keys'],
    toArguments: (_store, keys) => [keys.map(String)] as const,
    fromAnswer: (values: Record<string, string>) => values,
  },
  put: {
    required: ['key', 'value'],
    toArguments: ({ switches }, key, value, seconds = DEFAULT_SECONDS) =>
      [{ [String(key)]: String(value) }, lifetime(switches, seconds)] as const,
    fromAnswer: nothing,
    latencyMs: WRITE_MS,
  },
  putAll: {
    required: ['values'],
    aliasOf: 'put',
    toArguments: ({ switches }, values, seconds = DEFAULT_SECONDS) =>
      [textsOf(values), lifetime(switches, seconds)] as const,
  },
  remove: {
    required: ['key'],
    toArguments: (_store, key) => [[String(key)] as readonly string[]] as const,
    fromAnswer: nothing,
    latencyMs: REMOVE_MS,
  },
  removeAll: {
    required: ['keys'],
    aliasOf: 'remove',
    toArguments: (_store, keys) => [keys.map(String)] as const,
  },
});

export const CACHE_SERVICE = tableOf<GoogleAppsScript.Cache.CacheService>({ kind: SERVICE })({
  getDocumentCache: opensStore(CACHE, 'document'),
  getScriptCache: opensStore(CACHE, 'script'),
  getUserCache: opensStore(CACHE, 'user'),
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
