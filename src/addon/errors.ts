/** Every error that a cell or the sidebar can show. Their words are in the contract; here is what each of them names. */
import {
  ERROR_TEXTS,
  type ErrorArguments,
  type ErrorData,
  type ErrorDetails,
  type ErrorKey,
  shortened,
  worded,
} from '../contract/error-texts.js';
import { CELL_ERRORS, type CellErrorCode } from '../contract/errors.js';

/** Thrown for every problem that a person can fix. Sheets shows only its message: the code and the English words. */
export class SignalsError extends Error {
  readonly code: CellErrorCode;
  /** The service may have answered, and charged, the request. */
  readonly unclear: boolean;
  /** The full reason that the service gave; the message holds a shortened one. Empty if there is none. */
  readonly reason: string;
  /** The key and arguments by which the page, the client and stored data know it; undefined if only its words are known. */
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

/** The message of any error: those of Google's services are no instances of Error. Empty where there is none. */
export function messageOf(error: unknown): string {
  return String((error as Partial<Error> | null | undefined)?.message ?? '');
}

/** The error that a person sees: Google's own words, if there are any. They name no key. */
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

type Errors = {
  readonly [Code in CellErrorCode]: {
    readonly [Key in ErrorKey<Code>]: (...args: ErrorArguments<Code, Key>) => SignalsError;
  };
};

/** For each code and key what makes that error. */
const BY_CODE = Object.fromEntries(
  Object.entries(ERROR_TEXTS).map(([code, texts]) => [
    code,
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        (...args: ErrorDetails['args']) =>
          errorOf({ code, key, args: shortened(text, args) } as ErrorDetails),
      ]),
    ),
  ]),
) as unknown as Errors;
const { BAD_INPUT: input, BUDGET: budget, BUSY: busy, NO_GROUP: group, SERVICE: service } = BY_CODE;

/** One entry per error: those of the texts by their keys, and those that choose among several texts. */
export const errors = {
  ...BY_CODE.NO_KEY,
  ...BY_CODE.BAD_KEY,
  ...BY_CODE.NO_CREDITS,
  ...BY_CODE.FEW_CREDITS,
  ...group,
  ...busy,
  ...BY_CODE.TIMEOUT,
  ...budget,
  ...service,
  ...input,

  timeout: (seconds: number) => asUnclear(BY_CODE.TIMEOUT.timeout(seconds)),
  notJson: (text: string) => asUnclear(service.notJson(text)),
  /** @param isSent whether the service may have been reached all the same */
  unreachable: (reason: string, isSent = true) => unclearIf(isSent, service.unreachable(reason)),
  status: (status: number, text: string) => unclearIf(status >= 500, service.status(status, text)),
  refused: (text: string) => {
    const { code, details } = input.refused(text);
    return errorOf({ ...details!, code }, false, text);
  },
  noGroup: (name: string, closest?: string) =>
    closest ? group.noGroupNear(name, closest) : group.noGroup(name),
  unknownOption: (name: string, functionName: string, closest?: string) =>
    closest ? input.unknownOptionNear(functionName, name, closest) : input.unknownOption(functionName, name),
  badChoice: (name: string, value: string, closest: string | undefined, values: readonly string[]) => {
    if (closest) return input.badChoiceNear(name, value, closest);
    const list = values.join(', ');
    return list.length <= MOST_CHOICES ? input.badChoiceOf(name, value, list) : input.badChoice(name, value);
  },
  badWhole: (name: string, value: string, min: number, max?: number) =>
    max === undefined ? input.badWholeLeast(name, value, min) : input.badWhole(name, value, min, max),
  badColumn: (name: string, closest?: string) =>
    closest ? input.badColumnNear(name, closest) : input.badColumn(name),
  badCell: (name: string, what: PartOf<'badCell'>) => input[`badCell ${what}`](name),
  unresolved: ([first = '', ...others]: readonly string[]) =>
    others.length > 0 ? input.unresolvedMany(first, others.length) : input.unresolved(first),
  onlyPayerRaises: (payer: string) => (payer === '' ? input.onlyOwnerRaises() : input.onlyPayerRaises(payer)),
  onlyPayerReleases: (payer: string) =>
    payer === '' ? input.onlyOwnerReleases() : input.onlyPayerReleases(payer),
  storeFull: (what: PartOf<'storeFull'>) => input[`storeFull ${what}`](),
  badJob: (what: PartOf<'badJob'>) => input[`badJob ${what}`](),
  dayTooLarge: (day: string, most: number, isJobs: boolean) =>
    isJobs ? budget.dayTooLargeForJob(day, most) : budget.dayTooLarge(day, most),
  tabTaken: (holder: string) => (holder === '' ? busy.tabTakenBySomeone() : busy.tabTaken(holder)),
  running: (holder: string) => (holder === '' ? busy.runningBySomeone() : busy.running(holder)),
};

/** The service may have done what it was asked for. */
function unclearIf(isSent: boolean, error: SignalsError): SignalsError {
  return isSent ? asUnclear(error) : error;
}

/** Characters of a list of values that a message has room for. */
const MOST_CHOICES = 54;

/** The things that errors are about which have a sentence for each. */
type PartOf<Name extends string, Key = ErrorKey> = Key extends `${Name} ${infer Part}` ? Part : never;
