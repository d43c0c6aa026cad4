/** Every message that a cell or the sidebar can show: a stable code, the cause, the remedy. One sentence, under 140 characters. */
import type { CellErrorCode } from '../contract/errors.js';
import { quote, short } from '../contract/short-text.js';

/** Thrown for every problem that a person can fix. Sheets shows only its message. */
export class SignalsError extends Error {
  readonly code: CellErrorCode;
  /** The service may have answered, and charged, the request. */
  readonly unclear: boolean;
  /** The full reason that the service gave; the message holds a shortened one. Empty if there is none. */
  readonly reason: string;

  constructor(code: CellErrorCode, text: string, unclear = false, reason = '') {
    super(`#${code}: ${text}`);
    this.code = code;
    this.unclear = unclear;
    this.reason = reason;
  }
}

/** Works across realms: an error may come from another copy of the bundle. */
export function isSignalsError(error: unknown): error is SignalsError {
  return typeof (error as Partial<SignalsError> | null)?.code === 'string' && messageOf(error)[0] === '#';
}

/** Of any error: those of Google's services are no instances of Error. Empty where there is none. */
export function messageOf(error: unknown): string {
  return String((error as Partial<Error> | null | undefined)?.message ?? '');
}

/** What a person is told of any error: Google's own words, where there are some. They name no key. */
export function asSignalsError(error: unknown): SignalsError {
  if (isSignalsError(error)) return error;
  const message = messageOf(error);
  return message === '' ? errors.internal() : errors.google(message);
}

/** The same error, for a question of which a part was answered and may have been charged. */
export function asUnclear({ code, message, reason }: SignalsError): SignalsError {
  return new SignalsError(code, message.slice(`#${code}: `.length), true, reason);
}

const input = (text: string) => new SignalsError('BAD_INPUT', text);
const badKey = (text: string) => new SignalsError('BAD_KEY', text);
const lacksKey = (text: string) => new SignalsError('NO_KEY', text);
const overBudget = (text: string) => new SignalsError('BUDGET', text);
const busy = (text: string) => new SignalsError('BUSY', text);
const service = (text: string, unclear = false) => new SignalsError('SERVICE', text, unclear);
const quoteOr = (name: string, unnamed: string) => (name === '' ? unnamed : quote(name));
const suggestion = (closest: string | undefined, max: number, otherwise = 'check its spelling') =>
  closest ? `did you mean ${short(closest, max)}?` : otherwise;
const cannotRead = (name: string, value: string, use: string) =>
  input(`${short(name, 20)} cannot read ${quote(value)}; use ${use}`);
const onlyPayer = (payer: string, right: string) =>
  input(`only ${quoteOr(payer, "the spreadsheet's owner")} pays here and can ${right}`);

