/** Addresses and headers of the service, relative to its base address. */

import { COMPANIES_PATH, type CompanySearch } from './lookups.js';

export const API_KEY_HEADER = 'x-api-key';
/** Optional: a request with a value that was sent before gets the same answer again, without a charge. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Not of the specification: the most credits that the answer may cost; above, nothing is charged. */
export const CEILING_HEADER = 'x-max-credits';
/** Not of the specification: credits that a paid answer cost. A service that sends it tells changes, too. */
export const CHARGED_HEADER = 'x-credits-charged';
/** A paid answer without an idempotency key has this header: sent as the key, it gets the same answer for ten minutes. */
export const REQUEST_HEADER = 'x-request-id';
export const CALLBACK_HEADER = 'callback-url';

/** The maximum number of days of news in one push. */
export const MAX_NEWS_DAYS = 5;

export function trackedCompaniesPath(group: string): string {
  return `/api/v1/tracked-companies/${encoded(group)}`;
}

/** Not of the specification: what a query would bring and cost, for the same body. @param path of the dataset */
export function estimatePath(path: string): string {
  return `${path}/estimate`;
}

/** Not of the specification: the companies that a text finds, or those of exactly this name or domain. */
export function findCompaniesPath(text: string, by: keyof CompanySearch = 'query'): string {
  return `${COMPANIES_PATH}?${by}=${encoded(text)}`;
}

export function pushNewsPath(group: string, days: number): string {
  return `/api/v1/push-news/${encoded(group)}/${days}`;
}

/** Half of a surrogate pair cannot be encoded: no group has such a name. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}
