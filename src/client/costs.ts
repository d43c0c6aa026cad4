/** Computes the cost of requests: answered ones, and those that failed or got no answer. */
import { asUnclear, isSignalsError, type SignalsError } from '../addon/errors.js';
import { firstFailure } from '../addon/service/calls.js';
import { type Body, creditsIn } from '../addon/table/response-body.js';
import { CHARGED_HEADER } from '../contract/endpoints.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../contract/errors.js';
import { isObject, readJson } from '../contract/json.js';
import { NO_COST, type PurchaseError, type RequestCost } from './errors.js';
import { type PaidAnswer, sumOf } from './plan-requests.js';
import type { Sent } from './send.js';
import type { AnswerSource, TransportAnswer } from './types.js';

interface QueryCost extends RequestCost {
  /** The credits of this answer, charged by this call or an earlier one. */
  readonly paid: number;
  readonly source: AnswerSource;
}

/** The result of a request, with its cost. */
export interface Outcome {
  readonly result: Body | SignalsError;
  readonly cost: QueryCost;
  /** The text of a result that is no error. */
  readonly paidAnswer?: PaidAnswer;
}

/** The cost of a request of a free dataset. */
export const FREE: QueryCost = { ...NO_COST, paid: 0, source: 'service' };
const REPLAYED_HEADER = 'idempotent-replayed';
/** The service sends these codes after a check for earlier charges, or to a request that it never answers. */
const NOT_CHARGED = ['NO_CREDITS', 'FEW_CREDITS', 'DAILY_CAP', 'OVER_CEILING', 'BAD_INPUT'] as const;

/** Returns a stored answer like one that the service repeats. */
export function sentBefore({ text, charged }: PaidAnswer): Sent {
  const headers = new Map([
    [CHARGED_HEADER, charged],
    [REPLAYED_HEADER, 'true'],
  ]);
  return { answer: { status: 200, text, header: (name) => headers.get(name) }, hasUnclearTry: false };
}

export function isRefused({ status, text }: TransportAnswer, codes: readonly ServiceErrorCode[]): boolean {
  const refusal = readJson(text, isObject);
  return codes.some((code) => code === refusal?.['code'] && SERVICE_ERRORS[code] === status);
}

/**
 * Adds the cost: as reported, else as in the body. A failure can be unclear: it may have come before or after the charge.
 * @param isRepetition true if an earlier call has sent the same request, which may have been charged
 */
export function outcomeOf(
  { answer, hasUnclearTry }: Sent,
  result: Body | SignalsError,
  isRepetition: boolean,
): Outcome {
  const body = isSignalsError(result) ? undefined : result;
  const paid = numberIn(answer, CHARGED_HEADER) ?? (body && creditsIn([body]));
  // a replay answers this call if one of its tries was lost, else an earlier call has got this answer
  const isRepeated = answer.header(REPLAYED_HEADER) === 'true' && !hasUnclearTry;
  // later requests may have been charged since a repeated answer
  const balance =
    numberIn(answer, 'x-credits-remaining') ?? (isRepeated ? undefined : body?.balances.closingBalance);
  const isUnclear = hasUnclearTry || isRepetition || (isSignalsError(result) && result.unclear);
  const cost: QueryCost = {
    charged: isRepeated ? 0 : (paid ?? 0),
    paid: paid ?? 0,
    source: isRepeated ? 'repeated' : 'service',
    owned: numberIn(answer, 'x-records-owned') ?? 0,
    unclear: paid === undefined && isUnclear && !isRefused(answer, NOT_CHARGED),
    ...(balance !== undefined && { balance }),
  };
  const paidAnswer = { text: answer.text, charged: answer.header(CHARGED_HEADER) };
  return { result, cost, ...(body && { paidAnswer }) };
}

/** Adds up costs. The balance is the last one. */
export function totalCost(costs: readonly RequestCost[]): RequestCost {
  const balance = costs.flatMap((cost) => cost.balance ?? []).at(-1);
  return {
    charged: sumOf(costs.map(({ charged }) => charged)),
    owned: sumOf(costs.map(({ owned }) => owned)),
    unclear: costs.some(({ unclear }) => unclear),
    ...(balance !== undefined && { balance }),
  };
}

/** Returns the error of requests that were sent together, with the cost of all; undefined if none has failed. */
export function failureOf(outcomes: readonly Outcome[]): PurchaseError | undefined {
  const failure = firstFailure(outcomes.map(({ result }) => result));
  if (!failure) return undefined;
  const cost = totalCost(outcomes.map((one) => one.cost));
  return Object.assign(cost.unclear ? asUnclear(failure) : failure, { cost });
}

function numberIn(answer: TransportAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
