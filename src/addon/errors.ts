/** Every message that a cell or the sidebar can show: a stable code, what happened, what to do. One sentence, under 140 characters. */
import type { CellErrorCode } from '../contract/errors.js';

/** Thrown for everything that a person can do something about. Its message is all that Sheets shows. */
export class SignalsError extends Error {
  readonly code: CellErrorCode;
  /** The service may have done, and charged, what it was asked. */
  readonly unclear: boolean;
  /** The reason as the service gave it, whole: the message is cut short. Empty where there is none. */
  readonly reason: string;

  constructor(code: CellErrorCode, text: string, unclear = false, reason = '') {
    super(`#${code}: ${text}`);
    this.code = code;
    this.unclear = unclear;
    this.reason = reason;
  }
}

/** Survives realms: a bundle may meet errors that another copy of it made. */
export function isSignalsError(error: unknown): error is SignalsError {
  return (
    error instanceof Error &&
    typeof (error as Partial<SignalsError>).code === 'string' &&
    error.message[0] === '#'
  );
}

/** The same, where a part of what was asked was answered, and perhaps charged. */
export function asUnclear({ code, message, reason }: SignalsError): SignalsError {
  return new SignalsError(code, message.slice(`#${code}: `.length), true, reason);
}

const input = (text: string) => new SignalsError('BAD_INPUT', text);
const service = (text: string, unclear = false) => new SignalsError('SERVICE', text, unclear);

