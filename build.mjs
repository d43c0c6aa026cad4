/**
 * Builds the stale parts, or only the named ones of these.
 *   node build.mjs                everything, then checks what clasp would push, unless that is as it was
 *   node build.mjs service        a group: addon, service, sandbox, client; or a part of tools/parts.mjs
 *   node build.mjs --force        fresh parts, too
 *   node build.mjs --check        builds nothing, and fails if something is stale
 *
 * addon    dist/   Code.js, sidebar.html, appsscript.json: what clasp pushes
 * service  out/service/
 * sandbox  out/sandbox/
 * client   out/client/, a package for npm
 *
 * The part conformance makes out/conformance/, a project for clasp to push to a scratch script.
 */
import { parseArgs } from 'node:util';
import { createBuilder, partsNamed, staleParts } from './tools/parts.mjs';
import { hashInputs, isFresh, removeStamp, writeStamp } from './tools/stamps.mjs';

/** What the check of the bundle looks at. */
const CHECKED = ['dist', '.clasp.json', '.claspignore'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean' }, check: { type: 'boolean' } },
});
const wanted = values.force ? partsNamed(positionals) : staleParts(positionals);
if (values.check) {
  if (wanted.length > 0) process.stderr.write(`The build is stale (${wanted.join(', ')}): npm run build\n`);
  process.exit(wanted.length > 0 ? 1 : 0);
}
const builder = createBuilder();
try {
  await Promise.all(wanted.map(builder.build));
} finally {
  await builder.close();
}
if (positionals.length === 0 && (values.force || !isFresh('checked', CHECKED))) {
  removeStamp('checked');
  // imported on demand: a build of only the service has no script to check
  const { checkBundle } = await import('./tools/check-bundle.mjs');
  await checkBundle('dist/Code.js');
  writeStamp('checked', hashInputs(CHECKED), []);
}
