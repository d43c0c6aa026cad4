/** Tests the connection with one call that costs nothing. */
import type { Outcome } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { createClient } from '../service/client.js';

/** A group name that nobody has: a valid key gets "no such group". */
const PROBE_GROUP = 'connection test';
const BUDGET_MS = 25_000;

/** The person's own pair is tested; without one, the pair that the spreadsheet was lent. */
export function createConnectionTest(platform: Platform, connections: ConnectionStore): () => Outcome {
  return () => {
    try {
      const connection = connections.find() ?? connections.require();
      const deadline = platform.clock.now() + BUDGET_MS;
      createClient(platform, connection, deadline).trackedCompanies([PROBE_GROUP]);
    } catch (error) {
      const known = isSignalsError(error) ? error : errors.internal();
      if (known.code !== 'NO_GROUP') return { kind: 'tested', ok: false, message: known.message };
    }
    return { kind: 'tested', ok: true, message: '' };
  };
}
