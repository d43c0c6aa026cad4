/**
 * The manifests. The published add-on is no web app. The receiver of news is one, with the same permissions: a version
 * whose manifest has no `webapp` has no web app, and an update to it would take the receiver's address away. A reviewer
 * may want a list of the addresses that the add-on fetches: a third manifest has that of one service.
 *   node tools/build-manifests.mjs receiver    puts the built add-on beside the manifest in out/receiver
 *   node tools/build-manifests.mjs review      the same in out/review; refuses the address of the example
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const NAME = 'appsscript.json';
/** What each manifest adds to the published one. */
const ADDITIONS = { receiver: 'appsscript.receiver.json', review: 'appsscript.review.json' };
/** A whole host or a part of it, over HTTPS, as the manifest wants it. */
const ALLOWED_ADDRESS = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S*$/;
/** Reserved: nobody can have a service there. */
const EXAMPLE = /^https:\/\/(?:[^/]+\.)?example\//;

/** @param {string} name from the root */
const jsonOf = async (name) => JSON.parse(await readFile(path.join(root, name), 'utf8'));

/**
 * @param {string} folder of the published add-on, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildManifests(folder) {
  const published = await jsonOf(NAME);
  const outputs = [`${folder}/${NAME}`];
  await mkdir(path.join(root, folder), { recursive: true });
  await copyFile(path.join(root, NAME), path.join(root, folder, NAME));
  for (const [variant, added] of Object.entries(ADDITIONS)) {
    await mkdir(path.join(root, 'out', variant), { recursive: true });
    const manifest = { ...published, ...(await jsonOf(added)) };
    await writeFile(path.join(root, 'out', variant, NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    outputs.push(`out/${variant}/${NAME}`);
  }
  return { inputs: [NAME, ...Object.values(ADDITIONS)], outputs };
}

/**
 * What is wrong with the addresses that a manifest for the review allows.
 * @param {readonly string[]} addresses
 */
export function findWrongAddresses(addresses) {
  if (addresses.length === 0) return ['no address: enter that of your service'];
  return addresses.flatMap((address) => {
    if (!ALLOWED_ADDRESS.test(address))
      return [`${address}: https, a full host name, and a path that begins with /`];
    return EXAMPLE.test(address) ? [`${address}: enter the address of your service`] : [];
  });
}

/** Puts the built add-on beside its other manifest. @param {string | undefined} variant */
async function fill(variant) {
  if (variant !== 'receiver' && variant !== 'review') throw new Error('Name a manifest: receiver or review');
  if (variant === 'review') {
    const wrong = findWrongAddresses((await jsonOf(ADDITIONS.review)).urlFetchWhitelist ?? []);
    if (wrong.length > 0) throw new Error(`${ADDITIONS.review}: ${wrong.join('; ')}`);
  }
  for (const name of ['Code.js', 'sidebar.html']) {
    await copyFile(path.join(root, 'dist', name), path.join(root, 'out', variant, name));
  }
}

if (process.argv[1] === import.meta.filename) await fill(process.argv[2]);
