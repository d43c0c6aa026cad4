/** Builds the sidebar's page with a third language: a file, and a name in the list of languages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { TEXTS } from '../../tools/build/texts.mjs';
import { readPage } from './fake-sidebar.js';

const ENTRY = path.resolve(__dirname, '../../src/sidebar/sidebar.tsx');
const LANGUAGE = path.resolve(__dirname, 'pseudo-locale.ts');
const PACKED = /<div id="packed"[\s\S]*?<\/script>/;

const oneMoreLanguage: Plugin = {
  name: 'one more language',
  setup({ onLoad }) {
    onLoad({ filter: /sidebar\/texts\/language\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const longer = source.replace('= { en, de };', '= { en, de, ja: pseudoLanguage(en) };');
      if (longer === source) throw new Error('there is no list of languages');
      return {
        loader: 'ts',
        contents: `import { pseudoLanguage } from ${JSON.stringify(LANGUAGE)};\n${longer}`,
        resolveDir: path.dirname(file),
      };
    });
  },
};

export async function buildPseudoPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    format: 'iife',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    ...TEXTS,
    plugins: [oneMoreLanguage, ...TEXTS.plugins],
  });
  const code = outputFiles[0]!.text.replaceAll('</script', '<\\/script');
  return readPage().replace(PACKED, () => `<script>${code}</script>`);
}
