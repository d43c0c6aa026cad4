/** Addresses and headers of the service, relative to its base address. */

import { COMPANIES_PATH } from './lookups.js';

export const API_KEY_HEADER = 'x-api-key';
/** Optional: a request with an earlier value gets the same response again, without a charge. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Extension: the most credits that the response may cost; if it would cost more, nothing is charged. */
export const CEILING_HEADER = 'x-max-credits';
/** The greatest value that this header can have. */
export const MAX_CEILING = 999_999_999;
/** Extension: the credits that a paid response cost. A service that sends it also reports changes. */
export const CHARGED_HEADER = 'x-credits-charged';
/** The id of a paid response without idempotency key. For ten minutes, this id as the key repeats it. */
export const REQUEST_HEADER = 'x-request-id';
export const CALLBACK_HEADER = 'callback-url';
/** The status with which the callback address has answered. */
export const CALLBACK_STATUS_HEADER = 'x-callback-status';

/**
 * Statuses of a service, or of a gateway before it, that lacks an endpoint outside the specification, which answers
 * a wrong key with 400. A caller to which 403 means something else, such as a refused key, looks for that first.
 */
export const MISSING_ENDPOINT_STATUSES: readonly number[] = [403, 404, 405, 501];

/** The maximum number of days of news in one push. */
export const MAX_NEWS_DAYS = 5;

export function trackedCompaniesPath(group: string): string {
  return `/api/v1/tracked-companies/${encoded(group)}`;
}

/** Extension: the number of records and credits of a query, for the same body. @param path of the dataset */
export function estimatePath(path: string): string {
  return `${path}/estimate`;
}

/** Extension: the companies that match a text. */
export function findCompaniesPath(text: string): string {
  return `${COMPANIES_PATH}?query=${encoded(text)}`;
}

export function pushNewsPath(group: string, days: number): string {
  return `/api/v1/push-news/${encoded(group)}/${days}`;
}

/** Replaces lone surrogates, which cannot be encoded. No group has such a name. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}
