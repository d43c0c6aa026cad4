/**
 * Compiles the sidebar's texts. src/sidebar/texts has a JSON file of ICU messages for each language. A
 * message with arguments is parsed here, so that the page needs no parser; others stay texts.
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
/** esbuild's options for bundles with the sidebar's texts. */
export const TEXTS = { alias: { [PARSER]: `${PARSER}/no-parser.js` }, plugins: [compiledTexts] };

/** Writes the type of the complete English texts: the compiler reads their arguments only from a type. */
export async function buildTexts() {
  mkdirSync('out/texts', { recursive: true });
  writeFileSync(TYPES, `export type English = ${readFileSync(ENGLISH, 'utf8')}`);
  return { inputs: [ENGLISH], outputs: [TYPES] };
}
