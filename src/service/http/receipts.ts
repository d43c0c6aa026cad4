/**
 * Notes which stored answers their clients have. That the system has taken the last byte does not say so: only the next
 * request on the connection does, or that the client ends it in order, which it cannot while something is unread.
 */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Time for the client to end a connection that the service has ended; also delays a stop of the service. */
const CLIENT_END_MS = 5_000;

export interface Receipts {
  /** The answer is about to be sent. */
  readonly expect: (reply: FastifyReply, chargeId: number) => void;
  /** A request has begun on this connection. */
  readonly onRequest: (socket: Socket) => void;
}

export interface ReceiptOptions {
  readonly store: Pick<Store, 'noteDelivered'>;
  readonly log: FastifyBaseLogger;
}

/** What is not noted, because the service ends or the database fails, counts as not delivered. */
export function createReceipts({ store, log }: ReceiptOptions): Receipts {
  const sent = new WeakMap<Socket, Set<number>>();

  function confirm(socket: Socket): void {
    const charges = [...(sent.get(socket) ?? [])];
    sent.get(socket)?.clear();
    for (const chargeId of charges) {
      store
        .noteDelivered(chargeId)
        .catch((error: unknown) => log.warn({ err: error, chargeId }, 'a delivery was not noted'));
    }
  }

  function sentOn(socket: Socket): Set<number> {
    const known = sent.get(socket);
    if (known) return known;
    const charges = new Set<number>();
    sent.set(socket, charges);
    socket.once('end', () => confirm(socket));
    return charges;
  }

  return {
    expect: ({ raw }, chargeId) => {
      const { socket } = raw;
      raw.once('finish', () => {
        if (!socket || socket.readableEnded) return;
        sentOn(socket).add(chargeId);
      });
      if (socket && !raw.shouldKeepAlive) endAfterClient(socket);
    },
    onRequest: confirm,
  };
}

/** After the last answer Node ends the connection at once, and what the client does then is not seen. */
function endAfterClient(socket: Socket): void {
  socket.destroySoon = () => {
    // the client's own end then closes it
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLIENT_END_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
