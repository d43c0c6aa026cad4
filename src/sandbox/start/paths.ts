/** The paths of the built parts and the data, relative to the folder of the built program. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { objectOf, readJson } from '../../contract/json.js';
import type { HostOptions, ScriptFiles } from '../host/host.js';

export interface Paths {
  readonly page: string;
  readonly serviceProgram: string;
  readonly serviceData: string;
  readonly state: string;
}

type Manifest = NonNullable<HostOptions['manifest']>;

const isManifest = objectOf<Manifest>({ timeZone: 'string?', oauthScopes: 'list?', webapp: 'object?' });
const ADD_ON_NAME = 'Signals';

export function pathsFrom(builtFolder: string, dataFolder: string): Paths {
  return {
    page: path.join(builtFolder, 'page'),
    serviceProgram: path.join(builtFolder, '../service/main.mjs'),
    serviceData: path.join(dataFolder, 'service'),
    state: path.join(dataFolder, 'state.json'),
  };
}

export type AddOn = ScriptFiles & Pick<HostOptions, 'addOnName'>;

/** The built add-on, with the manifest of the receiver of news, so that it is a web app, too. @throws if it is not built. */
export function readAddOn(builtFolder: string): AddOn {
  const text = (name: string) => readFileSync(path.join(builtFolder, '../../dist', name), 'utf8');
  const published = readJson(text('appsscript.json'), isManifest);
  const receiver = readJson(
    readFileSync(path.join(builtFolder, '../../appsscript.receiver.json'), 'utf8'),
    isManifest,
  );
  if (!published || !receiver) throw new Error('appsscript.json is no manifest: build the add-on again');
  return {
    code: text('Code.js'),
    htmlFiles: { sidebar: text('sidebar.html') },
    addOnName: ADD_ON_NAME,
    manifest: { ...published, ...receiver },
  };
}
