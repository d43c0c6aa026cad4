/** What the sidebar may ask of the add-on. Every call returns the whole state; none returns a key. */
import type { SidebarApi, SidebarState } from '../contract/sidebar-api.js';
import { errors, isSignalsError } from './errors.js';
import type { Platform } from './platform.js';
import { createClient } from './service/client.js';
import { createConnectionStore } from './store/connection.js';

/** A group name that nobody has: a valid key gets "no such group", at no cost. */
const PROBE_GROUP = 'connection test';
const BUDGET_MS = 25_000;

export function createSidebarApi(platform: Platform): SidebarApi {
  const connections = createConnectionStore(platform);

  function state(): SidebarState {
    const connection = connections.find();
    return {
      baseUrl: connection?.baseUrl ?? '',
      hasKey: connection !== undefined,
      keyEnding: connection?.apiKey.slice(-4) ?? '',
    };
  }

  return {
    sidebarState: state,
    saveConnection(connection) {
      connections.save(connection);
      return state();
    },
    forgetConnection() {
      connections.forget();
      return state();
    },
    testConnection() {
      const { clock } = platform;
      try {
        createClient(platform, connections.require(), clock.now() + BUDGET_MS).trackedCompanies([
          PROBE_GROUP,
        ]);
      } catch (error) {
        const known = isSignalsError(error) ? error : errors.internal();
        if (known.code !== 'NO_GROUP') return { ...state(), test: { ok: false, message: known.message } };
      }
      return { ...state(), test: { ok: true, message: 'The service answers and accepts the key.' } };
    },
  };
}
