/** Reads the companies of groups, and finds companies for questions. */
import { columnsOf } from '../../contract/fields.js';
import { asFields, isObject, readJson } from '../../contract/json.js';
import { GROUPS_PATH } from '../../contract/lookups.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import { caught, errors, isSignalsError } from '../errors.js';
import type { HttpAnswer, Platform } from '../platform.js';
import { closest } from '../question/closest.js';
import { lookUpCall, trackedCall } from '../service/calls.js';
import type { Client } from '../service/client.js';
import type { Body } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';
import { matchCompanies } from './company-matches.js';
import { forgetLookUp, type LookUpRules, lookUpOnce } from './look-up-once.js';
import type { CompanyDirectory } from './targets.js';

export const TRACKED_COLUMNS = columnsOf(TRACKED_COMPANY);

/** Creates the directory in which a question looks companies up. */
export function createDirectory(
  platform: Platform,
  client: () => Client,
  rules: LookUpRules,
): CompanyDirectory {
  return {
    tracked: (groups) =>
      groups.flatMap((group) => readTrackedCompanies(platform, client, group, rules)).map(toTrackedCompany),
    search: (companies) => foundCompanies(matchCompanies(platform, client, companies, rules)),
  };
}

/** Returns the companies of one group. @throws NO_GROUP and the client's other errors */
export function readTrackedCompanies(
  platform: Platform,
  client: () => Client,
  group: string,
  rules: LookUpRules,
): readonly Row[] {
  return lookUpOnce(platform, rules, ['tracked-companies', group], () =>
    trackedRows(byAnyCase(client(), group)),
  );
}

/** Returns the rows of an answer about one group. */
export function trackedRows({ records }: Body): Row[] {
  return createRowReader(TRACKED_COLUMNS)(records);
}

/** Call this after a change of a group: the next formula reads its companies again. */
export function forgetTrackedCompanies(platform: Platform, payer: string, group: string): void {
  forgetLookUp(platform, payer, ['tracked-companies', group]);
}

/** Requests a group, under its listed name if the service only knows it in another case. */
function byAnyCase(client: Client, group: string): Body {
  const found = caught(() => client.ask(trackedCall(group)));
  if (!isSignalsError(found)) return found;
  if (found.code !== 'NO_GROUP') throw found;
  return client.ask(trackedCall(listedName(group, client.askOnce(lookUpCall(GROUPS_PATH)))));
}

/**
 * Returns the name that the service lists for a group that it does not know in this case.
 * @param answers to the request for the list @throws NO_GROUP with the nearest name
 */
export function listedName(group: string, [answer]: readonly HttpAnswer[]): string {
  const groups = answer?.status === 200 ? readJson(answer.text, isObject)?.['groups'] : [];
  const names = Array.isArray(groups) ? groups.map((one) => String(asFields(one)['name'] ?? '')) : [];
  const [same, ...others] = names.filter((name) => name.toLowerCase() === group.toLowerCase());
  if (same === undefined || others.length > 0) throw errors.noGroup(group, same ?? closest(group, names));
  return same;
}

export function toTrackedCompany(row: Row): TrackedCompanyEntry {
  const [id, name, domain] = row;
  return { id: String(id ?? ''), name: String(name ?? ''), domain: String(domain ?? '') };
}

/** Returns the matched companies by text. */
export function foundCompanies(
  rows: ReadonlyMap<string, Row> | undefined,
): ReadonlyMap<string, TrackedCompanyEntry> {
  const companies = [...(rows ?? [])].map(([text, row]) => [text, toTrackedCompany(row.slice(1))] as const);
  return new Map(companies.filter(([, { id }]) => id !== ''));
}
