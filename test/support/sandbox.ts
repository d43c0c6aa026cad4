/** The whole sandbox as `npm start` runs it, on a free port and with its own data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { copyData } from './prepared-data.js';
import { standInFor } from './stand-in.js';

export interface RunningSandbox {
  /** The address of the last start. */
  readonly url: string;
  readonly serviceUrl: string;
  /** Sends a signal to the sandbox's process. */
  signal(name: NodeJS.Signals): void;
  /** Stops the sandbox, as Ctrl+C does by default, and resolves with its exit code; keeps the data. */
  interrupt(name?: NodeJS.Signals): Promise<number | null>;
  /** Starts the sandbox again with the same data. */
  restart(): Promise<void>;
  /** Stops the sandbox and removes its data. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const PROGRAM = path.resolve(__dirname, '../../out/sandbox/main.mjs');

/**
 * One sandbox with the sample data for all tests of the suite or block.
 * @param env further environment variables for the sandbox and its service
 */
export function useSandbox(env: Environment = {}): RunningSandbox {
  let sandbox: RunningSandbox | undefined;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-sandbox-'));
    await copyData('seeded', path.join(folder, 'service'));
    sandbox = await startSandbox(folder, env);
  });
  afterAll(() => sandbox?.stop());
  return standInFor('sandbox', () => sandbox);
}

/** Resolves when the demo spreadsheet is connected to the service. Callers must stop the sandbox. */
export async function startSandbox(folder: string, env: Environment = {}): Promise<RunningSandbox> {
  let running = await start(folder, env);
  const interrupt = async (name: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
    const { child } = running;
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.kill(name)) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    get url() {
      return running.url;
    },
    get serviceUrl() {
      return running.serviceUrl;
    },
    signal: (name) => void running.child.kill(name),
    interrupt,
    async restart() {
      await interrupt();
      running = await start(folder, env);
    },
    async stop() {
      await interrupt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, env: Environment) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...env, PORT: '0', SANDBOX_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, url] = /^(Spreadsheet|Service): +(http:\S+)$/.exec(line) ?? [];
    if (name && url) addresses.set(name, url);
    if (addresses.size === 2) break;
  }
  return { child, url: addresses.get('Spreadsheet') ?? '', serviceUrl: addresses.get('Service') ?? '' };
}
