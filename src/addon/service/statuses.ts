/** From the status and body of an answer to the error that a cell shows: one pure function. */

import { isObject } from '../../contract/json.js';
import { errors, type SignalsError } from '../errors.js';
import { messageOf } from '../table/response-body.js';

export interface Failure {
  readonly endpoint: 'expansions' | 'version-1' | 'tracked-companies' | 'change-group' | 'push-news';
  readonly status: number;
  readonly text: string;
  /** Whether the answer names a proxy that wants a login. */
  readonly fromProxy: boolean;
  readonly limit: number;
  readonly group: string;
}

/**
 * The same status means different things: 404 is no credits, no group or a wrong address, 400 is a bad key or a bad
 * question. The service's own code decides where there is one, then the endpoint, then the words of the body.
 */
export function errorOf(failure: Failure): SignalsError {
  const { status, text } = failure;
  const body = bodyOf(text);
  const message = body ? messageOf(body) || text : text;
  const code = body && typeof body['code'] === 'string' ? byCode(body['code'], message, failure) : undefined;
  if (code) return code;
  switch (status) {
    case 400:
    case 422:
      return /api.?key|unauthori[sz]ed/i.test(message) ? errors.badKey() : errors.refused(message);
    case 401:
    case 403:
      return isPage(text) ? errors.proxy(status) : errors.badKey();
    case 402:
      return errors.noCredits();
    case 404:
      return notFound(failure, body !== undefined || text.trim() === '', message);
    case 405:
      return failure.endpoint === 'expansions' && !isPage(text) && !/method not allowed/i.test(message)
        ? errors.fewCredits(failure.limit)
        : errors.wrongAddress();
    case 407:
      return failure.fromProxy || isPage(text) ? errors.proxy(status) : errors.currencyWanted();
    case 429:
      return errors.throttled();
    default:
      return status >= 300 && status < 400
        ? errors.wrongAddress()
        : errors.status(status, isPage(text) ? 'a web page' : message);
  }
}

function byCode(
  code: string,
  message: string,
  { endpoint, limit, group }: Failure,
): SignalsError | undefined {
  switch (code) {
    case 'BAD_KEY':
      return errors.badKey();
    case 'BAD_INPUT':
      return endpoint === 'change-group' ? errors.groupUnchanged(message) : errors.refused(message);
    case 'NOT_ALLOWED':
      return errors.mayNotTrack();
    case 'NO_CREDITS':
      return errors.noCredits();
    case 'FEW_CREDITS':
      return errors.fewCredits(limit);
    case 'DAILY_CAP':
      return errors.capReached();
    case 'NO_CURRENCY':
      return errors.currencyWanted();
    case 'NO_GROUP':
      return errors.noGroup(group);
    case 'NO_ROUTE':
      return errors.wrongAddress();
    default:
      return undefined;
  }
}

function notFound({ endpoint, group }: Failure, fromService: boolean, message: string): SignalsError {
  if (/cannot (?:get|post)|\broute\b|no such (?:page|address)/i.test(message)) return errors.wrongAddress();
  if (/credit/i.test(message)) return errors.noCredits();
  if (group !== '' && /group/i.test(message)) return errors.noGroup(group);
  if (!fromService) return errors.wrongAddress();
  if (endpoint === 'expansions') return errors.noCredits();
  return endpoint === 'version-1' ? errors.wrongAddress() : errors.noGroup(group);
}

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPage(text: string): boolean {
  return /^\s*</.test(text);
}
