/** Releases held credits by hand. */
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { payerOfFormulas } from '../account/payer.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { PurchaseStore } from '../storage/purchase-store.js';

/**
 * Counts what a call may have cost as not spent. Where the service has charged it, the same question pays again.
 * @returns a function of the call's name that throws BAD_INPUT for anyone but the payer
 */
export function createRelease(platform: Platform, connections: ConnectionStore): (token: unknown) => void {
  const { clock } = platform;
  return (token) => {
    const payer = payerOfFormulas(connections);
    if (!payer.mine) throw errors.onlyPayerReleases(payer.name);
    changeDocumentProperties(platform, () => {
      const store = new PurchaseStore(platform);
      const held = store.open(clock.now()).find((one) => one.token === token);
      if (held) store.end({ ...held, state: 'released' });
    });
  };
}
