/** Errors of the client: the codes of cells, and remedies for someone who has no spreadsheet before them. */
import { isSignalsError, SignalsError } from '../addon/errors.js';

const input = (text: string) => new SignalsError('BAD_INPUT', text);
const ceiling = (text: string) => new SignalsError('BUDGET', text);

/** The reason of the error that says that a cursor is forgotten. */
export const FORGOTTEN = 'NO_CURSOR';

/** One entry per message that only the client has. */
export const clientErrors = {
  noKey: () => new SignalsError('NO_KEY', 'there is no API key; set SIGNALS_API_KEY or name a key file'),
  noUrl: () => input('there is no address of the service; set SIGNALS_URL, for example to https://host'),
  noCeiling: () => ceiling('this costs credits; set "maxCredits" to the most that it may cost'),
  badCeiling: () => input('"maxCredits" is a whole number of credits, 0 or more; correct it'),
  overCeiling: (ceilingOf: number) =>
    ceiling(`this needs more than the ${ceilingOf} credits of "maxCredits"; raise it or narrow the question`),
  changedSince: () =>
    ceiling('new records have come since the estimate, and would cost more than "maxCredits"; ask again'),
  ceilingReached: (ceilingOf: number) =>
    ceiling(`the ${ceilingOf} credits of "maxCredits" are used up; raise it to get the rest`),
  dayTooLarge: (day: string, most: number) =>
    input(`${day} has more than ${most} records, the most of one request; narrow the question`),
  unclear: () =>
    new SignalsError(
      'TIMEOUT',
      'an earlier request got no answer and may have been charged; set "refresh" to a new value to retry',
      true,
    ),
  forgotten: () =>
    new SignalsError('SERVICE', 'the service has forgotten what it told; begin again', false, FORGOTTEN),
  storeBusy: () => new SignalsError('BUSY', 'another program keeps the store locked; end it, then ask again'),
  badSearch: (most: number) => input(`a search has 1 to ${most} characters; correct it`),
} as const;

/** What a remedy says to someone in a spreadsheet, and what it says here. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/save a valid one in Signals > Open sidebar/, 'use a valid one'],
  [/check the address in Signals > Open sidebar/, 'check the address'],
  [/check (its|the) address in the sidebar/, 'check $1 address'],
  [/choose Signals > Refresh selection to retry/, 'set "refresh" to a new value to retry'],
  [/, then refresh\b/, ', then ask again'],
  [/, then recalculate\b/, ', then ask again'],
  [/recalculate after\b/, 'ask again after'],
  [/\brecalculate in\b/, 'ask again in'],
  [/see the function's help/, 'see its options'],
  [/use a date cell, YYYY/, 'use YYYY'],
  [/add "currency", "USD", or "currency", "any"/, 'set currency to USD, or to any'],
  [/contains a cell that shows (.*); correct that cell$/, 'is $1; correct it'],
  [/(instead of text or a number); correct that cell$/, '$1; correct it'],
  [/use a smaller range$/, 'use fewer'],
];

/** The same error with a remedy that is true here; anything else as it is. */
export function forClient(error: unknown): unknown {
  if (!isSignalsError(error)) return error;
  const { code, message, unclear, reason } = error;
  const text = message.slice(`#${code}: `.length);
  const told = REMEDIES.reduce((said, [from, to]) => said.replace(from, to), text);
  return told === text ? error : new SignalsError(code, told, unclear, reason);
}
