/** Records that charged answers were delivered: many at once, soon after the service has sent them. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Deliveries within this time are recorded together. */
const BATCH_MS = 50;
const RETRY_MS = 2_000;
/** A stopping service tries for a shorter time: it may be killed some seconds later. */
const STOP_MS = 2_000;
const STOP_RETRY_MS = 250;

/**
 * Returns a function to call when the service hands a charged answer to the client's connection. If the service is
 * killed before it records a delivery, the customer gets a refund.
 */
export function createDeliveryMarker(app: FastifyInstance, store: Pick<Store, 'markDelivered'>) {
  let pending: number[] = [];
  let writing: Promise<void> | undefined;
  let writeAfter = 0;

  async function write(): Promise<void> {
    const ids = pending;
    pending = [];
    try {
      await store.markDelivered(ids);
    } catch (error) {
      app.log.warn({ err: error }, 'deliveries are noted later');
      pending.push(...ids);
      writeAfter = performance.now() + RETRY_MS;
    }
  }

  const timer = setInterval(() => {
    if (pending.length === 0 || performance.now() < writeAfter) return;
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }, BATCH_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    // the store is closed next, and what is not recorded until then will be refunded
    await writing;
    const until = performance.now() + STOP_MS;
    while (pending.length > 0) {
      await write();
      if (pending.length === 0 || performance.now() > until) return;
      // this is the global timer, because a test's clock does not reach node:timers/promises
      await new Promise((resolve) => setTimeout(resolve, STOP_RETRY_MS));
    }
  });
  return (chargeId: number): void => {
    pending.push(chargeId);
  };
}
