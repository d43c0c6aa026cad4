/** The built program, run as a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** Builds the program again into a folder below out/test. */
export async function buildProgram(folder: string): Promise<string> {
  const outdir = `out/test/${folder}`;
  await build({
    entryPoints: {
      main: 'src/service/main.ts',
      'store-worker': 'src/service/store/store-worker.ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
  return `${outdir}/main.mjs`;
}

export async function startProgram(program: string, environment: Environment): Promise<RunningService> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => {
      throw new Error(`The service ended: ${errors.join('')}`);
    }),
  ]);
  return {
    url: line.replace(/^Listening on /, ''),
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

export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Environment,
  input?: string,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...environment } });
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
