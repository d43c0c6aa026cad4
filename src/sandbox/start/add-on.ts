/** Reads the files of the built add-on for the sandbox. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { objectOf, readJson } from '../../contract/json.js';
import type { HostOptions } from '../host/host.js';

type Manifest = NonNullable<HostOptions['manifest']>;

const isManifest = objectOf<Manifest>({ timeZone: 'string?', oauthScopes: 'list?', webapp: 'object?' });

/**
 * Adds the receiver's manifest, which makes the script a web app, too.
 * @param root the project's folder
 * @throws if the add-on is not built
 */
export function readAddOn(root: string) {
  const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const published = readJson(text('dist/appsscript.json'), isManifest);
  const receiver = readJson(text('appsscript.receiver.json'), isManifest);
  if (!published || !receiver) throw new Error('appsscript.json is no manifest: build the add-on again');
  return {
    code: text('dist/Code.js'),
    htmlFiles: { sidebar: text('dist/sidebar.html') },
    addOnName: 'Signals',
    manifest: { ...published, ...receiver },
  };
}
