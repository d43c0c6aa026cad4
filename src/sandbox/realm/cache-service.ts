/** CacheService. */
import type { Scope } from '../bridge/operations.js';
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext, storeOpener } from './services.js';

type Cache = Pick<GoogleAppsScript.Cache.Cache, 'get' | 'getAll' | 'put' | 'putAll' | 'remove' | 'removeAll'>;

const DEFAULT_SECONDS = 600;
const MAX_SECONDS = 21_600;
/** What calls without a result give: null, although their types say undefined. */
const NOTHING = null as unknown as undefined;

export function createCacheService(context: ServiceContext) {
  const { call, environment } = context;
  /** What is out of range reaches the host, which throws, unless this Google clamps. */
  const lifetime = (seconds: number): number =>
    environment.switches.cacheLifetimes === 'clamp' ? Math.min(Math.max(seconds, 1), MAX_SECONDS) : seconds;
  const createCache = (scope: Scope): Cache =>
    strict<Cache>('Cache', {
      get(key) {
        requireArgument('key', key);
        return call('CacheService.get', scope, String(key));
      },
      getAll(keys) {
        requireArgument('keys', keys);
        return call('CacheService.getAll', scope, keys.map(String));
      },
      put(key: string, value: string, expirationInSeconds: number = DEFAULT_SECONDS) {
        requireArgument('key', key);
        requireArgument('value', value);
        call('CacheService.put', scope, { [String(key)]: String(value) }, lifetime(expirationInSeconds));
        return NOTHING;
      },
      putAll(values: object, expirationInSeconds: number = DEFAULT_SECONDS) {
        requireArgument('values', values);
        const texts = Object.entries(values as Record<string, unknown>).map(([key, value]) => {
          requireArgument('value', value);
          return [key, String(value)];
        });
        call('CacheService.put', scope, Object.fromEntries(texts), lifetime(expirationInSeconds));
      },
      remove(key) {
        requireArgument('key', key);
        call('CacheService.remove', scope, [String(key)]);
        return NOTHING;
      },
      removeAll(keys) {
        requireArgument('keys', keys);
        call('CacheService.remove', scope, keys.map(String));
      },
    });
  const open = storeOpener(context, 'CacheService', createCache);
  return strict('CacheService', {
    getDocumentCache: () => open('getDocumentCache', 'document'),
    getScriptCache: () => open('getScriptCache', 'script'),
    getUserCache: () => open('getUserCache', 'user'),
  });
}
