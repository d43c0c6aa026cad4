/**
 * The English text of every error of the add-on, by code and key. {1} to {4} are arguments of up to 28
 * characters; {1:44} sets another limit. Each text is one sentence: the cause, then the remedy. Programs
 * decide by code or key, never by these texts.
 */
import { short } from './short-text.js';

export const ERROR_TEXTS = {
  NO_KEY: {
    noKey: 'this spreadsheet has no API key; its owner can save one in Signals > Open sidebar',
    noOwnKey: 'you change groups with a key of your own; save one in Signals > Open sidebar',
    noKeyToShare: 'you have no API key to share; save one first',
    notAllowedHere: 'paid data is off in this spreadsheet; allow it in Signals > Open sidebar',
  },
  BAD_KEY: {
    badKey: 'the service rejected the API key; save a valid one in Signals > Open sidebar',
    wrongSecret: 'the secret in the address is wrong; copy it again',
  },
  NO_CREDITS: { noCredits: 'no credits are left; add credits at the service, then refresh' },
  FEW_CREDITS: {
    fewCredits: 'not enough credits for these records; set "limit" below {1} or add credits',
  },
  NO_GROUP: {
    noGroup: 'the service has no group "{1}"; check its spelling',
    noGroupNear: 'the service has no group "{1}"; did you mean {2:44}?',
  },
  BUSY: {
    cellsBusy: 'formulas are being run again or frozen, or charts of a job drawn; try again in a minute',
    busy: 'another cell is fetching this answer; recalculate in a minute',
    jobUnclear:
      'an earlier request of this job got no answer and may have been charged; choose Run now to retry',
    newerVersion: 'a newer version of Signals has changed this spreadsheet; close and reopen it',
    running: '"{1}" is running this job; wait until it ends',
    runningBySomeone: 'another user is running this job; wait until it ends',
    settingsBusy: 'another user is changing the settings of this spreadsheet; try again',
    tabMoving: 'columns or rows of the tab "{1}" are being moved; the next run continues',
    tabTaken: '"{1}" is running a job with the same tab; wait until it ends',
    tabTakenBySomeone: 'another user is running a job with the same tab; wait until it ends',
    throttled: 'the service limits the rate of requests; recalculate in a minute',
  },
  TIMEOUT: {
    notSent: 'no time was left to ask the service, and nothing was charged; recalculate in a minute',
    timeout:
      'no answer within {1} s; retry with Signals > Refresh selection, or release its credits under Activity',
    unclear:
      'an earlier request may have been charged; retry with Signals > Refresh selection, or release its credits under Activity',
  },
  BUDGET: {
    budgetUsed: "today's budget of {1} credits is used up; raise it in the sidebar, or recalculate tomorrow",
    sharedUsed:
      "the shared key's daily cap of {1} credits is used up; its payer can raise it under Connect, or recalculate tomorrow",
    capReached:
      'the key\'s cap for the day is used up; lower "limit", or recalculate after midnight UTC (a job goes on by itself)',
    dayTooLarge:
      "{1:10} has more records than the spreadsheet's budget of {2} credits; raise the budget or cap",
    dayTooLargeForJob: '{1:10} has more records than the budget of {2} credits; raise the budget of the job',
    dayOverCap:
      "{1:10} has more records than the key's cap of {2} credits a day; raise that cap, or narrow the job by filters",
    monthUsed:
      "this month's budget of {1} credits is used up; raise it in the sidebar, or recalculate next month",
    manual: 'automatic spending is off in this spreadsheet; choose Signals > Refresh selection',
  },
  SERVICE: {
    google: 'Google Sheets refused ({1:80}); check and try again',
    internal: 'something went wrong in the add-on; try again, and report it if it happens again',
    noSpreadsheetPermission:
      'Signals may not see this spreadsheet; choose Signals > Open sidebar and tick every permission Google asks for',
    notJson: 'the answer cannot be read ("{1:50}"); check the address in the sidebar',
    proxy: 'a proxy answered with status {1}; check the address in Signals > Open sidebar',
    status: 'the service failed with status {1} ({2:50}); try again later',
    unreachable: 'the service did not answer ({1:60}); check its address in the sidebar',
    wrongAddress: 'there is no signals service at this address; check the address in Signals > Open sidebar',
  },
  BAD_INPUT: {
    amountOrPair: '{1:20} "{2}" can mean one number or two; write 1000 or 1..1000',
    asksForAll: 'no companies are given; name some, or use ={1}(, "limit", 100) for all',
    badAddress: 'the address must be https://host, without user, query or fragment; correct the address',
    badAmount: '{1:20} is no amount: "{2}"; use >=1000000, 10M..50M or (10,50)',
    badBlock: 'a range of options needs two columns, names and values; add the second column',
    badCallback: 'the {1:60} address must be https://host/path, without user or fragment; enter it in full',
    badCap: 'the daily cap must be a whole number of credits, 1 to 10,000,000; correct it',
    'badCell date': '{1:24} contains a date instead of text or a number; correct that cell',
    'badCell object': '{1:24} contains an object instead of text or a number; correct that cell',
    badChoice: '{1:20} has no value "{2}"; choose one in Signals > Build a formula',
    badChoiceNear: '{1:20} has no value "{2}"; did you mean {3:44}?',
    badChoiceOf: '{1:20} has no value "{2}"; use {3:54}',
    badColumn: 'there is no column "{1}"; use "columns", "all" to see them',
    badColumnNear: 'there is no column "{1}"; did you mean {2:44}?',
    badCompany: 'companies cannot be {1:24}; use website domains, names or company ids',
    badDate: '{1:20} is no day: "{2}"; use a date cell, YYYY-MM-DD, today or -30d',
    badDays: 'a push covers 1 to {1} days of news; correct the number of days',
    badDestination: 'this alert needs an address at {1:100}; copy it again',
    badFlag: '{1:20} is neither yes nor no: "{2}"; use TRUE or FALSE',
    badFormula: 'a formula starts with = and has at most 8,000 characters; correct it',
    badGroupName: 'a group name has 1 to 200 characters; enter it as it is spelled at the service',
    'badJob budget': "the job's budget must be 1 to 100,000 credits; correct it",
    'badJob days of the week': "the job's days of the week are not valid; correct them",
    'badJob first day': "the job's first day is not valid; correct it",
    'badJob mail address': "the job's mail address is not valid; correct it",
    'badJob name': "the job's name is not valid; correct it",
    'badJob places':
      'a job has at most 20 tabs and ranges, with 100 characters each; use fewer or shorter ones',
    'badJob second alert to the same address': 'two alerts of the job have the same address; remove one',
    'badJob second webhook for all records':
      'a job has one webhook for all records at the most; remove the other',
    'badJob settings': "the job's settings are not valid; reload the sidebar",
    'badJob tab': "the job's tab is not valid; correct it",
    badKeyText: 'the API key must be 8 to 512 ASCII characters without spaces; paste it again',
    badPayerName: 'colleagues see your name as the payer; enter 1 to 60 characters',
    badPush: 'the push does not match the specification at "{1}"; send group, postedDate and news',
    badScore:
      '"{1}" is no rule with points; write jobs >=100, place Texas or days <=7, and a number beside it',
    badRules: 'the budget is a whole number, at most 10,000,000 a day and 100,000,000 a month; correct it',
    badSheet:
      'a sheet has a name of 1 to 100 characters and at most 300 rows and 40 columns; make it smaller',
    badStoredPair: 'the saved address or key is not valid; save both again in Signals > Open sidebar',
    badWhole: '{1:20} must be {3} to {4}, not "{2}"; use a whole number',
    badWholeLeast: '{1:20} must be {3} or more, not "{2}"; use a whole number',
    beforeFirstDay: '{1:20} {2:24} is before the first day of the data, {3}; use a later day',
    cellError: '{1:24} contains a cell that shows {2:12}; correct that cell',
    companiesTwice: 'companies are chosen twice, the second time by {1:20}; keep one of the two',
    currencyAlone: 'currency "any" works only with investment; add investment or remove currency',
    currencyWanted: 'the service requires a currency with investment; set "currency", for example to "USD"',
    damagedSharing: 'the shared key is damaged or was changed; share a key again in Signals > Open sidebar',
    dateBesideRange: '"date" is a single day; remove it, or remove "from" and "to"',
    dayFirst: '"{1}" is a day, not a company; write "from" before it',
    emptyCompanies: 'the list of companies is empty; enter companies in it',
    emptyGroup: 'the group "{1}" has no companies; add companies at the service',
    groupUnchanged: 'the service did not change the group ({1:60}); correct that',
    headerAsCompany: 'companies contain the header "{1:24}"; choose only the cells below it',
    headerTwice: 'row 1 of the tab "{1}" has "{2:20}" twice; rename your own column',
    jobChanged: 'a colleague has changed this job; check it in the sidebar, then try again',
    joinedChoices: '{1:20} has no value "{2}"; put | between several values',
    lowLimit: 'limit {1} is too low for so many companies; set it to {2} or more',
    mayNotTrack: 'this API key may not change groups; ask the operator of the service to allow it',
    menuOnly: 'this works only from the menu; choose it in the Signals menu',
    nameError: 'an option name shows {1:12}; write it in straight double quotes, such as "from"',
    nameGroup: 'no group is given; add one, for example =TRACKED_COMPANIES("Key accounts")',
    noAlertAddress: 'only the person who entered the address of this alert has it; enter it again',
    noCell: 'no cell is selected; select one and try again',
    noColumn: 'the tab "{1}" has no column "{2:32}"; use another tab, or add it to row 1',
    noCurrency: 'investment needs a currency; add "currency", "USD", or "currency", "any"',
    noDocument: 'this file cannot store settings; open it in Google Sheets and try again',
    noIdColumn:
      'row 1 of "{1}" has no column "{2}"; add it, use an empty tab, or delete this tab if Signals made it',
    noJob: 'this job no longer exists; reload the sidebar',
    noJobFormula: 'a sync needs an EXPANSIONS, HIRINGS or EXEC_CHANGES formula; correct it',
    noJobReference:
      'the job refers to "{1:40}", which is not in this spreadsheet; correct the formula of the job',
    noName: 'the value "{1}" has no option name before it; add one or remove it',
    noOutboxColumn:
      'row 1 of "{1}" has no column "{2}" in its place; undo that, or copy it from an older version',
    noReceiver: 'this spreadsheet receives no news; create an address in the section Jobs',
    noReference: 'the preview cannot read the reference "{1}"; insert the formula to see its result',
    noRows: 'the tab "{1}" has no rows yet; wait for the first records, or run the job now',
    noRoom: "the spreadsheet's store is full; nothing was paid: remove jobs that you do not need",
    noRoomForList:
      "the spreadsheet's store is full; nothing was paid: split the companies among several formulas, or remove jobs",
    noSignalsFormula: 'this formula has no Signals function; choose one in Signals > Build a formula',
    noSuchSheet: 'the sheet "{1}" no longer exists; look for it under another name, or use another one',
    noTab: 'the tab "{1}" was deleted; choose another tab for the job',
    noValue: 'option {1:24} has no value; add one after it or remove it',
    notForJobs: 'a sync sets {1:12} itself; remove that option from its formula',
    nothingToShow: 'the tab "{1}" has no dates and no countries; sync one of these columns first',
    notYours: '"{1}" shares this key; only that person can stop sharing',
    oneValue: 'option {1:24} takes one value; remove the others',
    onlyOwnerRaises:
      "only the spreadsheet's owner pays here and can raise budgets; ask for it, or lower the budget",
    onlyOwnerReleases: "only the spreadsheet's owner pays here and can release credits; ask for it",
    onlySetterRaises:
      "only the person who set this month's budget can raise it; ask that person, or lower the budget",
    onlyPayerRaises: 'only "{1}" pays here and can raise budgets; ask for it, or lower the budget',
    onlyPayerReleases: 'only "{1}" pays here and can release credits; ask for it',
    otherPayer: 'another key pays here; nothing was asked: have its owner share it, or take over this job',
    otherService: '"{1}" shares a key for another address; save this job again to use it',
    ownTab: 'the tab "{1}" is reserved for Signals; choose another tab',
    previewCompanies: 'a preview covers at most 500 companies; insert the formula to see its result',
    pushedToday: "today's news was already pushed, or may have been; push it again in the section News",
    pushRefused: 'the receiver refused the news ({1:60}); correct that',
    pushTooLarge: 'a push has at most 2 MB; push fewer days',
    refused: 'the service rejected the query ({1:60}); correct that option',
    samplesOnly: '"demo" shows sample records until a key is saved; name your companies, or remove it',
    sharedElsewhere: '"{1}" shares a key for another address; only that person can stop sharing it',
    sidebarOnly: 'this works only in the sidebar; open Signals > Open sidebar',
    scoreOfText: '"{1}" compares a column of texts; write only what it holds, such as type HQ',
    spreadsheetFull: 'the spreadsheet has space for only {1} more rows; delete unused tabs or columns',
    startAfterEnd: '"from" ({1:24}) is after "to" ({2:24}); swap them, or choose a later "to"',
    'storeFull formulas at once':
      'there is no space for so many formulas at once; refresh a sheet or a selection',
    'storeFull groups': 'there is no space for more groups; remove one first',
    'storeFull jobs': 'there is no space for more jobs; remove one first',
    'storeFull words in this job': 'there is no space for so many words in this job; shorten it',
    tooLarge: '{1} rows of {2} columns are too many for Sheets; set "limit" to {3} or use fewer columns',
    tooLong: '{1:24} contains "{2}", longer than {3} characters; shorten it',
    tooMany: '{1:24} has {2} values, more than {3}; use a smaller range',
    tooManyJobs: 'a spreadsheet has at most {1} jobs; remove one first',
    triggerOnly: 'only its trigger can run this function; choose Signals > Scheduled jobs to run a job now',
    unknownOption: '{1} has no option "{2}"; see the function\'s help',
    unknownOptionNear: '{1} has no option "{2}"; did you mean {3:24}?',
    unknownZone: 'the time zone "{1}" is unknown; choose another in File > Settings',
    unresolved: 'not found: "{1}"; use company ids or a "group" that contains them',
    unresolvedMany: 'not found: "{1}" and {2} more; use company ids or a "group" that contains them',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Texts = typeof ERROR_TEXTS;

/** The codes at the start of an error message in a cell: `#NO_KEY: …`. */
export type CellErrorCode = keyof Texts;

/** No key occurs under two codes. */
export type ErrorKey = { [Code in CellErrorCode]: keyof Texts[Code] & string }[CellErrorCode];

type Argument = string | number;

/** The arguments of an error's text, one per placeholder. */
export type ErrorArguments<Key extends ErrorKey> = ArgumentsOf<
  { [Code in CellErrorCode]: Key extends keyof Texts[Code] ? Texts[Code][Key] : never }[CellErrorCode]
>;
type ArgumentsOf<Text> = Text extends `${string}{4${string}`
  ? [Argument, Argument, Argument, Argument]
  : Text extends `${string}{3${string}`
    ? [Argument, Argument, Argument]
    : Text extends `${string}{2${string}`
      ? [Argument, Argument]
      : Text extends `${string}{1${string}`
        ? [Argument]
        : [];

/** An error as data: the key of its text and shortened arguments; the receiver adds the words. */
export interface ErrorDetails {
  readonly code: CellErrorCode;
  readonly key: ErrorKey;
  readonly args: readonly Argument[];
}

/** An error that is sent or stored before it is shown. */
export interface ErrorData {
  /** The message as it was thrown: those of the add-on are in English, after the code. */
  readonly message: string;
  /** Absent for an error of Google or of the browser. */
  readonly details?: ErrorDetails;
  /** True if Google has not answered the call at all: it may have changed something. */
  readonly isUnanswered?: boolean;
}

const PLACEHOLDER = /\{(\d)(?::(\d+))?\}/g;
const USUAL_CHARACTERS = 28;

/** Fills arguments into an error's text. */
export function worded(text: string, args: ErrorDetails['args']): string {
  return text.replace(PLACEHOLDER, (_, at: string) => String(args[Number(at) - 1] ?? ''));
}

/** Shortens texts among the arguments to the limits of their placeholders. */
export function shortened(text: string, args: ErrorDetails['args']): ErrorDetails['args'] {
  const placeholders = [...text.matchAll(PLACEHOLDER)];
  return args.map((arg, index) => {
    if (typeof arg === 'number') return arg;
    const [, , characters = USUAL_CHARACTERS] = placeholders.find(([, at]) => Number(at) === index + 1) ?? [];
    return short(arg, Number(characters));
  });
}
