/** The whole sandbox as `npm start` runs it, on a free port and data of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningSandbox {
  readonly url: string;
  readonly serviceUrl: string;
  /** Stops it as Ctrl+C does and resolves with its exit code; its data stay. */
  interrupt(): Promise<number | null>;
  /** Starts it again on the same data. */
  restart(): Promise<RunningSandbox>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

const PROGRAM = path.resolve(__dirname, '../../out/sandbox/main.mjs');

/** Resolves when the demo spreadsheet is connected to its service. */
export async function startSandbox(folder?: string): Promise<RunningSandbox> {
  const data = folder ?? (await mkdtemp(path.join(os.tmpdir(), 'signals-sandbox-')));
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, PORT: '0', SANDBOX_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, url] = /^(Spreadsheet|Service): +(http:\S+)$/.exec(line) ?? [];
    if (name && url) addresses.set(name, url);
    if (addresses.size === 2) break;
  }
  const interrupt = async (): Promise<number | null> => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    url: addresses.get('Spreadsheet') ?? '',
    serviceUrl: addresses.get('Service') ?? '',
    interrupt,
    async restart() {
      await interrupt();
      return startSandbox(data);
    },
    async stop() {
      await interrupt();
      await rm(data, { recursive: true, force: true });
    },
  };
}
