/** Credits that stay reserved because a call may have been charged or not, in words. */
import { DATASETS } from '../../contract/datasets.js';
import type { HeldCredits } from '../../contract/spending.js';
import { FLIGHT_MS, type Reservation } from './ledger-book.js';
import type { Asking } from './slots.js';

const JOB = 'job ';

/** A call that is not settled: it is being made, or its outcome is not known. */
export interface OpenCall extends Reservation, Partial<Asking> {}

/** Those of calls that are over. @param now milliseconds since 1970 */
export function heldOf(open: readonly OpenCall[], now: number): HeldCredits[] {
  return open
    .filter(({ amount, sent }) => amount > 0 && now - sent >= FLIGHT_MS)
    .map((call) => ({
      token: call.token,
      credits: call.amount,
      since: call.at,
      job: call.key.startsWith(JOB) ? call.key.slice(JOB.length) : '',
      question: wordsOf(call),
    }));
}

function wordsOf({ dataset, bodies = [] }: OpenCall): string {
  const [body] = bodies;
  if (!dataset || !body) return '';
  const parts = Object.entries(body).map(([name, value]) => `${name} ${[value].flat().join(' | ')}`);
  return `${DATASETS[dataset].functionName}: ${parts.join(', ')}`;
}
