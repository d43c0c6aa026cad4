/** Closes a charge after its answer: settled when the answer was sent, refunded when it could not be sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Answers that are sent within this time are settled together, after the next requests instead of before them. */
const GATHER_MS = 250;

export interface Deliveries {
  /** Call it before the answer is sent. */
  readonly follow: (reply: FastifyReply, chargeId: number) => void;
  /** Resolves when no charge of a sent answer is still on hold. */
  readonly settled: () => Promise<void>;
}

export function createDeliveries(
  store: Pick<Store, 'settle' | 'refund'>,
  log: FastifyBaseLogger,
): Deliveries {
  const open = new Set<Promise<void>>();
  let delivered: number[] = [];
  /** Delivered once and still on hold: another delivery of the same answer changes nothing. */
  const kept = new Set<number>();
  /** Answers being sent, by charge: several if a request is retried. */
  const underWay = new Map<number, number>();

  /** One statement settles all answers that were sent in the meantime. */
  async function settleDelivered(): Promise<void> {
    const ids = delivered;
    delivered = [];
    try {
      if (ids.length > 0) await store.settle(ids);
    } finally {
      for (const id of ids) kept.delete(id);
    }
  }

  /** The answer was not delivered, and no other delivery of it is in progress. */
  function refundUnlessDelivered(chargeId: number): void {
    if (kept.has(chargeId) || underWay.has(chargeId)) return;
    track(() => store.refund(chargeId), chargeId);
  }

  function track(work: () => Promise<void>, chargeId: number): void {
    const done = work()
      // it stays on hold until the sweep refunds it
      .catch((error: unknown) => log.error({ err: error, chargeId }, 'a charge could not be closed'))
      .finally(() => open.delete(done));
    open.add(done);
  }

  return {
    follow: (reply, chargeId) => {
      const { socket } = reply.request;
      if (socket.destroyed) {
        refundUnlessDelivered(chargeId);
        return;
      }
      underWay.set(chargeId, (underWay.get(chargeId) ?? 0) + 1);
      let hasLeft = false;
      reply.raw.once('finish', () => {
        // Node also calls an answer finished when its connection broke
        hasLeft = !socket.destroyed;
      });
      reply.raw.once('close', () => {
        const others = (underWay.get(chargeId) ?? 1) - 1;
        if (others === 0) underWay.delete(chargeId);
        else underWay.set(chargeId, others);
        if (!hasLeft) {
          refundUnlessDelivered(chargeId);
          return;
        }
        kept.add(chargeId);
        delivered.push(chargeId);
        if (delivered.length === 1) track(() => sleep(GATHER_MS).then(settleDelivered), chargeId);
      });
    },
    settled: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
