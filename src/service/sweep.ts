/** Gives back, now and again, what services that are gone had held. */
import type { Store } from './store/create-store.js';

/** No answer is under way for so long. */
const HELD_SECONDS = 120;
const EVERY_MS = 60_000;

export interface SweepOptions {
  readonly store: Pick<Store, 'refundHeld'>;
  /** Nobody else uses the database: whatever is held now was held by an earlier run. */
  readonly alone: boolean;
  readonly onError: (error: unknown) => void;
}

/** Answers a function that ends it. */
export async function startSweep({ store, alone, onError }: SweepOptions): Promise<() => void> {
  await store.refundHeld(alone ? 0 : HELD_SECONDS);
  const timer = setInterval(() => store.refundHeld(HELD_SECONDS).catch(onError), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
