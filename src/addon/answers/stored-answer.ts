/** An answer as it is held: its rows, and how far they are known to be complete and up to date. */
import type { Window } from '../question/window.js';
import type { Row } from '../table/rows.js';

export interface StoredAnswer {
  /**
   * Newest first by the date that the question compares, ties by id, the greater first. Rows that lie after the
   * question's window are kept: a window that moves on will want them.
   */
  readonly rows: readonly Row[];
  /** Place in that order (`keyOf`) below which something may be missing; empty when nothing is. */
  readonly floor: string;
  /** Days after the window on which something may be missing, until they are asked for. */
  readonly hole?: Window;
  /** When the service last answered, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Changes are known up to and including this day of the service (UTC). */
  readonly through: string;
  /** Where the window began when it was last asked. */
  readonly start: string;
  /** Digest of the companies that were asked for, where any were. */
  readonly targets?: string;
  /** Whether it was brought up to date since it was first asked. */
  readonly refreshed: boolean;
  /** Values of `refresh` that have been served, as hashes. */
  readonly tokens: readonly string[];
  /** It was derived from a wider answer and cannot be brought up to date alone. */
  readonly derived: boolean;
  /** The reservation in the ledger under which it was asked, and what that came to. */
  readonly reservation: string;
  readonly credits: number;
}
