/**
 * Counts what the requests of one call of a tool have cost, also where the call fails: of several requests, some may
 * have been paid for when another one fails.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DATASETS } from '../../contract/datasets.js';
import { CHARGED_HEADER, IDEMPOTENCY_HEADER } from '../../contract/endpoints.js';
import type { Wire, WireAnswer, WireRequest } from '../types.js';
import type { CallCost } from './results.js';

export interface CostMeter {
  readonly wire: Wire;
  /** What is sent meanwhile is counted for this call, whatever else is sent at the same time. */
  measure<T>(call: () => Promise<T>): Measured<T>;
}

export interface Measured<T> {
  readonly done: Promise<T>;
  cost(): CallCost;
  /** Credits of answers that were paid for by an earlier call and have come again. */
  earlier(): number;
}

interface Count {
  charged: number;
  earlier: number;
  owned: number;
  balance: number | undefined;
  /** Purchases that were sent and have no answer yet, by the name of the purchase. */
  readonly open: Set<string>;
  /** Purchases that were sent at all. */
  readonly sent: Set<string>;
}

const PAID_PATHS = Object.values(DATASETS).flatMap(({ paid, path }) => (paid ? [path] : []));

export function createCostMeter(wire: Wire): CostMeter {
  const calls = new AsyncLocalStorage<Count>();
  return {
    wire: {
      async send(request) {
        const count = calls.getStore();
        if (!count || !isPurchase(request)) return wire.send(request);
        const name = request.headers[IDEMPOTENCY_HEADER] ?? request.body ?? '';
        const isFirst = !count.sent.has(name);
        count.sent.add(name);
        count.open.add(name);
        const answer = await wire.send(request);
        if (isClear(answer)) count.open.delete(name);
        addAnswer(count, answer, isFirst);
        return answer;
      },
      close: () => wire.close(),
    },
    measure(call) {
      const count: Count = {
        charged: 0,
        earlier: 0,
        owned: 0,
        balance: undefined,
        open: new Set(),
        sent: new Set(),
      };
      return {
        done: calls.run(count, call),
        earlier: () => count.earlier,
        cost: () => ({
          charged: count.charged,
          owned: count.owned,
          unclear: count.open.size > 0,
          ...(count.balance !== undefined && { balance: count.balance }),
        }),
      };
    },
  };
}

function isPurchase({ method, url }: WireRequest): boolean {
  const { pathname } = new URL(url);
  return method === 'POST' && PAID_PATHS.some((path) => pathname.endsWith(path));
}

/** A failure may have come before or after the charge, and not every service tells what it has charged. */
function isClear(answer: WireAnswer): boolean {
  return answer.status < 500 && (answer.status !== 200 || numberIn(answer, CHARGED_HEADER) !== undefined);
}

function addAnswer(count: Count, answer: WireAnswer, isFirst: boolean): void {
  if (answer.status !== 200) return;
  // the answer to an earlier call: that one has told its cost
  const isEarlier = isFirst && answer.header('idempotent-replayed') === 'true';
  count[isEarlier ? 'earlier' : 'charged'] += numberIn(answer, CHARGED_HEADER) ?? 0;
  count.owned += numberIn(answer, 'x-records-owned') ?? 0;
  count.balance = numberIn(answer, 'x-credits-remaining') ?? count.balance;
}

function numberIn(answer: WireAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
