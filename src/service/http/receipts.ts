/** Notes which paid answers have gone to their clients: one that has not, and is not repeated, is refunded. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Answers of so many milliseconds are noted together. */
const TOGETHER_MS = 50;
const RETRY_MS = 2_000;

/** Called when the answer of a charge is handed to the connection of its client. */
export type NoteDelivered = (chargeId: number) => void;

/** A delivery that is not noted, because the service is killed, is refunded in favour of the customer. */
export function createReceipts(app: FastifyInstance, store: Pick<Store, 'noteDelivered'>): NoteDelivered {
  let pending: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const ids = pending;
    pending = [];
    if (ids.length === 0) return;
    try {
      await store.noteDelivered(ids);
    } catch (error) {
      app.log.warn({ err: error }, 'deliveries are noted later');
      pending.push(...ids);
      timer ??= setTimeout(write, RETRY_MS);
    }
  }

  app.addHook('onClose', async () => {
    await write();
    clearTimeout(timer);
  });
  return (chargeId) => {
    pending.push(chargeId);
    timer ??= setTimeout(write, TOGETHER_MS);
  };
}
