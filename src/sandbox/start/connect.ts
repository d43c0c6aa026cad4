/** Connects the demo spreadsheet to the service: creates a key and saves it through the add-on, as the owner would. */
import { objectOf, readJson } from '../../contract/json.js';
import { refusalIn, type SidebarApi } from '../../contract/sidebar-api.js';
import type { Host } from '../host/host.js';
import type { ServiceProcess } from './service-process.js';

const DEMO_KEY = ['keys', 'create', '--name', 'demo', '--credits', '100000', '--json'];

const isNewKey = objectOf<{ readonly key: string }>({ key: 'string' });

export interface ConnectOptions {
  readonly host: Host;
  readonly service: ServiceProcess;
  /** The key of an earlier start. */
  readonly apiKey: string | undefined;
  /** Whether the owner has saved the key already; else the page shows it, and Connect can be tried. */
  readonly isConnected: boolean;
}

/** Resolves with the service's address and the key. The caller stores the key before anything uses it. */
export async function connect(
  { host, service, apiKey, isConnected }: ConnectOptions,
  keep: (apiKey: string) => void,
): Promise<string> {
  const call = async (name: keyof SidebarApi, args: unknown[], as: 'owner' | 'editor' = 'owner') => {
    const refusal = refusalIn(await host.run(name, args, { as, mode: 'sidebar' }));
    if (refusal) throw new Error(refusal.message);
  };
  const baseUrl = await service.baseUrl;
  let key = apiKey;
  if (key === undefined) {
    key = readJson(await service.command(...DEMO_KEY), isNewKey)?.key;
    if (key === undefined) throw new Error('The service made no key for the sandbox');
    keep(key);
    // the page follows the system, and its sidebar does until a person chooses something else
    for (const as of ['owner', 'editor'] as const) await call('saveAppearance', ['system'], as);
  }
  if (isConnected) await call('saveConnection', [{ baseUrl, apiKey: key }]);
  else await call('forgetConnection', []);
  return baseUrl;
}
