/** Companies of groups and of the service's search: looked up once for all cells, kept in the document's cache. */

import { columnsOf } from '../../contract/fields.js';
import { asFields, isObject, objectOf, readJson } from '../../contract/json.js';
import { GROUPS_PATH, MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { errors, SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { closest } from '../question/closest.js';
import type { Client } from '../service/client.js';
import { asciiJson } from '../storage/ascii-json.js';
import { putText, takeText } from '../storage/cache-tier.js';
import { failureKey, recall, remember } from '../storage/failures.js';
import { hash } from '../storage/hash.js';
import { singleFlight } from '../storage/single-flight.js';
import type { Body } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';
import type { CompanyDirectory, TrackedCompanyRow } from './targets.js';

/** For whom, and how fresh. */
export interface LookUpRules {
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

/** Companies where a question looks for them. */
export function createDirectory(
  platform: Platform,
  client: () => Client,
  rules: LookUpRules,
): CompanyDirectory {
  return {
    tracked: (groups) =>
      groups.flatMap((group) => readTrackedCompanies(platform, client, group, rules)).map(toTrackedCompany),
    search: (companies) =>
      readOnce(platform, rules, ['companies', ...companies], () => searchFor(client(), companies)).map(
        toTrackedCompany,
      ),
  };
}

/** The tracked companies of one group. @throws NO_GROUP and what else the client throws */
export function readTrackedCompanies(
  platform: Platform,
  client: () => Client,
  group: string,
  rules: LookUpRules,
): readonly Row[] {
  return readOnce(platform, rules, ['tracked-companies', group], () => {
    const [body] = byAnyCase(client(), group);
    return createRowReader(TRACKED_COLUMNS, 'DD/MM/YYYY')(body?.records ?? []);
  });
}

/** @param name of what is looked up */
function readOnce(
  platform: Platform,
  { payer, token, after, deadline }: LookUpRules,
  name: readonly string[],
  ask: () => readonly Row[],
): readonly Row[] {
  const key = hash(JSON.stringify([payer, token, ...name]));
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
        const rows = ask();
        if (cache) putText(platform, cache, key, asciiJson({ askedAt: platform.clock.now(), rows }));
        return rows;
      } catch (error) {
        if (error instanceof SignalsError) remember(cache, platform.clock, key, error);
        throw error;
      }
    },
  });
}

/** A group that the service lacks by this name: found without case where the service lists its groups. */
function byAnyCase(client: Client, group: string): readonly Body[] {
  try {
    return client.trackedCompanies([group]);
  } catch (error) {
    if (!(error instanceof SignalsError) || error.code !== 'NO_GROUP') throw error;
    const [{ status, text } = { status: 0, text: '' }] = client.lookUp(GROUPS_PATH);
    const groups = status === 200 ? readJson(text, isObject)?.['groups'] : [];
    const names = Array.isArray(groups) ? groups.map((one) => String(asFields(one)['name'] ?? '')) : [];
    const same = names.filter((name) => name.toLowerCase() === group.toLowerCase());
    if (same[0] === undefined || same.length > 1)
      throw errors.noGroup(group, same[0] ?? closest(group, names));
    return client.trackedCompanies(same);
  }
}

/** More are not searched for: a service answers some requests of a key at a time, and the cell waits for them. */
const MAX_SEARCHES = 50;

/** The first one alone: a service that has no search says so once. */
function searchFor(client: Client, companies: readonly string[]): readonly Row[] {
  const [first, ...others] = companies
    .filter((one) => one.length <= MAX_SEARCH_LENGTH)
    .slice(0, MAX_SEARCHES);
  const found = first === undefined ? undefined : client.companies([first]);
  if (!found) return [];
  const rest = others.length > 0 ? client.companies(others) : [];
  return [...found, ...(rest ?? [])].map(({ id, name = '', domain = '' }) => [id, name, domain]);
}

/** A tracked company for the look-up of companies. */
export function toTrackedCompany(row: Row): TrackedCompanyRow {
  const [id, name, domain] = row;
  return { id: String(id ?? ''), name: String(name ?? ''), domain: String(domain ?? '') };
}
