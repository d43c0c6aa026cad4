/** Reads the add-on's own ledger from a host's properties. */
import { gunzipSync } from 'node:zlib';
import type { Host } from '../../src/sandbox/host/host.js';
import { type LedgerSums, ledgerOf as sumsOf } from '../addon/ledger-of.js';

/** Returns today's credits and the reserved ones. */
export function ledgerOf({ properties, clock }: Host): LedgerSums {
  const stores = Object.values(properties.save());
  const store = stores.find((values) => values['data-version'] !== undefined) ?? {};
  return sumsOf({
    allDocumentProperties: () => store,
    clock: { now: () => clock.now(), sleep: () => undefined },
    compress: (text) => text,
    expand: (text) => gunzipSync(Buffer.from(text, 'base64')).toString(),
  });
}
