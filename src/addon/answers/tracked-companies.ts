/** The companies of groups: looked up once a group for all cells, kept in the document's cache. */

import { columnsOf } from '../../contract/fields.js';
import { objectOf, readJson } from '../../contract/json.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Client } from '../service/client.js';
import { asciiJson } from '../storage/ascii-json.js';
import { putText, takeText } from '../storage/cache-tier.js';
import { failureKey, recall, remember } from '../storage/failures.js';
import { hash } from '../storage/hash.js';
import { singleFlight } from '../storage/single-flight.js';
import { createRowReader, type Row } from '../table/rows.js';
import type { TrackedCompanyRow } from './targets.js';

export interface TrackedCompaniesRequest {
  readonly group: string;
  readonly payer: string;
  /** A new value forces a new request. */
  readonly token: string;
  /** Asked before that moment: asked again. Milliseconds since 1970. */
  readonly after: number;
  readonly deadline: number;
}

interface StoredRoster {
  readonly askedAt: number;
  readonly rows: readonly Row[];
}

const isRoster = objectOf<StoredRoster>({ askedAt: 'number', rows: 'list' });

export const TRACKED_COLUMNS = columnsOf(TRACKED_COMPANY);

/** The tracked companies of one group. @throws NO_GROUP and what else the client throws */
export function readTrackedCompanies(
  platform: Platform,
  client: () => Client,
  request: TrackedCompaniesRequest,
): readonly Row[] {
  const { group, payer, token, after, deadline } = request;
  const key = hash(JSON.stringify(['tracked-companies', payer, group, token]));
  const cached = `answer:${key}`;
  const cache = platform.documentCache;

  function look(found: Readonly<Record<string, string>>): readonly Row[] | undefined {
    const text = cache ? takeText(platform, cache, key, found[cached]) : undefined;
    const stored = readJson(text, isRoster);
    if (stored && stored.askedAt >= after) return stored.rows;
    const failure = recall(found[failureKey(key)], after);
    if (failure) throw failure;
    return undefined;
  }

  const known = cache && look(cache.getAll([cached, failureKey(key)]));
  if (known) return known;
  return singleFlight(platform, deadline, {
    key,
    keys: [cached, failureKey(key)],
    look,
    claim: () => undefined,
    lead() {
      try {
        const [body] = client().trackedCompanies([group]);
        const rows = createRowReader(TRACKED_COLUMNS, 'DD/MM/YYYY')(body?.records ?? []);
        if (cache) putText(platform, cache, key, asciiJson({ askedAt: platform.clock.now(), rows }));
        return rows;
      } catch (error) {
        if (error instanceof SignalsError) remember(cache, platform.clock, key, error);
        throw error;
      }
    },
  });
}

/** A tracked company for the look-up of companies. */
export function toTrackedCompany(row: Row): TrackedCompanyRow {
  const [id, name, domain] = row;
  return { id: String(id ?? ''), name: String(name ?? ''), domain: String(domain ?? '') };
}
