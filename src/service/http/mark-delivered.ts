/** Records that charged answers were delivered: many at once, soon after the service has sent them. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/create-store.js';

/** Deliveries within this time are recorded together. */
const BATCH_MS = 50;
const RETRY_MS = 500;
/** A stopping service tries for this time at most: it may be killed some seconds later. */
const STOP_MS = 2_000;

/**
 * Returns a function to call when the service hands a charged answer to the client's connection. If the service is
 * killed before it records a delivery, the customer gets a refund.
 */
export function createDeliveryMarker(app: FastifyInstance, store: Pick<Store, 'markDelivered'>) {
  const pending = new Set<number>();
  let recording: Promise<void> | undefined;
  let giveUpAt = Infinity;

  async function record(): Promise<void> {
    let waitMs = BATCH_MS;
    while (pending.size > 0 && performance.now() < giveUpAt) {
      // this is the global timer, because a test's clock does not reach node:timers/promises
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const ids = [...pending];
      try {
        await store.markDelivered(ids);
        for (const id of ids) pending.delete(id);
        waitMs = BATCH_MS;
      } catch (error) {
        app.log.warn({ err: error }, 'deliveries are noted later');
        waitMs = RETRY_MS;
      }
    }
    recording = undefined;
  }

  app.addHook('onClose', async () => {
    // the store is closed next, and what is not recorded until then will be refunded
    giveUpAt = performance.now() + STOP_MS;
    await recording;
  });
  return (chargeId: number): void => {
    pending.add(chargeId);
    recording ??= record();
  };
}
