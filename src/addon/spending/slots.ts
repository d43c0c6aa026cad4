/**
 * A purchase has a slot: a number under which it keeps, in properties of its own, what it asks, what it cost and what came.
 * The last two are written after the call without the document's lock. What they hold is taken into the ledger and into
 * the pool by the next execution that has the lock anyway; a free slot is used again, so nothing has to be removed.
 */

import type { DatasetName } from '../../contract/datasets.js';
import type { WireBody } from '../service/client.js';

/** What a purchase asks. */
export interface Asking {
  readonly dataset: DatasetName;
  readonly bodies: readonly WireBody[];
}

export interface SlotNames {
  /** Written with the reservation. */
  readonly asked: string;
  /** The receipt: it counts as long as the ledger holds the reservation open. */
  readonly cost: string;
  /** The records, and the first of its pieces; empty when they are in the pool. */
  readonly came: string;
}

export const CAME = 'came.';

export function slotNames(slot: number): SlotNames {
  return { asked: `asked.${slot}`, cost: `cost.${slot}`, came: `${CAME}${slot}` };
}
