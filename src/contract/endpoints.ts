/** Addresses and headers of the service, relative to its base address. */

export const API_KEY_HEADER = 'x-api-key';
/** Optional: the answer to a value that was sent before is given again, and not charged again. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const CALLBACK_HEADER = 'callback-url';

/** The most days of news that one push carries. */
export const MAX_NEWS_DAYS = 5;

export function trackedCompaniesPath(group: string): string {
  return `/api/v1/tracked-companies/${encodeURIComponent(group)}`;
}

export function pushNewsPath(group: string, days: number): string {
  return `/api/v1/push-news/${encodeURIComponent(group)}/${days}`;
}
