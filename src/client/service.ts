/**
 * Sends the add-on's requests to the service over the network, and repeats one if that cannot cost anything
 * twice.
 */
import { asUnclear, isSignalsError, type SignalsError } from '../addon/errors.js';
import type { HttpRequest } from '../addon/platform.js';
import { type Call, queryCall } from '../addon/service/calls.js';
import { errorOf } from '../addon/service/statuses.js';
import { type Body, creditsIn } from '../addon/table/response-body.js';
import { CURSOR_HEADER } from '../contract/changes.js';
import type { DatasetName } from '../contract/datasets.js';
import { CEILING_HEADER, CHARGED_HEADER } from '../contract/endpoints.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../contract/errors.js';
import { objectOf, readJson } from '../contract/json.js';
import type { Connection } from '../contract/sidebar-api.js';
import type { WireBody } from '../core/wire.js';
import { clientErrors, forClient, NO_COST, type PurchaseError, type RequestCost } from './errors.js';
import { failureOf, maskKey } from './failures.js';
import type { AnswerSource, ClientSettings, Transport, TransportAnswer } from './types.js';

export interface ServiceSettings extends Connection {
  readonly transport: Transport;
  readonly timeoutMs: number;
  now(): number;
  sleep(ms: number): Promise<void>;
  readonly onCharge?: ClientSettings['onCharge'] | undefined;
}

export interface QueryAnswer extends Body, Omit<RequestCost, 'unclear'> {
  /** The credits of this answer, charged by this call or an earlier one. */
  readonly paid: number;
  /** True if the service has repeated an answer that another run of a program had paid for. */
  readonly isRepeated: boolean;
}

type TotalCost = Pick<RequestCost, 'charged' | 'owned'>;

export interface QueryRules {
  /** Identifies the purchase; empty for a free request. */
  readonly token: string;
  /** True if the service charges a repeated request only once. */
  readonly canRepeat: boolean;
  /** True if an earlier call has sent the same, which may have been charged. */
  readonly isRepetition?: boolean;
  /** The maximum cost of each request; undefined if its limit suffices. A service may not support it. */
  readonly ceilings?: readonly (number | undefined)[];
}

export type Service = ReturnType<typeof createService>;

const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/**
 * The service says so only after it has looked whether the same was charged before, or, with BAD_INPUT, of a
 * request that it never answers.
 */
const NOT_CHARGED: readonly ServiceErrorCode[] = [
  'NO_CREDITS',
  'FEW_CREDITS',
  'DAILY_CAP',
  'OVER_CEILING',
  'BAD_INPUT',
];
const isRefusal = objectOf<{ code: string }>({ code: 'string' });

interface Sent {
  readonly answer: TransportAnswer;
  /** An earlier try got no answer, or a failure, and may have been charged. */
  readonly hasUnclearTry: boolean;
}

export function createService(settings: ServiceSettings) {
  let hasReportedCharges = false;
  const tell = (dataset: DatasetName, { charged, owned }: TotalCost, source: AnswerSource) =>
    settings.onCharge?.({ dataset, charged, owned, source });
  const send = (request: HttpRequest, canRepeat: boolean) => sendUntilAnswered(settings, request, canRepeat);

  const read = <T>(call: Call<T>, sent: readonly Sent[]): T => {
    try {
      return call.read(sent.map(({ answer }) => answer));
    } catch (error) {
      throw forClient(error);
    }
  };

  return {
    /** Tells the program what answers have cost. It may throw, so the answers must be stored before. */
    tell,
    /** True if an answer has shown that the service charges a purchase only once. */
    reportsCharges: () => hasReportedCharges,
    /**
     * The caller tells what the answers have cost.
     * @throws SignalsError with the cost of a purchase; `unclear` if a request may have been charged
     */
    async query(
      dataset: DatasetName,
      bodies: readonly WireBody[],
      { token, canRepeat, isRepetition = false, ceilings = [] }: QueryRules,
    ): Promise<readonly QueryAnswer[]> {
      if (bodies.length === 0) return [];
      const call = queryCall(settings, dataset, bodies, token);
      const outcomes = await Promise.allSettled(
        call.requests.map((request, index) => send(withCeiling(request, ceilings[index]), canRepeat)),
      );
      const sent = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      hasReportedCharges ||= sent.some(({ answer }) => numberIn(answer, CHARGED_HEADER) !== undefined);
      let answers: readonly QueryAnswer[];
      try {
        const lost = outcomes.find((outcome) => outcome.status === 'rejected');
        // the answered requests may have been paid for, and a repetition under the same name returns them
        if (lost)
          throw sent.length === 0 || !isSignalsError(lost.reason) ? lost.reason : asUnclear(lost.reason);
        if (sent.some(({ answer }) => answer.status === SERVICE_ERRORS.NO_CURSOR))
          throw clientErrors.cursorDeleted();
        // records that the other requests have paid for are free in the next call
        if (sent.some(({ answer }) => isRefused(answer, ['OVER_CEILING']))) throw clientErrors.changedSince();
        answers = read(call, sent).map((body, index) => {
          if (isSignalsError(body)) throw forClient(asUnclear(body));
          return toQueryAnswer(sent[index]!, body, token);
        });
      } catch (error) {
        if (token === '' || !isSignalsError(error)) throw error;
        const failure = withCost(error, outcomes, isRepetition);
        if (failure.cost.charged > 0) tell(dataset, failure.cost, 'service');
        throw failure;
      }
      return answers;
    },
    /** Sends free requests, and requests that are safe to repeat. @throws SignalsError */
    async ask<T>(callOver: (connection: Connection) => Call<T>): Promise<T> {
      const call = callOver(settings);
      return read(call, await Promise.all(call.requests.map((request) => send(request, true))));
    },
  };
}

