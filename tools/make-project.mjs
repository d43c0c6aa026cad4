/**
 * Combines the built add-on with another manifest or file into a project for clasp to push.
 *   node tools/make-project.mjs receiver    makes out/receiver
 *   node tools/make-project.mjs review      makes out/review; refuses the address of the example
 *   node tools/make-project.mjs trial       makes out/trial
 * The receiver of news is a web app with the same permissions: a version whose manifest has no `webapp` has
 * no web app, so an update to it would remove the receiver's address. A reviewer may require a list of the
 * addresses that the add-on fetches, which are those of one service. The trial is a project of its own,
 * because the visibility of a published add-on can never change.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** For each project, its manifest and the file that it adds. @type {Record<string, { manifest?: string, file?: string }>} */
const VARIANTS = {
  receiver: { manifest: 'appsscript.receiver.json' },
  review: { manifest: 'appsscript.review.json' },
  trial: { file: 'conformance/trial.js' },
};
/** An HTTPS host or a path on it, in the form that the manifest requires. */
const ALLOWED_ADDRESS = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S*$/;
/** A reserved name, where no service can be. */
const EXAMPLE = /^https:\/\/(?:[^/]+\.)?example\//;

/** @param {string} file */
const jsonOf = async (file) => JSON.parse(await readFile(file, 'utf8'));

process.chdir(path.resolve(import.meta.dirname, '..'));
const name = process.argv[2] ?? '';
const variant = Object.hasOwn(VARIANTS, name) ? VARIANTS[name] : undefined;
if (variant === undefined) throw new Error(`Name a project: ${Object.keys(VARIANTS).join(', ')}`);
const folder = `out/${name}`;
const addition = variant.manifest === undefined ? {} : await jsonOf(variant.manifest);
const manifest = { ...(await jsonOf('dist/appsscript.json')), ...addition };
const wrong = name === 'review' ? findWrongAddresses(manifest.urlFetchWhitelist ?? []) : [];
if (wrong.length > 0) throw new Error(`${variant.manifest}: ${wrong.join('; ')}`);
await cp('dist', folder, { recursive: true });
await writeFile(`${folder}/appsscript.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
if (variant.file !== undefined) await cp(variant.file, path.join(folder, path.basename(variant.file)));
process.stdout.write(`${folder} is ready for clasp: docs/deploy.md has the steps\n`);

/**
 * Returns what is wrong with the addresses in the manifest for the review.
 * @param {readonly string[]} addresses
 */
function findWrongAddresses(addresses) {
  if (addresses.length === 0) return ['no address: enter that of your service'];
  return addresses.flatMap((address) => {
    if (!ALLOWED_ADDRESS.test(address))
      return [`${address}: https, a full host name, and a path that begins with /`];
    return EXAMPLE.test(address) ? [`${address}: enter the address of your service`] : [];
  });
}
