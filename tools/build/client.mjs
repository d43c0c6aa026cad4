/** Builds out/client, the package of the client: ES modules and CommonJS, types and the programs. */
import { execFile } from 'node:child_process';
import { chmod, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bundle, CJS, COPY, ESM, NODE } from './bundle.mjs';

const FOLDER = 'out/client';
const MANIFEST = 'src/client/package.json';
const TYPES = 'src/client/tsconfig.types.json';
const MODULES = { index: 'src/client/package.ts', store: 'src/client/file-store.ts' };
const PROGRAMS = { signals: 'src/client/cli/main.ts', 'signals-mcp': 'src/client/assistant/main.ts' };
const COPIED = [
  { in: MANIFEST, out: 'package' },
  { in: 'src/client/README.md', out: 'README' },
  { in: 'LICENSE', out: 'LICENSE' },
];

/** @returns {Promise<import('./freshness.mjs').Built>} */
export async function buildClient() {
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8'));
  const common = {
    ...NODE,
    outdir: FOLDER,
    external: ['undici'],
    define: { CLIENT_VERSION: JSON.stringify(version) },
  };
  // packages of the programs that are CommonJS ask for Node's modules by `require`
  const js = `import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);`;
  const { inputs, outputs } = await bundle(
    { ...common, ...ESM, entryPoints: MODULES },
    { ...common, ...CJS, entryPoints: MODULES },
    { ...common, ...ESM, entryPoints: PROGRAMS, banner: { js } },
    { ...COPY, entryPoints: COPIED, outdir: FOLDER },
  );
  for (const name of Object.keys(PROGRAMS)) await chmod(`${FOLDER}/${name}.mjs`, 0o755);
  await rm(`${FOLDER}/types`, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', TYPES]);
  return { inputs: [...inputs, TYPES], outputs };
}
