/** Records delivered paid answers. An answer that was neither delivered nor repeated is refunded. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Deliveries within this time are recorded together. */
const BATCH_MS = 50;
const RETRY_MS = 2_000;

/** Called when the service hands a charged answer to the client's connection. */
export type MarkDelivered = (chargeId: number) => void;

/** If the service is killed before it records a delivery, the customer gets a refund. */
export function createDeliveryMarker(
  app: FastifyInstance,
  store: Pick<Store, 'markDelivered'>,
): MarkDelivered {
  let pending: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isClosed = false;

  function writeIn(milliseconds: number): void {
    // a timer of a closed service would keep its process alive
    if (isClosed) return;
    timer ??= setTimeout(() => {
      writing = write();
    }, milliseconds);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const ids = pending;
    pending = [];
    if (ids.length === 0) return;
    try {
      await store.markDelivered(ids);
    } catch (error) {
      app.log.warn({ err: error }, 'deliveries are noted later');
      pending.push(...ids);
      writeIn(RETRY_MS);
    }
  }

  app.addHook('onClose', async () => {
    isClosed = true;
    // the store is closed next
    await writing;
    await write();
  });
  return (chargeId) => {
    pending.push(chargeId);
    writeIn(BATCH_MS);
  };
}
