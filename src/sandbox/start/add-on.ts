/** Reads the files of the built add-on for the sandbox. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HostOptions } from '../host/host.js';

type Manifest = NonNullable<HostOptions['manifest']>;

/**
 * Adds the receiver's manifest, which makes the script a web app, too.
 * @param root the project's folder
 * @throws if the add-on is not built
 */
export function readAddOn(root: string) {
  const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const manifest = (name: string) => JSON.parse(text(name)) as Manifest;
  return {
    code: text('dist/Code.js'),
    htmlFiles: { sidebar: text('dist/sidebar.html') },
    addOnName: 'Signals',
    manifest: { ...manifest('dist/appsscript.json'), ...manifest('appsscript.receiver.json') },
  };
}
