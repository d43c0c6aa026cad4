/** Sends the add-on's requests over the network, and repeats one if that cannot cost anything twice. */
import { asUnclear, caught, errors, messageOf, type SignalsError } from '../addon/errors.js';
import type { HttpAnswer } from '../addon/platform.js';
import {
  type Call,
  type CallRequest,
  firstFailure,
  lookUpCall,
  queryCall,
  requestTo,
} from '../addon/service/calls.js';
import { errorOf } from '../addon/service/statuses.js';
import type { Body } from '../addon/table/response-body.js';
import { CURSOR_HEADER } from '../contract/changes.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import {
  CEILING_HEADER,
  estimatePath,
  MAX_CEILING,
  MISSING_ENDPOINT_STATUSES,
} from '../contract/endpoints.js';
import { SERVICE_ERRORS } from '../contract/errors.js';
import type { Estimate } from '../contract/estimate.js';
import { asFields, type Guard, isObject, objectOf, readJson } from '../contract/json.js';
import type { Connection } from '../contract/sidebar-api.js';
import { idempotencyKeysOf } from '../core/purchase.js';
import type { WireBody } from '../core/wire.js';
import {
  costOf,
  type FailedPurchase,
  isRefused,
  type PaidAnswer,
  type QueryAnswer,
  type Sent,
  sentBefore,
  unanswered,
  withCost,
} from './costs.js';
import { BAD_CERTIFICATE, checked, clientErrors, forClient, type RequestCost } from './errors.js';
import type { AnswerSource, ClientSettings, TransportAnswer } from './types.js';

interface ServiceSettings
  extends Connection,
    Required<Pick<ClientSettings, 'transport' | 'timeoutMs' | 'now' | 'sleep'>> {
  readonly onCharge?: ClientSettings['onCharge'] | undefined;
}

export interface QueryRules {
  /** Identifies the purchase; empty for a free request. */
  readonly token: string;
  /** True if the service charges a repeated request only once. */
  readonly canRepeat: boolean;
  /** True if an earlier call has sent the same, which may have been charged. */
  readonly isRepetition?: boolean;
  /** The maximum cost of each request; undefined if its limit suffices. A service may not support it. */
  readonly ceilings?: readonly (number | undefined)[];
  /** The answers of requests that an earlier call has paid for; those are not sent again. */
  readonly paid?: readonly (PaidAnswer | null | undefined)[];
}

export type Service = ReturnType<typeof createService>;

/** Codes of requests that did not leave this machine or reached no server. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SSL|TLS/;
/** Codes of certificates, which are checked before anything is sent. */
const CERTIFICATE = /_CERT(?:_|$)|^CERT_|^UNABLE_TO_/;
const TIMEOUT_NAMES = /^(?:TimeoutError|UND_ERR_(?:HEADERS|BODY)_TIMEOUT|ETIMEDOUT|AbortError)$/;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

const isEstimate = objectOf<Estimate>({
  matching: 'number',
  isExact: 'boolean',
  returned: 'number',
  owned: 'number?',
  credits: 'number',
  firstDate: 'string?',
  lastDate: 'string?',
  openingBalance: 'number?',
  closingBalance: 'number?',
  suggestions: 'list?',
});

export function createService(settings: ServiceSettings) {
  let lacksEstimates = false;
  const service = {
    /** Reports the cost of answers to the program. It may throw, so the answers must be stored before. */
    reportCost(
      dataset: DatasetName,
      { charged, owned }: Pick<RequestCost, 'charged' | 'owned'>,
      source: AnswerSource,
    ): void {
      settings.onCharge?.({ dataset, charged, owned, source });
    },
    reportFailure(dataset: DatasetName, { cost }: Partial<FailedPurchase>): void {
      if (cost && cost.charged > 0) service.reportCost(dataset, cost, 'service');
    },
    query: (dataset: DatasetName, bodies: readonly WireBody[], rules: QueryRules) =>
      query(settings, dataset, bodies, rules),
    /** Sends free requests, and requests that are safe to repeat. @throws SignalsError */
    async ask<T>(call: Call<T>): Promise<T> {
      const sent = call.requests.map((request) => sendUntilAnswered(settings, request, true));
      return read(call, await Promise.all(sent));
    },
    /** Returns a value per body; undefined if the service lacks the look-up. @throws its refusals */
    async lookUp<T>(
      path: string,
      guard: Guard<T>,
      bodies?: readonly WireBody[],
    ): Promise<readonly T[] | undefined> {
      const answers = await service.ask(lookUpCall(path, bodies));
      return readLookUps(answers, guard);
    },
    /** Returns an estimate per body; undefined if the service has none, which is then not asked again. */
    async estimates(
      dataset: DatasetName,
      bodies: readonly WireBody[],
    ): Promise<readonly Estimate[] | undefined> {
      if (lacksEstimates) return undefined;
      const estimates = await service.lookUp(estimatePath(DATASETS[dataset].path), isEstimate, bodies);
      lacksEstimates = estimates === undefined;
      return estimates;
    },
  };
  return service;
}

/**
 * The caller stores the answers, then reports their cost, also that of a failed purchase.
 * @throws SignalsError with the cost of a purchase; `unclear` if a request may have been charged
 */
