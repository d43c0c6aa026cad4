/** The built program, run as a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { addressOf } from '../../support/service-address.js';

export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output on standard error so far. */
  readonly errors: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

const PROGRAM = path.resolve('out/service/main.mjs');

/** Returns a function that starts services in tests and hooks. Kills running ones after the suite. */
export function usePrograms(): (environment: Environment) => Promise<RunningService> {
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  return async (environment) => {
    const child = spawn(process.execPath, [PROGRAM], {
      env: { ...process.env, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    return untilListening(child);
  };
}

async function untilListening(child: ChildProcess & { stderr: Readable }): Promise<RunningService> {
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const url = await addressOf(child).catch((error: Error) => {
    throw new Error(`${error.message}: ${errors.join('')}`);
  });
  return {
    url,
    errors: () => errors.join(''),
    process: child,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/** Runs a command, or a service that cannot start, to its end. */
export async function runProgram(
  args: readonly string[],
  environment: Environment,
  input?: string,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...environment } });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    code,
    stdout: Buffer.concat(stdout).toString('utf8'),
    stderr: Buffer.concat(stderr).toString('utf8'),
  };
}
