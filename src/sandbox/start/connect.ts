/** Connects the demo spreadsheet to the service: creates a key and saves it through the add-on, as the owner would. */
import { refusalIn, type SidebarApi, type SidebarState } from '../../contract/sidebar-api.js';
import type { Host } from '../host/host.js';
import type { ServiceProcess } from './service-process.js';
import type { SandboxState } from './state-file.js';

const DEMO_KEY = ['keys', 'create', '--name', 'demo', '--credits', '100000', '--edit-groups', '--json'];

interface ConnectOptions {
  readonly host: Host;
  readonly service: ServiceProcess;
  /** The state of an earlier start. */
  readonly before: Pick<SandboxState, 'apiKey' | 'servicePort'>;
  /** If false, nobody saves the key; the page shows it, and people can try Connect. */
  readonly isConnected: boolean;
  /** Stores a new key, together with the saved connection. */
  readonly keep: (apiKey: string) => void;
}

/**
 * Connects at the first start. Later, the connection is the owner's, so it changes only if it is the demo key's at
 * a port that the service no longer has.
 * @returns the service's address
 */
export async function connect({ host, service, before, isConnected, keep }: ConnectOptions): Promise<string> {
  const call = async (name: keyof SidebarApi, args: readonly unknown[], as: 'owner' | 'editor' = 'owner') => {
    const reply = await host.run(name, args, { as, mode: 'sidebar' });
    const refusal = refusalIn(reply);
    if (refusal) throw new Error(refusal.message);
    return reply;
  };
  const baseUrl = await service.baseUrl;
  const { apiKey, servicePort } = before;
  if (apiKey === undefined) {
    const { key: made } = JSON.parse(await service.command(...DEMO_KEY)) as { readonly key: string };
    // the page follows the system's light or dark mode, so the sidebar must, until the person chooses one
    for (const as of ['owner', 'editor'] as const) await call('saveAppearance', ['system', false], as);
    if (isConnected) await call('saveConnection', [{ baseUrl, apiKey: made }]);
    keep(made);
  } else if (baseUrl !== addressAt(servicePort)) {
    const saved = (await call('sidebarState', [])) as SidebarState;
    const isDemo = saved.baseUrl === addressAt(servicePort) && apiKey.endsWith(saved.keyEnding);
    if (isDemo) await call('saveConnection', [{ baseUrl, apiKey }]);
  }
  return baseUrl;
}

const addressAt = (port: number | undefined): string => `http://127.0.0.1:${port}`;