async function query(
  settings: ServiceSettings,
  dataset: DatasetName,
  bodies: readonly WireBody[],
  { token, canRepeat, isRepetition = false, ceilings = [], paid = [] }: QueryRules,
): Promise<readonly QueryAnswer[]> {
  const idempotencyKeys = token === '' ? [] : idempotencyKeysOf({ token, requests: bodies });
  const outcomes = await Promise.all(
    bodies.map(async (body, index) => {
      const call = queryCall(dataset, [body], idempotencyKeys.slice(index, index + 1));
      const request = withCeiling(call.requests[0]!, ceilings[index]);
      const stored = paid[index];
      const sent = stored
        ? sentBefore(stored)
        : await sendUntilAnswered(settings, request, canRepeat).catch(unanswered);
      return { sent, result: caught(() => readAnswer(call, sent)) };
    }),
  );
  const failure = firstFailure(outcomes.map(({ result }) => result));
  if (failure) throw token === '' ? failure : withCost(failure, outcomes, isRepetition);
  const free = token === '' && { charged: 0, paid: 0 };
  return outcomes.map((one) => ({ ...(one.result as Body), ...costOf(one, false), ...free }));
}

/** Reads the answer to one request. @throws SignalsError */
function readAnswer(call: ReturnType<typeof queryCall>, sent: Sent): Body | SignalsError {
  if (sent.answer.status === SERVICE_ERRORS.NO_CURSOR) throw clientErrors.cursorDeleted();
  // records that the other requests have paid for are free in the next call
  if (isRefused(sent.answer, ['OVER_CEILING'])) throw clientErrors.changedSince();
  return read(call, [sent])[0]!;
}

function read<T>(call: Call<T>, sent: readonly Sent[]): T {
  return checked(() => call.read(sent.map(({ answer }) => answer)));
}

function readLookUps<T>(answers: readonly HttpAnswer[], guard: Guard<T>) {
  const values = answers.flatMap(({ status, text }) => (status === 200 ? (readJson(text, guard) ?? []) : []));
  if (values.length === answers.length) return values;
  const refused = answers.find(({ status }) => ![200, ...MISSING_ENDPOINT_STATUSES].includes(status));
  if (!refused) return undefined;
  const { status, text } = refused;
  throw forClient(errorOf({ endpoint: 'version-1', status, text, fromProxy: false, limit: 0, group: '' }));
}

/** Retries a refused request, and an unanswered one if a repetition cannot cost anything twice. */
async function sendUntilAnswered(
  settings: ServiceSettings,
  request: CallRequest,
  canRepeat: boolean,
): Promise<Sent> {
  const { transport, timeoutMs, apiKey, now, sleep } = settings;
  const method = request.method === 'get' ? 'GET' : 'POST';
  const sent = { ...requestTo(settings, request), method, timeoutMs } as const;
  let hasUnclearTry = false;
  for (let tries = 1; ; tries++) {
    const isLast = tries >= MAX_TRIES;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (tries - 1));
    try {
      const answer = await transport.send(sent);
      const { status, text } = answer;
      const wait = pauseOf(answer, canRepeat, pause, now());
      if (isLast || wait === undefined || wait > MAX_PAUSE_MS) {
        const header = (name: string) => answer.header(name);
        return { answer: { status, text: maskKey(text, apiKey), header }, hasUnclearTry };
      }
      hasUnclearTry ||= status >= 500;
      await sleep(wait);
    } catch (error) {
      const failure = failureOf(error, timeoutMs, apiKey);
      hasUnclearTry ||= failure.unclear;
      const isFinal = isLast || failure.reason === BAD_CERTIFICATE;
      if (isFinal || (hasUnclearTry && !canRepeat)) throw hasUnclearTry ? asUnclear(failure) : failure;
      await sleep(pause);
    }
  }
}

/** Removes the cursor header, which the client does not use, and sets the request's maximum cost. */
function withCeiling({ headers, ...request }: CallRequest, ceiling: number | undefined): CallRequest {
  const { [CURSOR_HEADER]: _begin, ...others } = headers;
  if (ceiling === undefined) return { ...request, headers: others };
  const most = String(Math.min(ceiling, MAX_CEILING));
  return { ...request, headers: { ...others, [CEILING_HEADER]: most } };
}

/** Returns the pause before a retry; undefined if the answer is final. */
function pauseOf(answer: TransportAnswer, canRepeat: boolean, pause: number, now: number) {
  const { status } = answer;
  const header = answer.header('retry-after');
  const isThrottled = status === 429 || (status === 503 && header !== undefined);
  // 501 says that the service will never answer this
  if (!isThrottled && !(canRepeat && status >= 500 && status !== 501)) return undefined;
  if (header === undefined) return pause;
  const requestedMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(requestedMs) ? Math.max(requestedMs, pause) : pause;
}

/** Returns the error of a request that failed; it is unclear if the request may have reached the service. */
function failureOf(error: unknown, timeoutMs: number, apiKey: string): SignalsError {
  // `fetch` and the like name the reason in the cause
  const causes = [error, asFields(error)['cause']].filter(isObject);
  const marks = causes.flatMap((cause) => [String(cause['code']), String(cause['name'])]);
  if (marks.some((mark) => TIMEOUT_NAMES.test(mark)))
    return forClient(errors.timeout(Math.round(timeoutMs / 1000))) as SignalsError;
  const problem = marks.find((mark) => CERTIFICATE.test(mark));
  if (problem !== undefined) return clientErrors.badCertificate(problem);
  const isSent = !marks.some((mark) => NOT_SENT.test(mark));
  const words = causes
    .flatMap((cause) => [cause['code'], messageOf(cause)])
    .filter((word) => typeof word === 'string' && word !== '');
  const reason = words.join(' ') || String(error);
  return forClient(errors.unreachable(maskKey(reason, apiKey), isSent)) as SignalsError;
}

/** Masks the key, because a service may repeat it in a text that is shown. */
function maskKey(text: string, apiKey: string): string {
  return text.split(apiKey).join('***');
}
