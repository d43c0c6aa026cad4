/** Refuses a stale build before the tests of a project that runs built files. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** @param groups the targets that the project runs; all by default */
export function requireFreshBuild(groups: readonly string[] = []): void {
  const { status } = spawnSync(process.execPath, ['build.mjs', '--check', ...groups], {
    cwd: path.resolve(__dirname, '../..'),
    stdio: 'inherit',
  });
  // build.mjs has printed what to run, and a stack trace would hide it
  if (status !== 0) process.exit(1);
}
