/** The ledger as the add-on reads it: with the receipts of calls that have ended since it was written. */
import type { Platform } from '../../src/addon/platform.js';
import { openLedger } from '../../src/addon/spending/ledger.js';
import type { Book } from '../../src/addon/spending/ledger-book.js';

export function ledgerOf({ documentProperties, clock }: Platform): Book {
  const now = clock.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const { ledger = '' } = openLedger(documentProperties!, today, now).values();
  return JSON.parse(ledger) as Book;
}
