/** Runs the command line in the test's process, because a process takes longer than most commands. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../../../src/service/cli/run-command.js';
import { readConfig } from '../../../src/service/config.js';
import type { CommandResult } from './run-service.js';

const WORKER = pathToFileURL(path.resolve('out/service/store-worker.mjs'));

/**
 * Like `runProgram`, one command at a time. An export to standard output needs a process, because it uses the
 * stream itself.
 */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  try {
    const code = await runCommand(args, readConfig({ ...process.env, ...environment }), WORKER);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.end();
    stderr.end();
  }
}

/** Returns what a command prints with --json. @throws its message if it fails */
export async function runForJson(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { code, stdout, stderr } = await runHere([...args, '--json'], environment);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}

/** Creates a key with that many credits. */
export async function createKey(
  environment: Readonly<Record<string, string>>,
  credits: number,
): Promise<string> {
  const args = ['keys', 'create', '--name', 'N', '--credits', String(credits)];
  return (await runHere(args, environment)).stdout.trim();
}

/** Returns the credits of the only key. */
export async function creditsIn(environment: Readonly<Record<string, string>>): Promise<number> {
  const [{ credits }] = (await runForJson(['keys', 'list'], environment)) as [{ credits: number }];
  return credits;
}

/** Captures the program's writes to a stream, which gets nothing. */
function capture(stream: NodeJS.WriteStream) {
  const chunks: string[] = [];
  const spy = jest.spyOn(stream, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  return { text: () => chunks.join(''), end: () => spy.mockRestore() };
}
