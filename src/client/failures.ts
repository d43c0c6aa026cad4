/** What has become of a request without an answer: codes and names decide, because words differ. */
import { errors, messageOf, type SignalsError } from '../addon/errors.js';
import { forClient } from './errors.js';

/** Codes of requests that did not leave this machine or reached no server. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SSL|TLS/;
/** Codes and names of timeouts. */
const TIMEOUT_NAMES = /^(?:TimeoutError|UND_ERR_(?:HEADERS|BODY)_TIMEOUT|ETIMEDOUT|AbortError)$/;
const MAX_CAUSES = 5;

interface Cause {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Returns the error of a request that failed; it is unclear if the request may have reached the service. */
export function failureOf(error: unknown, timeoutMs: number, apiKey: string): SignalsError {
  const causes = causesOf(error);
  const marks = causes.flatMap(({ code, name }) => [String(code), String(name)]);
  if (marks.some((mark) => TIMEOUT_NAMES.test(mark)))
    return forClient(errors.timeout(Math.round(timeoutMs / 1000))) as SignalsError;
  const isSent = !marks.some((mark) => NOT_SENT.test(mark));
  const words = causes
    .flatMap((cause) => [cause.code, cause.name, messageOf(cause)])
    .filter((word) => typeof word === 'string' && word !== '');
  const reason = causes.length === 0 ? String(error) : words.join(' ');
  return forClient(errors.unreachable(maskKey(reason, apiKey), isSent)) as SignalsError;
}

function causesOf(error: unknown, most = MAX_CAUSES): readonly Cause[] {
  if (typeof error !== 'object' || error === null || most === 0) return [];
  return [error, ...causesOf((error as Cause).cause, most - 1)];
}

/** Masks the key, because a service may repeat it in a text that is shown. */
export function maskKey(text: string, apiKey: string): string {
  return text.split(apiKey).join('***');
}
