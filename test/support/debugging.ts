/** Under a debugger the tests run a script with a source map, and nobody's time is up while it stands still. */
import { spawnSync } from 'node:child_process';
import inspector from 'node:inspector';
import path from 'node:path';
import { type Mode, TIME_LIMIT_MS } from '../../src/sandbox/bridge/modes.js';

const ROOT = path.resolve(__dirname, '../..');
const DAY_MS = 86_400_000;

export const isDebugged = (): boolean => inspector.url() !== undefined;

/** Builds what the debugger shows. */
export function buildForDebugger(): void {
  if (!isDebugged()) return;
  // not a program to debug: an editor would attach to it as well
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ['tools/build-debug-code.mjs'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** The script to run. */
export const scriptFile = (): string => path.join(ROOT, isDebugged() ? 'out/debug' : 'dist', 'Code.js');

/** Limits of executions, where they differ from Google's. */
export function timeLimits(): Partial<Record<Mode, number>> {
  if (!isDebugged()) return {};
  return Object.fromEntries(Object.keys(TIME_LIMIT_MS).map((mode) => [mode, DAY_MS]));
}
