/** Maps the status and body of a response to the error that a cell shows. */

import { isObject, readJson } from '../../contract/json.js';
import { ownValue } from '../../contract/options.js';
import { errors, type SignalsError } from '../errors.js';
import { messageOf } from '../table/response-body.js';

export interface Failure {
  readonly endpoint: 'expansions' | 'version-1' | 'tracked-companies' | 'change-group' | 'push-news';
  readonly status: number;
  readonly text: string;
  /** True if the response names a proxy that wants a login. */
  readonly fromProxy: boolean;
  readonly limit: number;
  readonly group: string;
}

/**
 * A status has several meanings: 404 is no credits, no group or a wrong address, 400 is a bad key or a bad
 * question. The service's own code decides if there is one, then the endpoint, then the words of the body.
 */
export function errorOf(failure: Failure): SignalsError {
  const { status, text } = failure;
  const body = readJson(text.replace(/^\uFEFF/, ''), isObject);
  const message = body ? messageOf(body) || text : text;
  const make = ownValue(BY_CODE, String(body?.['code']));
  if (make) return make(failure, message);
  switch (status) {
    case 400:
    case 422:
      return badRequest(message);
    case 401:
    case 403:
      return isPage(text) ? errors.proxy(status) : errors.badKey();
    case 402:
      return errors.noCredits();
    case 404:
      return notFound(failure, body !== undefined || text.trim() === '', message);
    case 405:
      return failure.endpoint === 'expansions' && !isPage(text) && !/method not allowed/i.test(message)
        ? fewCredits(failure)
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

/** Errors for the service's own codes. */
const BY_CODE: Readonly<Record<string, (failure: Failure, message: string) => SignalsError>> = {
  BAD_KEY: () => errors.badKey(),
  BAD_INPUT: ({ endpoint }, message) =>
    endpoint === 'change-group' ? errors.groupUnchanged(message) : errors.refused(message),
  NOT_ALLOWED: () => errors.mayNotTrack(),
  NO_CREDITS: () => errors.noCredits(),
  FEW_CREDITS: fewCredits,
  DAILY_CAP: () => errors.capReached(),
  NO_CURRENCY: () => errors.currencyWanted(),
  NO_GROUP: ({ group }) => errors.noGroup(group),
  NO_ROUTE: () => errors.wrongAddress(),
};

/** A limit of 1 cannot be lowered. */
function fewCredits({ limit }: Failure): SignalsError {
  return limit > 1 ? errors.fewCredits(limit) : errors.noCredits();
}

function notFound({ endpoint, group }: Failure, fromService: boolean, message: string): SignalsError {
  if (/cannot (?:get|post)|\broute\b|no such (?:page|address)/i.test(message)) return errors.wrongAddress();
  if (group !== '' && /group/i.test(message)) return errors.noGroup(group);
  if (/credit/i.test(message)) return errors.noCredits();
  if (!fromService) return errors.wrongAddress();
  if (endpoint === 'expansions') return errors.noCredits();
  return endpoint === 'version-1' ? errors.wrongAddress() : errors.noGroup(group);
}

function badRequest(message: string): SignalsError {
  if (!/api.?key|unauthori[sz]ed/i.test(message)) return errors.refused(message);
  // the specification's text names all reasons of a refusal: the key may be right
  return /\bparameter\b|\bdata\b/i.test(message)
    ? errors.refused('an option, or the API key')
    : errors.badKey();
}

function isPage(text: string): boolean {
  return /^\s*</.test(text);
}