/** Retries a refused request, and an unanswered one if a repetition cannot cost anything twice. */
async function sendUntilAnswered(
  { transport, timeoutMs, apiKey, now, sleep }: ServiceSettings,
  { method, url, headers, body }: HttpRequest,
  canRepeat: boolean,
): Promise<Sent> {
  let hasUnclearTry = false;
  for (let tries = 1; ; tries++) {
    const isLast = tries >= MAX_TRIES;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (tries - 1));
    try {
      const answer = await transport.send({
        method: method === 'get' ? 'GET' : 'POST',
        url,
        headers,
        ...(body !== undefined && { body }),
        timeoutMs,
      });
      const wait = pauseOf(answer, canRepeat, pause, now());
      if (isLast || wait === undefined || wait > MAX_PAUSE_MS)
        return { answer: withoutKey(answer, apiKey), hasUnclearTry };
      hasUnclearTry ||= answer.status >= 500;
      await sleep(wait);
    } catch (error) {
      const failure = failureOf(error, timeoutMs, apiKey);
      hasUnclearTry ||= failure.unclear;
      if (isLast || (hasUnclearTry && !canRepeat)) throw hasUnclearTry ? asUnclear(failure) : failure;
      await sleep(pause);
    }
  }
}

/** Removes the cursor header, which the client does not use, and sets the request's maximum cost. */
function withCeiling({ headers, ...request }: HttpRequest, ceiling: number | undefined): HttpRequest {
  const { [CURSOR_HEADER]: _begin, ...others } = headers;
  return {
    ...request,
    headers: { ...others, ...(ceiling !== undefined && { [CEILING_HEADER]: String(ceiling) }) },
  };
}

function isRefused({ status, text }: TransportAnswer, codes: readonly ServiceErrorCode[]): boolean {
  const refusal = readJson(text, isRefusal);
  return codes.some((code) => code === refusal?.code && SERVICE_ERRORS[code] === status);
}

function toQueryAnswer(sent: Sent, body: Body, token: string): QueryAnswer {
  const { unclear: _clear, ...cost } = costOf(sent, false);
  const { closingBalance: balance } = body.balances;
  const paid = token === '' ? 0 : creditsIn([body]);
  const isRepeated = isReplayed(sent);
  return {
    ...body,
    ...(balance !== undefined && { balance }),
    ...cost,
    charged: isRepeated ? 0 : paid,
    paid,
    isRepeated,
  };
}

/** True if an earlier call has got this answer: a repetition is of this call only if one of its tries was lost. */
function isReplayed({ answer, hasUnclearTry }: Sent): boolean {
  return answer.header('idempotent-replayed') === 'true' && !hasUnclearTry;
}

/** Returns the reported cost. A failure is unclear: it may have come before or after the charge. */
function costOf(sent: Sent, isRepetition: boolean): RequestCost {
  const { answer, hasUnclearTry } = sent;
  const reported = numberIn(answer, CHARGED_HEADER);
  const balance = numberIn(answer, 'x-credits-remaining');
  return {
    charged: isReplayed(sent) ? 0 : (reported ?? 0),
    owned: numberIn(answer, 'x-records-owned') ?? 0,
    unclear:
      answer.status === 200
        ? reported === undefined
        : answer.status >= 500 || ((hasUnclearTry || isRepetition) && !isRefused(answer, NOT_CHARGED)),
    ...(balance !== undefined && { balance }),
  };
}

/** Adds the cost of the other requests, which may have been paid for when one fails. */
function withCost(
  error: SignalsError,
  outcomes: readonly PromiseSettledResult<Sent>[],
  isRepetition: boolean,
): PurchaseError {
  const costs = outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? costOf(outcome.value, isRepetition)
      : { ...NO_COST, unclear: isRepetition || !isSignalsError(outcome.reason) || outcome.reason.unclear },
  );
  const balance = costs.flatMap((one) => one.balance ?? []).at(-1);
  const cost: RequestCost = {
    ...totalOf(costs),
    unclear: costs.some(({ unclear }) => unclear),
    ...(balance !== undefined && { balance }),
  };
  return Object.assign(cost.unclear ? asUnclear(error) : error, { cost });
}

function totalOf(costs: readonly TotalCost[]): TotalCost {
  return {
    charged: costs.reduce((sum, { charged }) => sum + charged, 0),
    owned: costs.reduce((sum, { owned }) => sum + owned, 0),
  };
}

/** Returns the pause before a retry; undefined if the answer is final. */
function pauseOf(
  answer: TransportAnswer,
  canRepeat: boolean,
  pause: number,
  now: number,
): number | undefined {
  const { status } = answer;
  const header = answer.header('retry-after');
  const isThrottled = status === 429 || (status === 503 && header !== undefined);
  // 501 says that the service will never answer this
  if (!isThrottled && !(canRepeat && status >= 500 && status !== 501)) return undefined;
  if (header === undefined) return pause;
  const requestedMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(requestedMs) ? Math.max(requestedMs, pause) : pause;
}

function numberIn(answer: TransportAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the refusal of a free request as an error with its code. */
export function refusalOf({ status, text }: TransportAnswer, limit = 0): unknown {
  return forClient(errorOf({ endpoint: 'version-1', status, text, fromProxy: false, limit, group: '' }));
}

function withoutKey(answer: TransportAnswer, apiKey: string): TransportAnswer {
  const { status, text } = answer;
  return { status, text: maskKey(text, apiKey), header: (name) => answer.header(name) };
}
