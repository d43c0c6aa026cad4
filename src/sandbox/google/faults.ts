/** What can be made to go wrong on purpose, so that the hard parts can be tried and tested. */
import type { FetchRequest } from '../bridge/operations.js';
import type { Caller } from './handlers.js';

/**
 * A trouble on the way to another server. `reached` says whether the request arrives there all the same, as when a
 * paid answer is lost; it does not unless told so.
 */
export type NetworkFault = { readonly reached?: boolean } & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'malformed'; readonly body: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'dns' }
  | { readonly kind: 'timeout' }
);

/** Set a member to make it happen, delete it to stop. */
export interface Faults {
  /** Asked for each request; undefined lets it through. */
  network?: (request: FetchRequest) => NetworkFault | undefined;
  /** Asked after each service call has had its effect, before the script hears of it; `callNumber` counts from 1. */
  killAfterCall?: (execution: Caller, callNumber: number, operation: string) => boolean;
}
