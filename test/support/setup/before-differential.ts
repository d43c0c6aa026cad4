/** Runs before the random schedules: builds the script that runs them. */
import path from 'node:path';
import { buildSync } from 'esbuild';
import { SURVEY } from '../../differential/survey-script.js';

export default (): void => {
  buildSync({
    entryPoints: [path.join(__dirname, '../../differential/survey.ts')],
    outfile: SURVEY,
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
  });
};
