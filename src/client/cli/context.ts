/** Makes the client and the output of a command from its settings. */
import { createZone } from '../../addon/question/zone.js';
import { createClient } from '../client.js';
import { openFileStore } from '../file-store.js';
import { findKey, type KeySources, LOCAL_SERVICE, storeFolder } from '../find-key.js';
import type { ClientSettings, SignalsClient } from '../types.js';
import type { LineSettings } from './options.js';
import { createOutput, type Output, type Streams } from './output.js';

/** The surroundings of a run. */
export interface CliIO extends Streams {
  readonly env: KeySources['env'];
  /** Asks a yes-or-no question; undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  readonly askForKey?: KeySources['askForKey'];
  /** Ends a watch. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Overrides of the client's settings, for tests. */
  readonly client?: Partial<ClientSettings>;
}

export interface CommandContext extends Pick<CliIO, 'confirm' | 'signal'> {
  readonly client: SignalsClient;
  readonly settings: LineSettings;
  readonly output: Output;
}

/** A placeholder key for writing a formula, which needs no request. */
const NO_KEY = 'no-key-needed';

/** Runs a command with a client that is closed afterwards. */
export async function runCommand(
  io: CliIO,
  name: string,
  settings: LineSettings,
  execute: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { env, askForKey, confirm, signal } = io;
  const { url, keyFile, store = true } = settings;
  const timeZone = settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const key = name === 'formula' ? NO_KEY : await findKey({ env, keyFile, askForKey });
  const isPaying = name === 'ask' || name === 'watch';
  const folder = store === true ? storeFolder(env) : store;
  const client = createClient({
    key,
    url: url ?? (env['SIGNALS_URL'] || LOCAL_SERVICE),
    ...(isPaying && folder !== false && { store: openFileStore(folder) }),
    timeZone,
    ...io.client,
  });
  try {
    const output = createOutput(io, createZone(timeZone), settings);
    await execute({ client, settings, output, confirm, signal });
  } finally {
    await client.close();
  }
}
