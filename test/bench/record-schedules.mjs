/**
 * Records the tables, requests and costs of the differential test's schedules, to compare code versions:
 *   node test/bench/record-schedules.mjs FILE 2000 [first seed]
 * Writes a line of JSON per schedule: seed, credits, versions, errors, and its tables and requests.
 */
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const [file, count = '100', first = '1'] = process.argv.slice(2);
if (!file) throw new Error('Say into which file');
const script = `${path.resolve(file)}.cjs`;
await build({
  entryPoints: [path.join(import.meta.dirname, '../differential/run-schedules.ts')],
  outfile: script,
  bundle: true,
  platform: 'node',
  logLevel: 'error',
});
const { record } = createRequire(import.meta.url)(script);
const out = createWriteStream(file);
for (let seed = Number(first); seed < Number(first) + Number(count); seed++)
  out.write(`${JSON.stringify(record(seed))}\n`);
out.end();
