/** Faults on demand, to test how the add-on handles them. */
import type { FetchRequest } from '../bridge/operations.js';
import type { Caller } from './caller.js';

/**
 * A network fault. `reached` says whether the request still arrives at the server, as when a paid answer is lost;
 * false by default.
 */
export type NetworkFault = { readonly reached?: boolean } & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'dns' }
  /** The request's `timeoutSeconds` pass by the sandbox's clock, without waiting. */
  | { readonly kind: 'timeout' }
);

/** Set a member to make it happen, delete it to stop. */
export interface Faults {
  /** Called for each request; undefined lets it through. */
  network?: (request: FetchRequest) => NetworkFault | undefined;
  /** Called for each setProperties: how many of its keys are written before it fails; undefined lets it through. */
  partialWrite?: (execution: Caller, keys: readonly string[]) => number | undefined;
  /** Called after each service call has taken effect, before the script gets the answer; `callNumber` counts from 1. */
  killAfterCall?: (execution: Caller, callNumber: number, operation: string) => boolean;
}
