/** What becomes of a charge once its answer is on the way: settled when it has left, given back when it could not. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Answers that leave within this time are settled together, after the next requests rather than before them. */
const GATHER_MS = 250;

export interface Deliveries {
  /** To be called before the answer is sent. */
  readonly follow: (reply: FastifyReply, chargeId: number) => void;
  /** Resolves when no charge of an answer that has left is still held. */
  readonly settled: () => Promise<void>;
}

export function createDeliveries(
  store: Pick<Store, 'settle' | 'refund'>,
  log: FastifyBaseLogger,
): Deliveries {
  const open = new Set<Promise<void>>();
  let delivered: number[] = [];

  /** All that have left meanwhile go into one statement. */
  async function settleDelivered(): Promise<void> {
    const ids = delivered;
    delivered = [];
    if (ids.length > 0) await store.settle(ids);
  }

  function track(work: () => Promise<void>, chargeId: number): void {
    const done = work()
      // it stays held, and whoever sweeps up held charges gives it back
      .catch((error: unknown) => log.error({ err: error, chargeId }, 'a charge could not be closed'))
      .finally(() => open.delete(done));
    open.add(done);
  }

  return {
    follow: (reply, chargeId) => {
      const { socket } = reply.request;
      if (socket.destroyed) {
        track(() => store.refund(chargeId), chargeId);
        return;
      }
      let hasLeft = false;
      reply.raw.once('finish', () => {
        // Node also calls an answer finished when its connection broke
        hasLeft = !socket.destroyed;
      });
      reply.raw.once('close', () => {
        if (!hasLeft) {
          track(() => store.refund(chargeId), chargeId);
          return;
        }
        delivered.push(chargeId);
        if (delivered.length === 1) track(() => sleep(GATHER_MS).then(settleDelivered), chargeId);
      });
    },
    settled: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
