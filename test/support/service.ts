/** A real service for a test: the built program on a data folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export interface RunningService {
  readonly baseUrl: string;
  /** A new API key with so many credits. */
  createKey(credits: number, name?: string): Promise<string>;
  /** Runs a command of the service's program on the same data; resolves with what it prints. */
  command(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

const PROGRAM = path.resolve(__dirname, '../../out/service/main.mjs');
const LISTENING = /^Listening on (http:\/\/\S+)$/;

/** Starts it with made-up data, on a free port, callbacks to this machine allowed; `env` adds to or replaces settings. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-service-'));
  const settings = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    ALLOW_CALLBACKS: '127.0.0.0/8,::1',
    ...env,
  };
  const child = spawn(process.execPath, [PROGRAM], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  const baseUrl = await addressOf(child);
  const command = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: settings });
    return stdout;
  };
  return {
    baseUrl,
    command,
    async createKey(credits, name = `test-${Math.random().toString(36).slice(2)}`) {
      const printed = await command('keys', 'create', '--name', name, '--credits', String(credits), '--json');
      return (JSON.parse(printed) as { key: string }).key;
    },
    async stop() {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = LISTENING.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The service ended before it listened');
}
