/** Connects the demo spreadsheet to the service: creates a key and saves it through the add-on, as the owner would. */
import { objectOf, readJson } from '../../contract/json.js';
import { refusalIn, type SidebarApi } from '../../contract/sidebar-api.js';
import type { Host } from '../host/host.js';
import type { ServiceProcess } from './service-process.js';

const DEMO_KEY = ['keys', 'create', '--name', 'demo', '--credits', '100000', '--edit-groups', '--json'];

const isNewKey = objectOf<{ readonly key: string }>({ key: 'string' });

/**
 * @param key the key of an earlier start
 * @param isConnected if false, nobody saves the key; the page shows it, and people can try Connect
 * @param keep stores a new key before its first use
 * @returns the service's address
 */
export async function connect(
  host: Host,
  service: ServiceProcess,
  key: string | undefined,
  isConnected: boolean,
  keep: (apiKey: string) => void,
): Promise<string> {
  const call = async (name: keyof SidebarApi, args: readonly unknown[], as: 'owner' | 'editor' = 'owner') => {
    const refusal = refusalIn(await host.run(name, args, { as, mode: 'sidebar' }));
    if (refusal) throw new Error(refusal.message);
  };
  const baseUrl = await service.baseUrl;
  let apiKey = key;
  if (apiKey === undefined) {
    apiKey = readJson(await service.command(...DEMO_KEY), isNewKey)?.key;
    if (apiKey === undefined) throw new Error('The service made no key for the sandbox');
    keep(apiKey);
    // the page follows the system's light or dark mode, so the sidebar must, until the person chooses one
    for (const as of ['owner', 'editor'] as const) await call('saveAppearance', ['system', false], as);
  }
  if (isConnected) await call('saveConnection', [{ baseUrl, apiKey }]);
  else await call('forgetConnection', []);
  return baseUrl;
}
