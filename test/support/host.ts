/** The sandbox's host for a test: the built one, with the built add-on unless another script is given. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { createHost } from '../../src/sandbox/host/host.js';
import type { Host, HostOptions } from '../../src/sandbox/host/host-types.js';

const ROOT = path.resolve(__dirname, '../..');
// built: it brings its packages and starts its threads from the files beside it
const { createHost: createBuiltHost } = require(path.join(ROOT, 'out/sandbox/host.cjs')) as {
  createHost: typeof createHost;
};

export interface StartHostOptions extends Partial<HostOptions> {
  /** Saved as the owner's connection before the host is handed over. */
  readonly connection?: { readonly baseUrl: string; readonly apiKey: string };
}

/** Close it in the end: its threads keep the process alive. */
export async function startHost({ connection, ...options }: StartHostOptions = {}): Promise<Host> {
  const host = createBuiltHost({
    ...(options.code === undefined && builtAddOn()),
    ...options,
  } as HostOptions);
  if (connection) await host.run('saveConnection', [connection], { mode: 'sidebar' });
  return host;
}

function builtAddOn(): Pick<HostOptions, 'code' | 'htmlFiles' | 'addOnName' | 'manifest'> {
  const text = (name: string) => readFileSync(path.join(ROOT, 'dist', name), 'utf8');
  const manifest = JSON.parse(text('appsscript.json')) as NonNullable<HostOptions['manifest']>;
  return {
    code: text('Code.js'),
    htmlFiles: { sidebar: text('sidebar.html') },
    addOnName: 'Signals',
    manifest,
  };
}
