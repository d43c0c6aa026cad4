/**
 * Compiles the sidebar's texts. src/sidebar/texts has a JSON file for each language with messages in ICU MessageFormat: a
 * text without arguments stays as it is, any other is parsed here, so that the page needs no parser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {{ [name: string]: string | Element[] | Compiled }} Compiled */

const ENGLISH = 'src/sidebar/texts/en.json';
const TYPES = 'out/texts/texts.d.ts';
const PARSER = '@formatjs/icu-messageformat-parser';

/** @param {string} json @returns {Compiled} */
export function compileTexts(json) {
  return JSON.parse(json, (_, value) => (typeof value === 'string' ? compileMessage(value) : value));
}

/** @param {string} message */
function compileMessage(message) {
  const elements = parse(message, { captureLocation: false, ignoreTag: true });
  const hasArguments = elements.some(({ type }) => type !== TYPE.literal);
  return hasArguments ? elements : elements.map((element) => 'value' in element && element.value).join('');
}

/** @type {import('esbuild').Plugin} */
const compiledTexts = {
  name: 'texts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /sidebar[\\/]texts[\\/]\w+\.json$/ }, ({ path }) => ({
      contents: JSON.stringify(compileTexts(readFileSync(path, 'utf8'))),
      loader: 'json',
    })),
};
/** For what bundles the page. */
export const TEXTS = { alias: { [PARSER]: `${PARSER}/no-parser.js` }, plugins: [compiledTexts] };

/** Declares the English texts, which are complete: the compiler reads their arguments only from a type. */
export async function buildTexts() {
  mkdirSync('out/texts', { recursive: true });
  writeFileSync(TYPES, `export type English = ${readFileSync(ENGLISH, 'utf8')}`);
  return { inputs: [ENGLISH], outputs: [TYPES] };
}
