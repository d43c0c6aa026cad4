/**
 * Counts what the requests of one call of a tool have cost, also where the call fails: of several requests, some may
 * have been paid for when another one fails.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DATASETS } from '../../contract/datasets.js';
import { CHARGED_HEADER, IDEMPOTENCY_HEADER } from '../../contract/endpoints.js';
import { numberIn } from '../service.js';
import type { Transport, TransportAnswer, TransportRequest } from '../types.js';
import type { CallCost } from './results.js';

export interface CostMeter {
  readonly transport: Transport;
  /** Counts the requests of this call, and no others that are sent at the same time. */
  measure<T>(call: () => Promise<T>): Measured<T>;
}

export interface Measured<T> {
  readonly done: Promise<T>;
  cost(): CallCost;
  /** Credits of answers that were paid for by an earlier call and have come again. */
  earlier(): number;
}

const PAID_PATHS = Object.values(DATASETS).flatMap(({ paid, path }) => (paid ? [path] : []));

/** The cost of one call so far. */
class CallCount {
  charged = 0;
  earlier = 0;
  owned = 0;
  balance: number | undefined;
  /** Purchases that were sent and have no answer yet, by the name of the purchase. */
  readonly open = new Set<string>();
  /** Purchases that were sent at all. */
  readonly sent = new Set<string>();

  /** @param isFirst whether the purchase was sent for the first time: then a repeated answer is that of an earlier call */
  add(answer: TransportAnswer, isFirst: boolean): void {
    if (answer.status !== 200) return;
    const isEarlier = isFirst && answer.header('idempotent-replayed') === 'true';
    this[isEarlier ? 'earlier' : 'charged'] += numberIn(answer, CHARGED_HEADER) ?? 0;
    this.owned += numberIn(answer, 'x-records-owned') ?? 0;
    this.balance = numberIn(answer, 'x-credits-remaining') ?? this.balance;
  }

  get cost(): CallCost {
    const { charged, owned, balance } = this;
    return { charged, owned, unclear: this.open.size > 0, ...(balance !== undefined && { balance }) };
  }
}

export function createCostMeter(transport: Transport): CostMeter {
  const calls = new AsyncLocalStorage<CallCount>();
  return {
    transport: {
      async send(request) {
        const count = calls.getStore();
        if (!count || !isPurchase(request)) return transport.send(request);
        const name = request.headers[IDEMPOTENCY_HEADER] ?? request.body ?? '';
        const isFirst = !count.sent.has(name);
        count.sent.add(name);
        count.open.add(name);
        const answer = await transport.send(request);
        if (isClear(answer)) count.open.delete(name);
        count.add(answer, isFirst);
        return answer;
      },
      close: () => transport.close(),
    },
    measure(call) {
      const count = new CallCount();
      return { done: calls.run(count, call), earlier: () => count.earlier, cost: () => count.cost };
    },
  };
}

function isPurchase({ method, url }: TransportRequest): boolean {
  const { pathname } = new URL(url);
  return method === 'POST' && PAID_PATHS.some((path) => pathname.endsWith(path));
}

/** A failure may have come before or after the charge, and not every service tells what it has charged. */
function isClear(answer: TransportAnswer): boolean {
  return answer.status < 500 && (answer.status !== 200 || numberIn(answer, CHARGED_HEADER) !== undefined);
}
