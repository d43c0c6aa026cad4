/** Sends one request until it is answered, and repeats it only where that cannot cost anything twice. */
import { errors, messageOf, type SignalsError } from '../addon/errors.js';
import { type CallRequest, type ReceivedAnswer, requestTo } from '../addon/service/calls.js';
import { asFields, isObject } from '../contract/json.js';
import type { Connection } from '../contract/sidebar-api.js';
import { BAD_CERTIFICATE, clientErrors } from './errors.js';
import type { ClientSettings, TransportRequest } from './types.js';

export interface SendSettings
  extends Connection,
    Required<Pick<ClientSettings, 'transport' | 'timeoutMs' | 'now' | 'sleep'>> {}

export interface Sent {
  /** The last answer, or the failure of the last try. */
  readonly answer: ReceivedAnswer;
  /** True if a try got no answer, or a failure of the service: it may have been charged. */
  readonly hasUnclearTry: boolean;
}

/** Codes of requests that did not leave this machine or reached no server. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SSL|TLS/;
/** Codes of certificates, which are checked before anything is sent. */
const CERTIFICATE = /_CERT(?:_|$)|^CERT_|^UNABLE_TO_/;
const TIMEOUT_NAMES = /^(?:TimeoutError|UND_ERR_(?:HEADERS|BODY)_TIMEOUT|ETIMEDOUT|AbortError)$/;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** @param canRepeat true if the service charges a repeated request only once, or if it is free */
export async function sendUntilAnswered(
  settings: SendSettings,
  request: CallRequest,
  canRepeat: boolean,
): Promise<Sent> {
  const { timeoutMs, now, sleep } = settings;
  const method = request.method === 'get' ? 'GET' : 'POST';
  const { headers, ...others } = requestTo(settings, request);
  const isJson = request.body !== undefined && { 'content-type': 'application/json' };
  const sent = { ...others, headers: { ...headers, ...isJson }, method, timeoutMs } as const;
  let hasUnclearTry = false;
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(settings, sent);
    hasUnclearTry ||= answer.status >= 500 || answer.failure?.unclear === true;
    const mayRepeat = canRepeat || !hasUnclearTry;
    const pause = pauseAfter(answer, mayRepeat, FIRST_PAUSE_MS * 4 ** (tries - 1), now());
    if (tries === MAX_TRIES || pause === undefined || pause > MAX_PAUSE_MS) return { answer, hasUnclearTry };
    await sleep(pause);
  }
}

async function sendOnce(settings: SendSettings, sent: TransportRequest): Promise<ReceivedAnswer> {
  try {
    const answer = await settings.transport.send(sent);
    // `fetch` gives null for a header that is missing
    const header = (name: string) => answer.header(name) ?? undefined;
    return { status: answer.status, text: maskKey(answer.text, settings), header };
  } catch (error) {
    return { status: 0, text: '', header: () => undefined, failure: failureOf(error, settings) };
  }
}

/** Returns the pause before a retry; undefined if the answer, or the failure, is final. */
function pauseAfter(
  { status, header, failure }: ReceivedAnswer,
  mayRepeat: boolean,
  pause: number,
  now: number,
) {
  if (failure) {
    return failure.reason === BAD_CERTIFICATE || !mayRepeat ? undefined : pause;
  }
  const asked = header('retry-after');
  const isThrottled = status === 429 || (status === 503 && asked !== undefined);
  // 501 says that the service will never answer this
  if (!isThrottled && !(mayRepeat && status >= 500 && status !== 501)) return undefined;
  if (asked === undefined) return pause;
  const askedMs = /^\s*\d+\s*$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return Number.isFinite(askedMs) ? Math.max(askedMs, pause) : pause;
}

/** Returns the error of a request without an answer; it is unclear if the request may have reached the service. */
function failureOf(error: unknown, settings: SendSettings): SignalsError {
  // `fetch` and the like name the reason in the cause
  const causes = [error, asFields(error)['cause']].filter(isObject);
  const marks = causes.flatMap((cause) => [String(cause['code']), String(cause['name'])]);
  if (marks.some((mark) => TIMEOUT_NAMES.test(mark)))
    return errors.timeout(Math.round(settings.timeoutMs / 1000));
  const problem = marks.find((mark) => CERTIFICATE.test(mark));
  if (problem !== undefined) return clientErrors.badCertificate(problem);
  const isSent = !marks.some((mark) => NOT_SENT.test(mark));
  const words = causes
    .flatMap((cause) => [cause['code'], messageOf(cause)])
    .filter((word) => typeof word === 'string' && word !== '');
  return errors.unreachable(maskKey(words.join(' ') || String(error), settings), isSent);
}

/** Masks the key, because a service may repeat it in a text that is shown. */
function maskKey(text: string, { apiKey }: Connection): string {
  return text.split(apiKey).join('***');
}
