/**
 * Hands out answers that were paid. What may have been read stays paid; a charge is refunded only if nothing of the
 * answer has left.
 */
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Store } from '../store/create-store.js';
import { addHeaders } from './headers.js';
import { limitAnswer, type Patience } from './slow-clients.js';

/** The charge of an answer that has not left yet. */
export interface NewCharge {
  readonly id: number;
  /** The answer is stored for a retry, and its charge is settled. */
  readonly isRepeatable: boolean;
}

export interface Deliveries {
  /** Sends the text with the status 200, or refunds the charge. */
  readonly send: (reply: FastifyReply, text: string, charge: NewCharge) => FastifyReply;
  /** Refunds the charge of an answer that is not sent. */
  readonly takeBack: (chargeId: number) => void;
  /** Resolves when no refund or settlement is in progress. */
  readonly settled: () => Promise<void>;
}

export interface DeliveryOptions {
  readonly store: Pick<Store, 'settle' | 'refund'>;
  readonly patience: Patience;
  readonly log: FastifyBaseLogger;
}

/** Each instance has its own; the database decides where they meet. */
export function createDeliveries({ store, patience, log }: DeliveryOptions): Deliveries {
  const open = new Set<Promise<void>>();

  function track(work: Promise<void>, chargeId: number): void {
    const done = work
      // a charge on hold stays so until the sweep refunds it
      .catch((error: unknown) => log.error({ err: error, chargeId }, 'a charge could not be closed'))
      .finally(() => open.delete(done));
    open.add(done);
  }

  /**
   * The first byte, in which no record fits, leaves before the charge is settled, and the records afterwards. So even if
   * the service dies at any instant, no record is read without pay, and nothing is paid of which nothing has left.
   */
  async function sendOnHold(reply: FastifyReply, text: string, chargeId: number): Promise<void> {
    const { raw } = reply;
    // encoded once: a string is measured, cut and encoded one after the other
    const bytes = Buffer.from(text);
    addHeaders(reply);
    limitAnswer(reply, patience);
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string | string[]>),
      'content-length': bytes.length,
    });
    if (!(await hasLeft(reply, bytes.subarray(0, 1)))) return store.refund(chargeId);
    try {
      if (await store.settle(chargeId)) raw.end(bytes.subarray(1));
    } finally {
      if (!raw.writableEnded) raw.destroy();
    }
  }

  const takeBack = (chargeId: number): void => track(store.refund(chargeId), chargeId);
  return {
    takeBack,
    send: (reply, text, { id, isRepeatable }) => {
      if (reply.request.socket.destroyed) takeBack(id);
      else if (!isRepeatable) {
        reply.hijack();
        track(sendOnHold(reply, text, id), id);
        return reply;
      }
      return reply.send(text);
    },
    settled: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** Whether the operating system has taken the bytes, and with them all that was written before. */
function hasLeft({ raw }: FastifyReply, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (raw.destroyed) {
      resolve(false);
      return;
    }
    // an answer behind another one on its connection may never be written
    raw.once('close', () => resolve(false));
    raw.write(bytes, (error) => resolve(!error));
  });
}
