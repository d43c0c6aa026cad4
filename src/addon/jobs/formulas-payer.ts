import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { errors } from '../errors.js';

/**
 * A job that refreshes formulas pays with the key that they see: each payer's records are apart, so with another one it
 * would pay for what they never show.
 * @throws BAD_INPUT where they see another one
 */
export function requireFormulasPayer(
  connections: ConnectionStore,
  { payer, dailyCap }: StoredConnection,
): void {
  const seen = connections.seenByFormulas();
  // no formula has run: what they see is not known
  if (seen === undefined) return;
  // they have found no key by now: they will see a shared one, which has a cap
  if (seen === '' && dailyCap !== undefined) return;
  if (seen !== payer) throw errors.otherPayer();
}
