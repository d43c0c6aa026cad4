/** Bundles TypeScript modules in memory and imports them, for tools and benchmarks, which are not built. */
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/**
 * @param {string[]} files relative to the root; one bundle, so they share their imports
 * @returns {Promise<Record<string, any>>} all their exports
 */
export async function loadTypeScript(files) {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { global: 'globalThis' },
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
