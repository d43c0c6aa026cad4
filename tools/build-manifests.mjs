/**
 * The two manifests. The published add-on is no web app. The receiver of news is one, with the same permissions: a version
 * whose manifest has no `webapp` has no web app, and an update to it would take the receiver's address away.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const NAME = 'appsscript.json';
const OF_RECEIVER = 'appsscript.receiver.json';
/** What clasp pushes for the receiver; `node tools/build-manifests.mjs` adds the other files. */
const RECEIVER = 'out/receiver';

/**
 * @param {string} folder of the published add-on, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildManifests(folder) {
  const [published, added] = await Promise.all(
    [NAME, OF_RECEIVER].map(async (name) => JSON.parse(await readFile(path.join(root, name), 'utf8'))),
  );
  for (const made of [folder, RECEIVER]) await mkdir(path.join(root, made), { recursive: true });
  await copyFile(path.join(root, NAME), path.join(root, folder, NAME));
  const receiver = `${JSON.stringify({ ...published, ...added }, null, 2)}\n`;
  await writeFile(path.join(root, RECEIVER, NAME), receiver);
  return { inputs: [NAME, OF_RECEIVER], outputs: [`${folder}/${NAME}`, `${RECEIVER}/${NAME}`] };
}

/** Puts the built add-on beside the receiver's manifest. */
export async function fillReceiver() {
  for (const name of ['Code.js', 'sidebar.html']) {
    await copyFile(path.join(root, 'dist', name), path.join(root, RECEIVER, name));
  }
}

if (process.argv[1] === import.meta.filename) await fillReceiver();
