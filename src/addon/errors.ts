/** Every error that a cell or the sidebar can show. Their words are in the contract; here is what each of them names. */
import {
  ERROR_TEXTS,
  type ErrorData,
  type ErrorDetails,
  type ErrorKey,
  worded,
} from '../contract/error-texts.js';
import { CELL_ERRORS, type CellErrorCode } from '../contract/errors.js';
import { short } from '../contract/short-text.js';

/** Thrown for every problem that a person can fix. Sheets shows only its message: the code and the English words. */
export class SignalsError extends Error {
  readonly code: CellErrorCode;
  /** The service may have answered, and charged, the request. */
  readonly unclear: boolean;
  /** The full reason that the service gave; the message holds a shortened one. Empty if there is none. */
  readonly reason: string;
  /** What the page, the client and what is stored know it by; undefined where only its words are known. */
  readonly details: ErrorDetails | undefined;

  constructor(code: CellErrorCode, text: string, unclear = false, reason = '', details?: ErrorDetails) {
    super(`#${code}: ${text}`);
    this.code = code;
    this.unclear = unclear;
    this.reason = reason;
    this.details = details;
  }
}

/** Works across realms: an error may come from another copy of the bundle. */
export function isSignalsError(error: unknown): error is SignalsError {
  const { code, unclear } = (error ?? {}) as Partial<SignalsError>;
  return typeof unclear === 'boolean' && CELL_ERRORS.some((known) => known === code);
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

/** For those who are told of it elsewhere. */
export function dataOf({ message, details }: SignalsError): ErrorData {
  return { message, ...(details && { details }) };
}

/** The same error, for a question of which a part was answered and may have been charged. */
export function asUnclear({ code, message, reason, details }: SignalsError): SignalsError {
  return new SignalsError(code, message.slice(`#${code}: `.length), true, reason, details);
}

/** In English. What another version of the add-on has kept may have a key that this one does not know. */
export function errorOf(details: ErrorDetails, unclear = false, reason = ''): SignalsError {
  const texts: Readonly<Record<string, string>> | undefined = ERROR_TEXTS[details.code];
  return new SignalsError(
    details.code,
    worded(texts?.[details.key] ?? details.key, details.args),
    unclear,
    reason,
    details,
  );
}

const say =
  <C extends CellErrorCode>(code: C) =>
  (key: ErrorKey<C>, ...args: ErrorDetails['args']) =>
    errorOf({ code, key, args });
const input = say('BAD_INPUT');
const busy = say('BUSY');
const overBudget = say('BUDGET');
const lacksKey = say('NO_KEY');
const service = say('SERVICE');
/** The service may have done what it was asked for. */
const unclear = (
  code: 'SERVICE' | 'TIMEOUT',
  key: ErrorKey<'SERVICE' | 'TIMEOUT'>,
  ...args: ErrorDetails['args']
) => errorOf({ code, key, args }, true);
/** What stands between quotation marks. */
const named = (text: string) => short(text, 28);

/** One entry per error. Texts from outside are shortened to keep a message under its limit of 140 characters. */
export const errors = {
  noKey: () => lacksKey('noKey'),
  notAllowedHere: () => lacksKey('notAllowedHere'),
  badKey: () => say('BAD_KEY')('badKey'),
  noCredits: () => say('NO_CREDITS')('noCredits'),
  fewCredits: (limit: number) => say('FEW_CREDITS')('fewCredits', limit),
  noGroup: (name: string, closest?: string) =>
    closest
      ? say('NO_GROUP')('noGroupNear', named(name), short(closest, 44))
      : say('NO_GROUP')('noGroup', named(name)),
  busy: () => busy('busy'),
  newerVersion: () => busy('newerVersion'),
  throttled: () => busy('throttled'),
  timeout: (seconds: number) => unclear('TIMEOUT', 'timeout', seconds),
  unclear: () => say('TIMEOUT')('unclear'),
  budget: (credits: number) => overBudget('budget', credits),
  budgetUsed: (credits: number) => overBudget('budgetUsed', credits),
  capReached: () => overBudget('capReached'),
  manual: () => overBudget('manual'),

  /** @param isSent whether the service may have been reached all the same */
  unreachable: (reason: string, isSent = true) =>
    isSent ? unclear('SERVICE', 'unreachable', short(reason, 60)) : service('unreachable', short(reason, 60)),
  status: (status: number, text: string) =>
    status >= 500
      ? unclear('SERVICE', 'status', status, short(text, 50))
      : service('status', status, short(text, 50)),
  wrongAddress: () => service('wrongAddress'),
  proxy: (status: number) => service('proxy', status),
  refused: (text: string) =>
    errorOf({ code: 'BAD_INPUT', key: 'refused', args: [short(text, 60)] }, false, text),
  notJson: (text: string) => unclear('SERVICE', 'notJson', short(text, 50)),

  unknownOption: (name: string, functionName: string, closest?: string) =>
    closest
      ? input('unknownOptionNear', functionName, named(name), short(closest, 24))
      : input('unknownOption', functionName, named(name)),
  noValue: (name: string) => input('noValue', short(name, 24)),
  noName: (value: string) => input('noName', named(value)),
  badBlock: () => input('badBlock'),
  companiesTwice: (name: string) => input('companiesTwice', short(name, 20)),
  badCompany: (value: string) => input('badCompany', short(value, 24)),
  dayFirst: (text: string) => input('dayFirst', named(text)),
  tooMany: (name: string, count: number, max: number) => input('tooMany', short(name, 24), count, max),
  tooLong: (name: string, value: string, max: number) => input('tooLong', short(name, 24), named(value), max),
  lowLimit: (limit: number, requests: number) => input('lowLimit', limit, requests),
  oneValue: (name: string) => input('oneValue', short(name, 24)),
  badChoice: (name: string, value: string, closest: string | undefined, values: readonly string[]) => {
    const [option, choice, list] = [short(name, 20), named(value), values.join(', ')];
    if (closest) return input('badChoiceNear', option, choice, short(closest, 44));
    return list.length <= 54
      ? input('badChoiceOf', option, choice, list)
      : input('badChoice', option, choice);
  },
  joinedChoices: (name: string, value: string) => input('joinedChoices', short(name, 20), named(value)),
  badDate: (name: string, value: string) => input('badDate', short(name, 20), named(value)),
  startAfterEnd: (start: string, end: string) => input('startAfterEnd', short(start, 24), short(end, 24)),
  beforeFirstDay: (name: string, day: string, first: string) =>
    input('beforeFirstDay', short(name, 20), short(day, 24), first),
  dateBesideRange: () => input('dateBesideRange'),
  badAmount: (name: string, value: string) => input('badAmount', short(name, 20), named(value)),
  amountOrPair: (name: string, value: string) => input('amountOrPair', short(name, 20), named(value)),
  noCurrency: () => input('noCurrency'),
  currencyWanted: () => input('currencyWanted'),
  currencyAlone: () => input('currencyAlone'),
  badWhole: (name: string, value: string, min: number, max?: number) =>
    max === undefined
      ? input('badWholeLeast', short(name, 20), named(value), min)
      : input('badWhole', short(name, 20), named(value), min, max),
  badFlag: (name: string, value: string) => input('badFlag', short(name, 20), named(value)),
  badColumn: (name: string, closest?: string) =>
    closest ? input('badColumnNear', named(name), short(closest, 44)) : input('badColumn', named(name)),
  cellError: (name: string, value: string) => input('cellError', short(name, 24), short(value, 12)),
  badCell: (name: string, what: 'date' | 'object') => input(`badCell ${what}`, short(name, 24)),
  unresolved: (names: readonly string[]) => {
    const [first = '', ...others] = names;
    return others.length > 0
      ? input('unresolvedMany', named(first), others.length)
      : input('unresolved', named(first));
  },
  asksForAll: (name: string) => input('asksForAll', name),
  emptyCompanies: () => input('emptyCompanies'),
  emptyGroup: (name: string) => input('emptyGroup', named(name)),
  tooLarge: (rows: number, columns: number, most: number) => input('tooLarge', rows, columns, most),
  unknownZone: (name: string) => input('unknownZone', named(name)),
  samplesOnly: () => input('samplesOnly'),
  nameGroup: () => input('nameGroup'),

  badAddress: () => input('badAddress'),
  badKeyText: () => input('badKeyText'),
  badPayerName: () => input('badPayerName'),
  badCap: () => input('badCap'),
  noKeyToShare: () => lacksKey('noKeyToShare'),
  notYours: (owner: string) => input('notYours', named(owner)),
  sharedElsewhere: (owner: string) => input('sharedElsewhere', named(owner)),
  damagedSharing: () => input('damagedSharing'),
  badStoredPair: () => input('badStoredPair'),
  otherService: (owner: string) => input('otherService', named(owner)),
  onlyPayerRaises: (payer: string) =>
    payer === '' ? input('onlyOwnerRaises') : input('onlyPayerRaises', named(payer)),
  onlyPayerReleases: (payer: string) =>
    payer === '' ? input('onlyOwnerReleases') : input('onlyPayerReleases', named(payer)),
  jobChanged: () => input('jobChanged'),
  noDocument: () => input('noDocument'),
  badGroupName: () => input('badGroupName'),
  badTemplate: () => input('badTemplate'),
  storeFull: (what: PartOf<'storeFull'>) => input(`storeFull ${what}`),
  noRoom: () => input('noRoom'),
  badFormula: () => input('badFormula'),
  noSignalsFormula: () => input('noSignalsFormula'),
  badSheet: () => input('badSheet'),
  noReference: (text: string) => input('noReference', named(text)),
  noCell: () => input('noCell'),
  noSuchSheet: (name: string) => input('noSuchSheet', named(name)),
  badDays: (most: number) => input('badDays', most),
  badCallback: (what: string) => input('badCallback', what),
  badDestination: (hosts: string) => input('badDestination', hosts),
  noAlertAddress: () => input('noAlertAddress'),
  badRules: () => input('badRules'),
  badPaste: () => input('badPaste'),
  settingsBusy: () => busy('settingsBusy'),
  google: (reason: string) => service('google', short(reason, 80)),
  noSpreadsheetPermission: () => service('noSpreadsheetPermission'),
  sidebarOnly: () => input('sidebarOnly'),
  noJobFormula: () => input('noJobFormula'),
  notForJobs: (name: string) => input('notForJobs', short(name, 12)),
  badJob: (what: PartOf<'badJob'>) => input(`badJob ${what}`),
  otherPayer: () => input('otherPayer'),
  noJob: () => input('noJob'),
  tooManyJobs: (most: number) => input('tooManyJobs', most),
  noIdColumn: (tab: string, header: string) => input('noIdColumn', named(tab), header),
  noTab: (tab: string) => input('noTab', named(tab)),
  dayTooLarge: (day: string, budget: number, isJobs: boolean) =>
    overBudget(isJobs ? 'dayTooLargeForJob' : 'dayTooLarge', short(day, 10), budget),
  /** BUSY, because the job only has to wait: until a person decides, or until the next day. */
  jobUnclear: () => busy('jobUnclear'),
  ownTab: (tab: string) => input('ownTab', named(tab)),
  tabTaken: (holder: string) => (holder === '' ? busy('tabTakenBySomeone') : busy('tabTaken', named(holder))),
  /** BUSY: the next run finds them where they are then. */
  tabMoving: (tab: string) => busy('tabMoving', named(tab)),
  headerTwice: (tab: string, header: string) => input('headerTwice', named(tab), short(header, 20)),
  spreadsheetFull: (rows: number) => input('spreadsheetFull', rows),
  running: (holder: string) => (holder === '' ? busy('runningBySomeone') : busy('running', named(holder))),
  pushedToday: () => input('pushedToday'),
  nothingToShow: (tab: string) => input('nothingToShow', named(tab)),
  noReceiver: () => input('noReceiver'),
  wrongSecret: () => say('BAD_KEY')('wrongSecret'),
  pushTooLarge: () => input('pushTooLarge'),
  badPush: (field: string) => input('badPush', named(field)),
  triggerOnly: () => input('triggerOnly'),
  menuOnly: () => input('menuOnly'),
  internal: () => service('internal'),
};

/** Of errors that have a sentence for each thing that they are about: the things. */
type PartOf<Name extends string, Key = ErrorKey> = Key extends `${Name} ${infer Part}` ? Part : never;
