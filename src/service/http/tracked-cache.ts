/** Lists of tracked companies, cached as text until the database reports a new version. */
import type { Store } from '../store/create-store.js';

const MAX_GROUPS = 200;

export interface TrackedAnswer {
  readonly etag: string;
  readonly body: string;
}

/** The function returns undefined for an unknown group. Each call reads the version from the database. */
export function createTrackedCache(
  store: Pick<Store, 'trackedCompanies'>,
): (group: string) => Promise<TrackedAnswer | undefined> {
  const kept = new Map<string, { readonly version: string; readonly body: string }>();
  return async (group) => {
    const known = kept.get(group);
    const found = await store.trackedCompanies(group, known?.version ?? '');
    if (!found) {
      kept.delete(group);
      return undefined;
    }
    const body =
      found.json === null ? known!.body : `{"status":"200","message":"Success","companies":${found.json}}`;
    // written again, so that the least recently used group is the first
    kept.delete(group);
    kept.set(group, { version: found.version, body });
    if (kept.size > MAX_GROUPS) kept.delete(kept.keys().next().value!);
    return { etag: `"${found.version}"`, body };
  };
}
