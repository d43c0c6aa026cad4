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

export interface QueryAnswer extends Body, RequestCost {
  /** The credits of this answer, charged by this call or an earlier one. */
  readonly paid: number;
  /** True if the service has repeated an answer that another run of a program had paid for. */
  readonly isRepeated: boolean;
}

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

export function toQueryAnswer(sent: Sent, body: Body, token: string): QueryAnswer {
  const { closingBalance: balance } = body.balances;
  const paid = token === '' ? 0 : creditsIn([body]);
  const isRepeated = isReplayed(sent);
  return {
    ...body,
    // later requests may have been charged since
    ...(balance !== undefined && !sent.isStored && { balance }),
    ...costOf(sent, false),
    unclear: false,
    charged: isRepeated ? 0 : paid,
    paid,
    isRepeated,
  };
}

/** True if an earlier call got this answer: a replay answers this call only if one of its tries was lost. */
function isReplayed({ answer, hasUnclearTry, isStored = false }: Sent): boolean {
  return isStored || (answer.header('idempotent-replayed') === 'true' && !hasUnclearTry);
}

/** Returns the reported cost, else that of the body. A failure is unclear: it may have come before or after the charge. */
function costOf(sent: Sent, isRepetition: boolean, body?: Body): RequestCost {
  const { answer, hasUnclearTry } = sent;
  const reported = numberIn(answer, CHARGED_HEADER) ?? (body && creditsIn([body]));
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
  const bodies = outcomes.map(({ result }) => (isSignalsError(result) ? undefined : result));
  const cost = totalCost(outcomes.map(({ sent }, index) => costOf(sent, isRepetition, bodies[index])));
  const paid = outcomes.map(({ sent }, index) => bodies[index] && toPaidAnswer(sent.answer));
  return Object.assign(cost.unclear ? asUnclear(error) : error, { cost, paid });
}

function numberIn(answer: TransportAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
