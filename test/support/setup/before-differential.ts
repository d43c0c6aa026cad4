/** Runs before the random schedules: builds the script that runs them. */
import path from 'node:path';
import { buildSync } from 'esbuild';
import { SCHEDULES_SCRIPT } from '../../differential/schedules-script.js';

export default (): void => {
  buildSync({
    entryPoints: [path.join(__dirname, '../../differential/run-schedules.ts')],
    outfile: SCHEDULES_SCRIPT,
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
  });
};
