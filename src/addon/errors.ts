/** Every error that a cell or the sidebar can show. The contract has the texts; this file fills them in. */
import {
  type CellErrorCode,
  ERROR_TEXTS,
  type ErrorArguments,
  type ErrorData,
  type ErrorDetails,
  type ErrorKey,
  shortened,
  worded,
} from '../contract/error-texts.js';

/** Thrown for every problem that a person can fix. Sheets shows only the message: code and English words. */
export class SignalsError extends Error {
  readonly code: CellErrorCode;
  /** True if the service may have answered and charged the request. */
  readonly unclear: boolean;
  /** The full reason that the service gave; the message holds a shortened one. Empty if there is none. */
  readonly reason: string;
  /** The key and arguments of the text, to translate and store it; undefined if only the words are known. */
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
  return typeof unclear === 'boolean' && Object.keys(ERROR_TEXTS).some((known) => known === code);
}

/** Returns the result of an action, or the SignalsError that it throws. @throws any other error */
export function caught<T>(action: () => T): T | SignalsError {
  try {
    return action();
  } catch (error) {
    if (isSignalsError(error)) return error;
    throw error;
  }
}

/** Returns undefined if the action throws a SignalsError. */
export function ignoreSignalsErrors<T>(action: () => T): T | undefined {
  const result = caught(action);
  return isSignalsError(result) ? undefined : result;
}

/** Returns undefined if an action fails: a failing store counts as a miss and does not prevent the answer. */
export function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Returns the message of a thrown value, or ''. Errors of Google's services are not instances of Error. */
export function messageOf(error: unknown): string {
  return String((error as Partial<Error> | null | undefined)?.message ?? '');
}

/** Returns the error to show. An unknown error keeps Google's message, which never contains an API key. */
export function asSignalsError(error: unknown): SignalsError {
  if (isSignalsError(error)) return error;
  const message = messageOf(error);
  return message === '' ? errors.internal() : errors.google(message);
}

/** Returns the parts of an error that can be stored or sent to the page. */
export function dataOf({ message, details }: SignalsError): ErrorData {
  return { message, ...(details && { details }) };
}

/** Returns the same error marked as unclear: the service may have answered and charged a part. */
export function asUnclear({ code, message, reason, details }: SignalsError): SignalsError {
  return new SignalsError(code, message.slice(`#${code}: `.length), true, reason, details);
}

/** The service sends these errors only after it has checked that it did not charge an earlier try. */
const REFUSALS: readonly CellErrorCode[] = ['NO_CREDITS', 'FEW_CREDITS', 'BUDGET', 'BAD_INPUT'];

/**
 * True if an earlier try may be charged although its repetition got this error: it may concern only the repetition.
 * @param isCursor true for a request with a cursor: a service that has deleted the cursor has not charged it
 */
export function mayBeCharged({ code }: SignalsError, isCursor: boolean): boolean {
  return isCursor ? code === 'BUSY' || code === 'TIMEOUT' : !REFUSALS.includes(code);
}

/** Creates the error in English. Stored details of another version of the add-on may have an unknown key. */
export function errorOf(details: ErrorDetails, unclear = false, reason = ''): SignalsError {
  const { code, key, args } = details;
  const texts: Readonly<Record<string, string>> | undefined = ERROR_TEXTS[code];
  return new SignalsError(code, worded(texts?.[key] ?? key, args), unclear, reason, details);
}

type ErrorsByKey = {
  readonly [Key in ErrorKey]: (...args: ErrorArguments<Key>) => SignalsError;
};

/** The functions that create the errors, one for each text. */
const byKey = Object.fromEntries(
  Object.entries(ERROR_TEXTS).flatMap(([code, texts]) =>
    Object.entries(texts).map(([key, text]) => [
      key,
      (...args: ErrorDetails['args']) => errorOf({ code, key, args: shortened(text, args) } as ErrorDetails),
    ]),
  ),
) as unknown as ErrorsByKey;

/** The functions that create errors, by text key; some choose among several texts. */
export const errors = {
  ...byKey,

  timeout: (seconds: number) => asUnclear(byKey.timeout(seconds)),
  notJson: (text: string) => asUnclear(byKey.notJson(text)),
  /** @param isSent true if the request may have reached the service */
  unreachable: (reason: string, isSent = true) => unclearIf(isSent, byKey.unreachable(reason)),
  status: (status: number, text: string) => unclearIf(status >= 500, byKey.status(status, text)),
  refused: (text: string) => {
    const { code, details } = byKey.refused(text);
    return errorOf({ ...details!, code }, false, text);
  },
  noGroup: (name: string, closest?: string) =>
    closest ? byKey.noGroupNear(name, closest) : byKey.noGroup(name),
  unknownOption: (name: string, functionName: string, closest?: string) =>
    closest ? byKey.unknownOptionNear(functionName, name, closest) : byKey.unknownOption(functionName, name),
  badChoice: (name: string, value: string, closest: string | undefined, values: readonly string[]) => {
    if (closest) return byKey.badChoiceNear(name, value, closest);
    const list = values.join(', ');
    return list.length <= MOST_CHOICES ? byKey.badChoiceOf(name, value, list) : byKey.badChoice(name, value);
  },
  badWhole: (name: string, value: string, min: number, max?: number) =>
    max === undefined ? byKey.badWholeLeast(name, value, min) : byKey.badWhole(name, value, min, max),
  badColumn: (name: string, closest?: string) =>
    closest ? byKey.badColumnNear(name, closest) : byKey.badColumn(name),
  badCell: (name: string, what: PartOf<'badCell'>) => byKey[`badCell ${what}`](name),
  unresolved: ([first = '', ...others]: readonly string[]) =>
    others.length > 0 ? byKey.unresolvedMany(first, others.length) : byKey.unresolved(first),
  onlyPayerRaises: (payer: string) => (payer === '' ? byKey.onlyOwnerRaises() : byKey.onlyPayerRaises(payer)),
  onlyPayerReleases: (payer: string) =>
    payer === '' ? byKey.onlyOwnerReleases() : byKey.onlyPayerReleases(payer),
  storeFull: (what: PartOf<'storeFull'>) => byKey[`storeFull ${what}`](),
  badJob: (what: PartOf<'badJob'>) => byKey[`badJob ${what}`](),
  dayTooLarge: (day: string, most: number, isJobs: boolean) =>
    isJobs ? byKey.dayTooLargeForJob(day, most) : byKey.dayTooLarge(day, most),
  tabTaken: (holder: string) => (holder === '' ? byKey.tabTakenBySomeone() : byKey.tabTaken(holder)),
  running: (holder: string) => (holder === '' ? byKey.runningBySomeone() : byKey.running(holder)),
};

/** Marks the error as unclear if the service may have processed the request. */
function unclearIf(isSent: boolean, error: SignalsError): SignalsError {
  return isSent ? asUnclear(error) : error;
}

/** The longest list of values that fits into a message, in characters. */
const MOST_CHOICES = 54;

/** The variants of an error with several texts: `badCell date` has the variant `date`. */
type PartOf<Name extends string, Key = ErrorKey> = Key extends `${Name} ${infer Part}` ? Part : never;