/** One entry per message. Texts from outside are shortened to keep a message under its limit. */
export const errors = {
  noKey: () => lacksKey('this spreadsheet has no API key; its owner can save one in Signals > Open sidebar'),
  notAllowedHere: () =>
    lacksKey('this spreadsheet may not spend your credits yet; allow it in Signals > Open sidebar'),
  badKey: () => badKey('the service rejected the API key; save a valid one in Signals > Open sidebar'),
  noCredits: () =>
    new SignalsError('NO_CREDITS', 'no credits are left; add credits at the service, then refresh'),
  fewCredits: (limit: number) =>
    new SignalsError(
      'FEW_CREDITS',
      `not enough credits for these records; set "limit" below ${limit} or add credits`,
    ),
  noGroup: (name: string, closest?: string) =>
    new SignalsError('NO_GROUP', `the service has no group ${quote(name)}; ${suggestion(closest, 44)}`),
  busy: () => busy('another cell is fetching this answer; recalculate in a minute'),
  newerVersion: () => busy('a newer version of Signals has changed this spreadsheet; close and reopen it'),
  throttled: () => busy('the service limits the rate of requests; recalculate in a minute'),
  timeout: (seconds: number) =>
    new SignalsError(
      'TIMEOUT',
      `no answer within ${seconds} s; lower "limit" or shorten the date range, then recalculate`,
      true,
    ),
  unclear: () =>
    new SignalsError(
      'TIMEOUT',
      'an earlier request got no answer and may have been charged; choose Signals > Refresh selection to retry',
    ),
  budget: (credits: number) =>
    overBudget(
      `this query could exceed the daily budget of ${credits} credits; lower "limit" or raise the budget`,
    ),
  budgetUsed: (credits: number) =>
    overBudget(
      `today's budget of ${credits} credits is used up; raise it in the sidebar, or recalculate tomorrow`,
    ),
  capReached: () =>
    overBudget('the key\'s cap for the day is used up; lower "limit", or recalculate after midnight UTC'),
  manual: () =>
    overBudget('automatic spending is off in this spreadsheet; choose Signals > Refresh selection'),

  /** @param isSent whether the service may have been reached all the same */
  unreachable: (reason: string, isSent = true) =>
    service(`the service did not answer (${short(reason, 60)}); check its address in the sidebar`, isSent),
  status: (status: number, text: string) =>
    service(`the service failed with status ${status} (${short(text, 50)}); try again later`, status >= 500),
  wrongAddress: () =>
    service('there is no signals service at this address; check the address in Signals > Open sidebar'),
  proxy: (status: number) =>
    service(`a proxy answered with status ${status}; check the address in Signals > Open sidebar`),
  refused: (text: string) =>
    new SignalsError(
      'BAD_INPUT',
      `the service rejected the query (${short(text, 60)}); correct that option`,
      false,
      text,
    ),
  notJson: (text: string) =>
    service(`the answer cannot be read ("${short(text, 50)}"); check the address in the sidebar`, true),

  unknownOption: (name: string, functionName: string, closest?: string) =>
    input(
      `${functionName} has no option ${quote(name)}; ${suggestion(closest, 24, "see the function's help")}`,
    ),
  noValue: (name: string) => input(`option ${short(name, 24)} has no value; add one after it or remove it`),
  noName: (value: string) =>
    input(`the value ${quote(value)} has no option name before it; add one or remove it`),
  badBlock: () => input('a range of options needs two columns, names and values; add the second column'),
  companiesTwice: (name: string) =>
    input(`companies are chosen twice, the second time by ${short(name, 20)}; keep one of the two`),
  badCompany: (value: string) =>
    input(`companies cannot be ${short(value, 24)}; use website domains, names or company ids`),
  dayFirst: (text: string) => input(`${quote(text)} is a day, not a company; write "from" before it`),
  tooMany: (name: string, count: number, max: number) =>
    input(`${short(name, 24)} has ${count} values, more than ${max}; use a smaller range`),
  tooLong: (name: string, value: string, max: number) =>
    input(`${short(name, 24)} contains ${quote(value)}, longer than ${max} characters; shorten it`),
  lowLimit: (limit: number, requests: number) =>
    input(`limit ${limit} is too low for so many companies; set it to ${requests} or more`),
  oneValue: (name: string) => input(`option ${short(name, 24)} takes one value; remove the others`),
  badChoice: (name: string, value: string, closest: string | undefined, values: readonly string[]) =>
    input(`${short(name, 20)} has no value ${quote(value)}; ${suggestion(closest, 44, oneOf(values))}`),
  joinedChoices: (name: string, value: string) =>
    input(`${short(name, 20)} has no value ${quote(value)}; put | between several values`),
  badDate: (name: string, value: string) => cannotRead(name, value, 'a date cell, YYYY-MM-DD, today or -30d'),
  startAfterEnd: (start: string, end: string) =>
    input(
      `"from" (${short(start, 24)}) is after "to" (${short(end, 24)}); swap them, or choose a later "to"`,
    ),
  beforeFirstDay: (name: string, day: string, first: string) =>
    input(
      `${short(name, 20)} ${short(day, 24)} is before the first day of the data, ${first}; use a later day`,
    ),
  dateBesideRange: () => input('"date" is a single day; remove it, or remove "from" and "to"'),
  badAmount: (name: string, value: string) => cannotRead(name, value, '>=1000000, 10M..50M or (10,50)'),
  amountOrPair: (name: string, value: string) =>
    input(`${short(name, 20)} ${quote(value)} can mean one number or two; write 1000 or 1..1000`),
  noCurrency: () => input('investment needs a currency; add "currency", "USD", or "currency", "any"'),
  currencyWanted: () =>
    input('the service requires a currency with investment; set "currency", for example to "USD"'),
  currencyAlone: () => input('currency "any" works only with investment; add investment or remove currency'),
  badWhole: (name: string, value: string, min: number, max?: number) =>
    cannotRead(
      name,
      value,
      `a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`,
    ),
  badFlag: (name: string, value: string) => cannotRead(name, value, 'TRUE or FALSE'),
  badColumn: (name: string, closest?: string) =>
    input(
      `there is no column ${quote(name)}; ${suggestion(closest, 44, 'use "columns", "all" to see them')}`,
    ),
  cellError: (name: string, value: string) =>
    input(`${short(name, 24)} contains a cell that shows ${short(value, 12)}; correct that cell`),
  badCell: (name: string, what: string) =>
    input(`${short(name, 24)} contains ${short(what, 12)} instead of text or a number; correct that cell`),
  unresolved: (names: readonly string[]) =>
    input(
      `not tracked: ${quote(names[0] ?? '')}${names.length > 1 ? ` and ${names.length - 1} more` : ''}; use company ids or a "group" that contains them`,
    ),
  needGroup: () =>
    input('company names are looked up in a group; add "group" and its name, or use company ids'),
  asksForAll: (name: string) =>
    input(`no companies are given; name some, or use =${name}(, "limit", 100) for all`),
  emptyCompanies: () => input('the list of companies is empty; enter companies in it'),
  emptyGroup: (name: string) =>
    input(`the group ${quote(name)} has no companies; add companies at the service`),
  tooLarge: (rows: number, columns: number, most: number) =>
    input(
      `${rows} rows of ${columns} columns are too many for Sheets; set "limit" to ${most} or use fewer columns`,
    ),
  unknownZone: (name: string) =>
    input(`the time zone ${quote(name)} is unknown; choose another in File > Settings`),
  samplesOnly: () =>
    input('"demo" shows sample records until a key is saved; name your companies, or remove it'),
  nameGroup: () => input('no group is given; add one, for example =TRACKED_COMPANIES("Key accounts")'),

  badAddress: () =>
    input('the address must be https://host, without user, query or fragment; correct the address'),
  badKeyText: () => input('the API key must be 8 to 512 ASCII characters without spaces; paste it again'),
  badPayerName: () => input('colleagues see your name as the payer; enter 1 to 60 characters'),
  badCap: () => input('the daily cap must be a whole number of credits, 1 or more; correct it'),
  noKeyToShare: () => lacksKey('you have no API key to share; save one first'),
  notYours: (owner: string) => input(`${quote(owner)} shares this key; only that person can stop sharing`),
  sharedElsewhere: (owner: string) =>
    input(`${quote(owner)} shares a key for another address; only that person can stop sharing it`),
  damagedSharing: () =>
    input('the shared key is damaged or was changed; share a key again in Signals > Open sidebar'),
  badStoredPair: () =>
    input('the saved address or key is not valid; save both again in Signals > Open sidebar'),
  otherService: (owner: string) =>
    input(`${quote(owner)} shares a key for another address; save this job again to use it`),
  onlyPayerRaises: (payer: string) =>
    onlyPayer(payer, 'raise the daily budget; ask for it, or lower the budget'),
  onlyPayerReleases: (payer: string) => onlyPayer(payer, 'release credits; ask for it'),
  jobChanged: () => input('a colleague has changed this job; check it in the sidebar, then try again'),
  noDocument: () => input('this file cannot store settings; open it in Google Sheets and try again'),
  badGroupName: () => input('a group name has 1 to 200 characters; enter it as it is spelled at the service'),
  badTemplate: () => input('a template needs a name of 1 to 60 characters and a formula; enter both'),
  storeFull: (what: string) => input(`there is no space for more ${short(what, 40)}; remove one first`),
  noRoom: () =>
    input("the spreadsheet's store is full; nothing was paid: remove jobs or templates, or freeze tables"),
  badFormula: () => input('a formula starts with = and has at most 8,000 characters; correct it'),
  noSignalsFormula: () =>
    input('this formula has no Signals function; use EXPANSIONS, HIRINGS, EXEC_CHANGES or TRACKED_COMPANIES'),
  badSheet: () =>
    input('a sheet has a name of 1 to 100 characters and at most 300 rows and 40 columns; make it smaller'),
  noReference: (text: string) =>
    input(`the preview cannot read the reference ${quote(text)}; insert the formula to see its result`),
  noCell: () => input('no cell is selected; select one and try again'),
  noSuchSheet: (name: string) => input(`the sheet ${quote(name)} no longer exists; select a cell again`),
  badDays: (most: number) => input(`a push covers 1 to ${most} days of news; correct the number of days`),
  badCallback: (what: string) =>
    input(`the ${what} address must be https://host/path, without user or fragment; correct it`),
  badDestination: (hosts: string) => input(`this alert needs an address at ${hosts}; copy it again`),
  noAlertAddress: () => input('only the person who entered the address of this alert has it; enter it again'),
  badRules: () => input('the budget is a whole number, 0 or more; correct it'),
  badPaste: () => input('the pasted text has no website domain; paste a column of domains'),
  settingsBusy: () => busy('another user is changing the settings of this spreadsheet; try again'),
  google: (reason: string) => service(`Google Sheets refused (${short(reason, 80)}); check and try again`),
  noSpreadsheetPermission: () =>
    service(
      'Signals may not see this spreadsheet; choose Signals > Open sidebar and tick every permission Google asks for',
    ),
  sidebarOnly: () => input('this works only in the sidebar; open Signals > Open sidebar'),
  noJobFormula: () => input('a sync needs an EXPANSIONS, HIRINGS or EXEC_CHANGES formula; correct it'),
  notForJobs: (name: string) =>
    input(`a sync sets ${short(name, 12)} itself; remove that option from its formula`),
  badJob: (what: string) => input(`the job's ${short(what, 40)} is not valid; correct it`),
  otherPayer: () =>
    input('another key pays here; nothing was asked: have its owner share it, or take over this job'),
  noJob: () => input('this job no longer exists; reload the sidebar'),
  tooManyJobs: (most: number) => input(`a spreadsheet has at most ${most} jobs; remove one first`),
  noIdColumn: (tab: string, header: string) =>
    input(`row 1 of the tab ${quote(tab)} has no column "${header}"; restore it or choose an empty tab`),
  noTab: (tab: string) => input(`the tab ${quote(tab)} was deleted; choose another tab for the job`),
  dayTooLarge: (day: string, budget: number, isJobs: boolean) =>
    overBudget(
      `${short(day, 10)} has more records than the ${isJobs ? '' : 'daily '}budget of ${budget} credits; raise the ${isJobs ? 'budget of the job' : 'daily budget or cap'}`,
    ),
  /** BUSY, because the job only has to wait: until a person decides, or until the next day. */
  jobUnclear: () =>
    busy('an earlier request of this job got no answer and may have been charged; choose Run now to retry'),
  ownTab: (tab: string) => input(`the tab ${quote(tab)} is reserved for Signals; choose another tab`),
  tabTaken: (holder: string) =>
    busy(`${quoteOr(holder, 'another user')} is running a job with the same tab; wait until it ends`),
  /** BUSY: the next run finds them where they are then. */
  tabMoving: (tab: string) =>
    busy(`columns or rows of the tab ${quote(tab)} are being moved; the next run continues`),
  headerTwice: (tab: string, header: string) =>
    input(`row 1 of the tab ${quote(tab)} has "${short(header, 20)}" twice; rename your own column`),
  spreadsheetFull: (rows: number) =>
    input(`the spreadsheet has space for only ${rows} more rows; delete unused tabs or columns`),
  running: (holder: string) =>
    busy(`${quoteOr(holder, 'another user')} is running this job; wait until it ends`),
  pushedToday: () =>
    input("today's news was already pushed, or may have been; push it again in the section News"),
  nothingToShow: (tab: string) =>
    input(`the tab ${quote(tab)} has no dates and no countries; sync one of these columns first`),
  noReceiver: () => input('this spreadsheet receives no news; create an address in the section Jobs'),
  wrongSecret: () => badKey('the secret in the address is wrong; copy it again'),
  pushTooLarge: () => input('a push has at most 2 MB; push fewer days'),
  badPush: (field: string) =>
    input(`the push does not match the specification at ${quote(field)}; send group, postedDate and news`),
  triggerOnly: () =>
    input('only its trigger can run this function; choose Signals > Scheduled jobs to run a job now'),
  menuOnly: () => input('this works only from the menu; choose it in the Signals menu'),
  internal: () => service('something went wrong in the add-on; try again, and report it if it happens again'),
};

/** The allowed values where they fit. */
function oneOf(values: readonly string[]): string {
  const list = values.join(', ');
  return list.length <= 54 ? `use ${list}` : 'choose one in Signals > Build a formula';
}
