/** Computes the cost of requests: answered ones, and those that failed or got no answer. */
import { asUnclear, isSignalsError, type SignalsError } from '../addon/errors.js';
import type { ReceivedAnswer } from '../addon/service/calls.js';
import { type Body, creditsIn } from '../addon/table/response-body.js';
import { CHARGED_HEADER } from '../contract/endpoints.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../contract/errors.js';
import { isObject, readJson } from '../contract/json.js';
import type { PurchaseError, RequestCost } from './errors.js';
import { sumOf } from './plan-requests.js';
import type { TransportAnswer } from './types.js';

export interface Sent {
  readonly answer: ReceivedAnswer;
  /** An earlier call has paid for it, and stored it. */
  readonly isStored?: boolean;
  /** An earlier try got no answer, or a failure, and may have been charged. */
  readonly hasUnclearTry: boolean;
}

/** A request that was sent, and what was read in its answer. */
interface Outcome {
  readonly sent: Sent;
  readonly result: Body | SignalsError;
}

/** The answer of a request that was paid for, while another request of its purchase failed. */
export interface PaidAnswer {
  readonly text: string;
  /** The credits, if the service reports them. */
  readonly charged?: string;
}

/** A failed purchase, with the answers of those of its requests that did not fail, in order. */
export interface FailedPurchase extends PurchaseError {
  paid?: readonly (PaidAnswer | undefined)[];
}

/** The cost of one request. */
interface QueryCost extends RequestCost {
  /** The credits of this answer, charged by this call or an earlier one. */
  readonly paid: number;
  /** True if the service has repeated an answer that another run of a program had paid for. */
  readonly isRepeated: boolean;
}

export type QueryAnswer = Body & QueryCost;

/** The service sends these codes after a check for earlier charges, or to a request that it never answers. */
const NOT_CHARGED = ['NO_CREDITS', 'FEW_CREDITS', 'DAILY_CAP', 'OVER_CEILING', 'BAD_INPUT'] as const;

export function sentBefore({ text, charged }: PaidAnswer): Sent {
  const header = (name: string) => (name === CHARGED_HEADER ? charged : undefined);
  return { answer: { status: 200, text, header }, hasUnclearTry: false, isStored: true };
}

/** Stands for the answer to a request that got none beside others. @throws what is no failure of a request */
export function unanswered(failure: unknown): Sent {
  if (!isSignalsError(failure)) throw failure;
  const answer = { status: 0, text: '', header: () => undefined, failure };
  return { answer, hasUnclearTry: failure.unclear };
}

function toPaidAnswer(answer: TransportAnswer): PaidAnswer {
  const charged = answer.header(CHARGED_HEADER);
  return { text: answer.text, ...(charged !== undefined && { charged }) };
}

export function isRefused({ status, text }: TransportAnswer, codes: readonly ServiceErrorCode[]): boolean {
  const refusal = readJson(text, isObject);
  return codes.some((code) => code === refusal?.['code'] && SERVICE_ERRORS[code] === status);
}

/**
 * Returns the reported cost, else that of the body. A failure is unclear: it may have come before or after the charge.
 * @param isRepetition true if an earlier call has sent the same request, which may have been charged
 */
export function costOf({ sent, result }: Outcome, isRepetition: boolean): QueryCost {
  const { answer, hasUnclearTry, isStored = false } = sent;
  const body = isSignalsError(result) ? undefined : result;
  const paid = numberIn(answer, CHARGED_HEADER) ?? (body && creditsIn([body]));
  // a replay answers this call if one of its tries was lost, else an earlier call has got this answer
  const isRepeated = isStored || (answer.header('idempotent-replayed') === 'true' && !hasUnclearTry);
  // later requests may have been charged since a stored answer
  const balance =
    numberIn(answer, 'x-credits-remaining') ?? (isStored ? undefined : body?.balances.closingBalance);
  return {
    charged: isRepeated ? 0 : (paid ?? 0),
    paid: paid ?? 0,
    isRepeated,
    owned: numberIn(answer, 'x-records-owned') ?? 0,
    unclear:
      answer.status === 200
        ? paid === undefined
        : answer.status >= 500 || ((hasUnclearTry || isRepetition) && !isRefused(answer, NOT_CHARGED)),
    ...(balance !== undefined && { balance }),
  };
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

/** Adds the cost and the answers of the other requests, which may have been paid for when one fails. */
export function withCost(
  error: SignalsError,
  outcomes: readonly Outcome[],
  isRepetition: boolean,
): FailedPurchase {
  const cost = totalCost(outcomes.map((one) => costOf(one, isRepetition)));
  const paid = outcomes.map(({ sent, result }) =>
    isSignalsError(result) ? undefined : toPaidAnswer(sent.answer),
  );
  return Object.assign(cost.unclear ? asUnclear(error) : error, { cost, paid });
}

function numberIn(answer: TransportAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
