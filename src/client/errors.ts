/** Errors of the client: the codes of cells, with remedies for people without a spreadsheet. */
import { isSignalsError, SignalsError } from '../addon/errors.js';
import { DATASETS } from '../contract/datasets.js';
import { type ErrorKey, worded } from '../contract/error-texts.js';
import { quote } from '../contract/short-text.js';
import type { DatasetAnswer } from './types.js';

export const badInput = (text: string) => new SignalsError('BAD_INPUT', text);
const ceiling = (text: string, reason = '') => new SignalsError('BUDGET', text, false, reason);
const service = (text: string, reason = '') => new SignalsError('SERVICE', text, false, reason);

/** The cost of requests. `unclear` if one got no answer: it may have been charged. */
export interface RequestCost extends Pick<DatasetAnswer<never>, 'charged' | 'owned' | 'balance'> {
  readonly unclear: boolean;
}

export const NO_COST: RequestCost = { charged: 0, owned: 0, unclear: false };

/** A failed purchase, with the credits that it has cost nevertheless. */
export interface PurchaseError extends SignalsError {
  readonly cost: RequestCost;
}

/** The reason in the error of a cursor that the service has deleted. */
export const CURSOR_DELETED = 'NO_CURSOR';
/** The reason in the error of an answer that would exceed the maximum cost; nothing was charged. */
export const OVER_CEILING = 'OVER_CEILING';
/** The reason in the error of a certificate that is not trusted, which no retry changes. */
export const BAD_CERTIFICATE = 'BAD_CERTIFICATE';

/** The texts of the add-on's errors for people without a spreadsheet, by their keys. */
const TEXTS: Readonly<Partial<Record<ErrorKey, string>>> = {
  'badCell date': '{1} contains a date instead of text or a number; correct it',
  'badCell object': '{1} contains an object instead of text or a number; correct it',
  badChoice: '{1} has no value "{2}"; use one of its values in docs/functions.md',
  badColumn: 'there is no column "{1}"; set "columns" to all to see them',
  badDate: '{1} is no day: "{2}"; use YYYY-MM-DD, today or -30d',
  badKey: 'the service rejected the API key; use a valid one',
  capReached: 'the key\'s cap for the day is used up; lower "limit", or ask again after midnight UTC',
  cellError: '{1} is {2}; correct it',
  internal: 'something went wrong in the client; try again, and report it if it happens again',
  noCredits: 'no credits are left; add credits at the service, then ask again',
  noCurrency: 'investment needs a currency; set currency to USD, or to any',
  notJson: 'the answer cannot be read ("{1}"); check the address',
  proxy: 'a proxy answered with status {1}; check the address',
  throttled: 'the service limits the rate of requests; ask again in a minute',
  timeout: 'no answer within {1} s; ask the very same again, which is not charged twice',
  tooMany: '{1} has {2} values, more than {3}; use fewer',
  unclear:
    'an earlier request got no answer and may have been charged; set "refresh" to a new value to retry',
  unknownOption: '{1} has no option "{2}"; see its options',
  unknownZone: 'the time zone "{1}" is unknown; set TZ or "timeZone" to a name such as Europe/Berlin',
  unreachable: 'the service did not answer ({1}); check its address',
  wrongAddress: 'there is no signals service at this address; check the address',
};

/** One entry per message that only the client has. */
export const clientErrors = {
  noKey: () => new SignalsError('NO_KEY', 'there is no API key; set SIGNALS_API_KEY or name a key file'),
  noUrl: () => badInput('there is no address of the service; set SIGNALS_URL, for example to https://host'),
  noCeiling: () => ceiling('this costs credits; set "maxCredits" to the most that it may cost'),
  badCeiling: () => badInput('"maxCredits" is a whole number of credits, 0 or more; correct it'),
  badLocale: (name: string) =>
    badInput(`there is no locale ${quote(name)}; use the one of the spreadsheet, such as en_US or de_DE`),
  watchEnd: () => badInput('a watch has no last day and no limit; leave out "to", "date" and "limit"'),
  badInterval: () => badInput('"everyMs" is a number of milliseconds above 0; correct it'),
  badTimeout: () => badInput('"timeoutMs" is a whole number of milliseconds, 1 or more; correct it'),
  overCeiling: (ceilingOf: number) =>
    ceiling(`this needs more than the ${ceilingOf} credits of "maxCredits"; raise it or narrow the question`),
  changedSince: () =>
    ceiling(
      'new records have come since the estimate, and would cost more than "maxCredits"; ask again',
      OVER_CEILING,
    ),
  ceilingReached: (ceilingOf: number) =>
    ceiling(`the ${ceilingOf} credits of "maxCredits" are used up; raise it to get the rest`),
  dayTooLarge: (day: string, most: number) =>
    badInput(`${day} has more than ${most} records, the most of one request; narrow the question`),
  openPurchase: (earlier: number) =>
    ceiling(
      `the same was asked before for up to ${earlier} credits, without an answer; allow as many in "maxCredits", or set "refresh" to a new value`,
    ),
  cursorDeleted: () => service('the service has forgotten what it told; begin again', CURSOR_DELETED),
  badCertificate: (problem: string) =>
    service(
      `the service's certificate is not trusted (${problem}); check the address, or set NODE_EXTRA_CA_CERTS`,
      BAD_CERTIFICATE,
    ),
  stuck: () =>
    service('the service says that there are more changes, and sends the same again; ask its operator'),
  noStore: () => service('answers cannot be stored; set SIGNALS_STORE to a folder that you can write'),
  unreadableStore: () =>
    service('a stored answer cannot be read; give yourself access to the folder of stored answers'),
  openStore: () => service('others can write to the folder of stored answers; run chmod go-w on it'),
  badDataset: (name: string) =>
    badInput(`there is no dataset "${name}"; use ${Object.keys(DATASETS).join(', ')}`),
  badQuestion: () => badInput('a question is an object of options; correct it'),
  badMatch: (text: string, most: number) =>
    badInput(`${quote(text)} has more than ${most} characters, the most of a company; shorten it`),
  badSearch: (most: number) => badInput(`a search has 1 to ${most} characters; correct it`),
} as const;

/** Returns what a function returns. @throws its error with the client's remedy */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw forClient(error);
  }
}

/** Returns the error with the client's remedy; other errors unchanged. */
export function forClient(error: unknown): unknown {
  if (!isSignalsError(error) || !error.details) return error;
  const { code, unclear, reason, details } = error;
  const text = TEXTS[details.key];
  return text ? new SignalsError(code, worded(text, details.args), unclear, reason, details) : error;
}
