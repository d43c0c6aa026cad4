/**
 * Builds the stale targets of tools/build/targets.mjs, or only the named ones of these.
 *   node build.mjs --force        fresh targets, too
 *   node build.mjs --check        builds nothing, and fails if something is stale
 */
import { parseArgs } from 'node:util';
import { isFresh } from './tools/build/freshness.mjs';
import { ALL, buildTargets } from './tools/build/targets.mjs';

process.chdir(import.meta.dirname);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean' }, check: { type: 'boolean' } },
});
const named = ALL.filter((target) => positionals.length === 0 || positionals.includes(target));
if (named.length < positionals.length) throw new Error(`Choose targets from ${ALL.join(', ')}`);
const wanted = named.filter((target) => values.force || !isFresh(target));
if (!values.check) await buildTargets(wanted);
else if (wanted.length > 0) {
  process.stderr.write(`The build is stale (${wanted.join(', ')}): npm run build\n`);
  process.exitCode = 1;
}