/** One entry per message. Texts from outside are cut short, so that a message keeps its length. */
export const errors = {
  noKey: () =>
    new SignalsError(
      'NO_KEY',
      'this spreadsheet has no API key; its owner opens Signals > Open sidebar and saves one',
    ),
  badKey: () =>
    new SignalsError(
      'BAD_KEY',
      'the service refuses the API key; save a valid one in Signals > Open sidebar',
    ),
  noCredits: () =>
    new SignalsError('NO_CREDITS', 'no credits are left; add credits at the service and refresh'),
  fewCredits: (limit: number) =>
    new SignalsError(
      'FEW_CREDITS',
      `too few credits for these records; set "limit" below ${limit} or add credits`,
    ),
  noGroup: (name: string) =>
    new SignalsError('NO_GROUP', `the service has no group ${quote(name)}; check the spelling of its name`),
  busy: () => new SignalsError('BUSY', 'another cell is still fetching this answer; recalculate in a minute'),
  throttled: () => new SignalsError('BUSY', 'the service asks for a pause; recalculate in a minute'),
  timeout: (seconds: number) =>
    new SignalsError(
      'TIMEOUT',
      `no answer within ${seconds} s; ask for less with "limit" or a shorter range, then recalculate`,
      true,
    ),

  unclear: () =>
    new SignalsError(
      'TIMEOUT',
      'an earlier call got no answer and may have been charged; choose Signals > Refresh to ask again',
    ),
  budget: (credits: number) =>
    new SignalsError(
      'BUDGET',
      `the daily budget of ${credits} credits does not allow this question; lower "limit" or raise the budget`,
    ),
  manual: () =>
    new SignalsError('BUDGET', 'formulas spend nothing by themselves here; choose Signals > Refresh'),

  unreachable: (reason: string) =>
    service(`the service did not answer (${short(reason, 40)}); check its address in the sidebar`, true),
  status: (status: number, text: string) =>
    service(`the service failed with status ${status} (${short(text, 50)}); try again later`, status >= 500),
  wrongAddress: () =>
    service('nothing is served at that address; check the address in Signals > Open sidebar'),
  proxy: (status: number) =>
    service(`a proxy on the way answered with status ${status}; check the address in Signals > Open sidebar`),
  refused: (text: string) =>
    new SignalsError(
      'BAD_INPUT',
      `the service refused the question (${short(text, 60)}); correct that option`,
      false,
      text,
    ),
  notJson: (text: string) =>
    service(`the answer makes no sense ("${short(text, 50)}"); check the address in the sidebar`, true),

  unknownOption: (name: string, functionName: string, closest?: string) =>
    input(
      `${functionName} has no option ${quote(name)}; ${closest ? `did you mean ${short(closest, 24)}?` : "see the function's help"}`,
    ),
  noValue: (name: string) => input(`option ${short(name, 24)} has no value; add one after it or remove it`),
  noName: (value: string) =>
    input(`the value ${quote(value)} has no option name before it; add one or remove it`),
  badBlock: () => input('a range of options needs two columns, names and values; add the second column'),
  companiesTwice: (name: string) =>
    input(`companies are chosen twice, the second time by ${short(name, 20)}; keep one of the two`),
  badCompany: (value: string) =>
    input(`companies cannot be ${short(value, 24)}; use website domains, names or company ids`),
  tooMany: (name: string, count: number, max: number) =>
    input(`${short(name, 24)} holds ${count} values, more than ${max}; take a smaller range`),
  tooLong: (name: string, value: string, max: number) =>
    input(`${short(name, 24)} holds ${quote(value)}, longer than ${max} characters; shorten it`),
  lowLimit: (limit: number, requests: number) =>
    input(`limit ${limit} is too low for so many companies; set it to ${requests} or more`),
  oneValue: (name: string) => input(`option ${short(name, 24)} takes one value; remove the others`),
  badChoice: (name: string, value: string, closest: string | undefined, values: readonly string[]) =>
    input(
      `${short(name, 20)} has no value ${quote(value)}; ${closest ? `did you mean ${short(closest, 44)}?` : oneOf(values)}`,
    ),
  joinedChoices: (name: string, value: string) =>
    input(`${short(name, 20)} has no value ${quote(value)}; put | between several values`),
  badDate: (name: string, value: string) =>
    input(`${short(name, 20)} cannot read ${quote(value)}; use a date cell, YYYY-MM-DD, today or -30d`),
  startAfterEnd: (start: string, end: string) =>
    input(`startDate ${short(start, 24)} is after endDate ${short(end, 24)}; swap them`),
  beforeFirstDay: (name: string, day: string, first: string) =>
    input(
      `${short(name, 20)} ${short(day, 24)} lies before the data, which begins at ${first}; use a later day`,
    ),
  dateBesideRange: () => input('date stands for one day; remove it, or remove startDate and endDate'),
  badAmount: (name: string, value: string) =>
    input(`${short(name, 20)} cannot read ${quote(value)}; use >=1000000, 10M..50M or (10,50)`),
  amountOrPair: (name: string, value: string) =>
    input(`${short(name, 20)} ${quote(value)} may be one number or two; write 1000 or 1..1000`),
  noCurrency: () => input('investment needs a currency; add "currency", "USD", or "currency", "any"'),
  currencyWanted: () =>
    input('the service wants a currency beside investment; set "currency" to one, such as "USD"'),
  currencyAlone: () => input('currency "any" goes with investment; add investment or remove currency'),
  badWhole: (name: string, value: string, min: number, max?: number) =>
    input(
      `${short(name, 20)} cannot read ${quote(value)}; use a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`,
    ),
  badFlag: (name: string, value: string) =>
    input(`${short(name, 20)} cannot read ${quote(value)}; use TRUE or FALSE`),
  badColumn: (name: string, closest?: string) =>
    input(
      `there is no column ${quote(name)}; ${closest ? `did you mean ${short(closest, 44)}?` : 'use "columns", "all" to see them'}`,
    ),
  cellError: (name: string, value: string) =>
    input(`${short(name, 24)} holds a cell that shows ${short(value, 12)}; correct that cell`),
  badCell: (name: string, what: string) =>
    input(`${short(name, 24)} holds ${short(what, 12)} where text or a number belongs; correct that cell`),
  unresolved: (names: readonly string[]) =>
    input(
      `not tracked: ${quote(names[0] ?? '')}${names.length > 1 ? ` and ${names.length - 1} more` : ''}; use company ids or a "group" that holds them`,
    ),
  needGroup: () =>
    input('company names need a group to look them up in; add "group", "its name", or use company ids'),
  emptyGroup: (name: string) => input(`the group ${quote(name)} has no companies; add some at the service`),
  nameGroup: () => input('no group is named; name one, for example =TRACKED_COMPANIES("Key accounts")'),

  badAddress: () =>
    input('the address must be https://host, without user, query or fragment; correct the address'),
  badKeyText: () => input('the API key must be one word of plain characters; paste it again'),
  badPayerName: () => input('colleagues need a name to see who pays; give 1 to 60 characters'),
  badCap: () => input('the daily cap must be a whole number of credits, 1 or more; correct it'),
  noKeyToShare: () => new SignalsError('NO_KEY', 'there is no key of yours to share; save one first'),
  notYours: (owner: string) => input(`${quote(owner)} shares this key; only that person can stop it`),
  noDocument: () => input('this spreadsheet keeps no settings; open it in Google Sheets and try again'),
  badGroupName: () => input('a group has a name of 1 to 200 characters; type it as the service knows it'),
  badTemplate: () => input('a template needs a name of 1 to 60 characters and a formula; complete it'),
  storeFull: (what: string) =>
    input(`there is no room for more ${short(what, 40)}; remove one and try again`),
  badFormula: () => input('this is no formula of up to 8,000 characters; begin it with ='),
  badSheet: () =>
    input('a sheet has a name of 1 to 100 characters, up to 200 rows and 40 columns; make it smaller'),
  noReference: (text: string) =>
    input(`${quote(text)} is no reference that can be read beforehand; insert the formula to see`),
  noCell: () => input('no cell is selected; select one and try again'),
  noSuchSheet: (name: string) => input(`there is no sheet ${quote(name)} any more; select a cell again`),
  badDays: (most: number) => input(`a push carries 1 to ${most} days of news; correct the number of days`),
  badCallback: () =>
    input('the callback address must be https://host/path, without user or fragment; correct it'),
  badRules: () => input('budget and minutes are whole numbers, minutes from 1 to 1,440; correct them'),
  badPaste: () => input('there is no website domain in the pasted text; paste a column of domains'),
  settingsBusy: () =>
    new SignalsError('BUSY', 'somebody else is changing the settings of this spreadsheet; try again'),
  google: (reason: string) => service(`Google Sheets refused (${short(reason, 80)}); check and try again`),
  sidebarOnly: () => input('this works in the sidebar only; open Signals > Open sidebar'),
  noJobFormula: () =>
    input('a sync needs a formula of EXPANSIONS, HIRINGS or EXEC_CHANGES; correct its formula'),
  notForJobs: (name: string) =>
    input(`a sync chooses ${short(name, 12)} itself; remove that option from its formula`),
  badJob: (what: string) => input(`the job's ${short(what, 40)} makes no sense; correct it`),
  noJob: () => input('this job is not there any more; reload the sidebar'),
  tooManyJobs: (most: number) => input(`a spreadsheet has at most ${most} jobs; remove one first`),
  noIdColumn: (tab: string, header: string) =>
    input(`row 1 of the tab ${quote(tab)} has no column "${header}"; put it back or choose an empty tab`),
  noTab: (tab: string) => input(`the tab ${quote(tab)} was deleted; name another tab in the job`),
  dayTooLarge: (day: string, budget: number, isJobs: boolean) =>
    new SignalsError(
      'BUDGET',
      `${short(day, 10)} has more records than the ${isJobs ? '' : 'daily '}budget of ${budget} credits; raise the ${isJobs ? 'budget of the job' : 'daily budget or cap'}`,
    ),
  /** BUSY, for it only has to wait: for a person's word, or for the next day. */
  jobUnclear: () =>
    new SignalsError(
      'BUSY',
      'an earlier call of this job got no answer and may have been charged; choose Run now to ask again',
    ),
  ownTab: (tab: string) => input(`the tab ${quote(tab)} is written by Signals itself; name another tab`),
  tabTaken: (holder: string) =>
    new SignalsError(
      'BUSY',
      `${holder === '' ? 'somebody else' : quote(holder)} runs a job with the same tab now; wait until it is over`,
    ),
  /** BUSY: the next run finds them where they are then. */
  tabMoving: (tab: string) =>
    new SignalsError(
      'BUSY',
      `columns or rows of the tab ${quote(tab)} are being moved; the next run continues`,
    ),
  headerTwice: (tab: string, header: string) =>
    input(`row 1 of the tab ${quote(tab)} has "${short(header, 20)}" twice; rename the column that is yours`),
  spreadsheetFull: (rows: number) =>
    input(`the spreadsheet has room for only ${rows} more rows; delete tabs or columns that nobody needs`),
  running: (holder: string) =>
    new SignalsError(
      'BUSY',
      `${holder === '' ? 'somebody else' : quote(holder)} runs this job now; wait until it is over`,
    ),
  pushedToday: () =>
    input('the news of today went out already, or may have; push them again in the section News'),
  nothingToShow: (tab: string) =>
    input(`the tab ${quote(tab)} holds no dates and no countries; sync these columns first`),
  noReceiver: () => input('this spreadsheet receives no news; make a secret in the sidebar, section Jobs'),
  wrongSecret: () =>
    new SignalsError('BAD_KEY', 'the secret in the address is wrong; copy the address again'),
  pushTooLarge: () => input('a push has at most 2 MB; push fewer days'),
  badPush: (field: string) =>
    input(`the push is not as specified at ${quote(field)}; send group, postedDate and news`),
  triggerOnly: () => input('jobs run by their trigger; choose Signals > Scheduled jobs to run one now'),
  menuOnly: () => input('this works from the menu only; choose it in the menu Signals'),
  internal: () => service('something went wrong in the add-on; try again, and report it if it stays'),
};

/** Blanks, control characters, halves of characters, and marks that turn the direction of what follows. */
const UNSHOWABLE = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text from outside, on one line and at most `max` characters long. */
export function short(text: string, max: number): string {
  const line = text
    .slice(0, 10 * max)
    .replace(UNSHOWABLE, ' ')
    .trim();
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\p{Cs}\s]+$/u, '')}…`;
}

/** The allowed values where there is room for them. */
function oneOf(values: readonly string[]): string {
  const list = values.join(', ');
  return list.length <= 54 ? `use ${list}` : 'see the list in docs/functions.md';
}

function quote(text: string): string {
  return `"${short(text, 28)}"`;
}
