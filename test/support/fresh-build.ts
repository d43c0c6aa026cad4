/** Before the tests of a project that runs what is built: a stale build is refused, never silently tested. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** @param groups what the project runs; everything where none is named */
export function requireFreshBuild(groups: readonly string[] = []): void {
  const { status } = spawnSync(process.execPath, ['build.mjs', '--check', ...groups], {
    cwd: path.resolve(__dirname, '../..'),
    stdio: 'inherit',
  });
  // the line above says what to run: a stack trace would hide it
  if (status !== 0) process.exit(1);
}
