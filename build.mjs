/**
 * Builds what runs.
 *   node build.mjs            everything
 *   node build.mjs service    only the named parts: addon, service, sandbox
 *
 * addon    dist/   Code.js, sidebar.html, appsscript.json: what clasp pushes, checked after each build
 * service  out/service/
 * sandbox  out/sandbox/
 */
import { parseArgs } from 'node:util';

// imported when wanted: the service alone needs no webpack
const parts = {
  addon: async () => {
    const { buildAddon } = await import('./tools/build-addon.mjs');
    const { checkBundle } = await import('./tools/check-bundle.mjs');
    await buildAddon('dist');
    await checkBundle('dist/Code.js');
  },
  service: async () => (await import('./tools/build-service.mjs')).buildService('out/service'),
  sandbox: async () => (await import('./tools/build-sandbox.mjs')).buildSandbox('out/sandbox'),
};

const { positionals } = parseArgs({ allowPositionals: true });
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
await Promise.all(
  wanted.map((name) => {
    if (name in parts) return parts[/** @type {keyof typeof parts} */ (name)]();
    throw new Error(`Unknown part ${name}: choose from ${Object.keys(parts).join(', ')}`);
  }),
);
