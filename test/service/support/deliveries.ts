/** Entries of the log of pushes. */
import type { Delivery } from '../../../src/service/database/push-deliveries.js';

/** A successful delivery. */
export function deliveryTo(group: string): Delivery {
  return {
    keyId: null,
    group,
    callback: 'https://news.example',
    days: 1,
    news: 0,
    status: 200,
    error: null,
    attempts: 1,
    durationMs: 1,
  };
}
