/** The package as it was built: a stale one is refused, never silently tested. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Its folder. @throws when it has to be built first */
export function builtPackage(): string {
  const { status } = spawnSync(process.execPath, ['build.mjs', '--check', 'client'], { cwd: ROOT });
  if (status !== 0) throw new Error('The package of the client is stale: node build.mjs client');
  return path.join(ROOT, 'out/client');
}
