/** Faults on demand, to test how the add-on handles them. */
import type { Caller } from './caller.js';
import type { FetchRequest } from './http-exchange.js';

/**
 * A network fault. With `reached`, the server gets the request and only its answer is lost, like a paid
 * answer; default false.
 */
export type NetworkFault = { readonly reached?: boolean } & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'unreachable' | 'dns' }
  /** Advances the sandbox's clock and the execution's by the request's `timeoutSeconds`, without waiting. */
  | { readonly kind: 'timeout' }
);

/** Set a member to inject a fault; delete it to stop. */
export interface Faults {
  /** Called for each request; returns undefined for no fault. */
  network?: (request: FetchRequest) => NetworkFault | undefined;
  /** Called for each setProperties; returns how many keys to write before a failure, undefined for none. */
  partialWrite?: (execution: Caller, keys: readonly string[]) => number | undefined;
  /** Called when a service call has taken effect, before the script gets its answer; counts from 1. */
  killAfterCall?: (execution: Caller, callNumber: number, operation: string) => boolean;
}
