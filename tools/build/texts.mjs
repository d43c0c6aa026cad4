/**
 * Compiles the sidebar's texts. src/sidebar/texts has a JSON file for each language with messages in ICU MessageFormat: a
 * text without arguments stays as it is, any other is parsed here, so that the page needs no parser. The types that
 * check the arguments are in out/texts/texts.d.ts.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {{ [name: string]: string | Messages }} Messages as they are written */
/** @typedef {{ [name: string]: string | Element[] | Compiled }} Compiled */

const ENGLISH = 'src/sidebar/texts/en.json';
const TYPES = 'out/texts/texts.d.ts';
const PARSER = '@formatjs/icu-messageformat-parser';

/**
 * @param {Messages} messages
 * @returns {Compiled}
 */
export function compileTexts(messages) {
  const compiled = Object.entries(messages).map(([name, message]) => [
    name,
    typeof message === 'string' ? compileMessage(message) : compileTexts(message),
  ]);
  return Object.fromEntries(compiled);
}

/** @param {string} message */
function compileMessage(message) {
  const elements = parse(message, { captureLocation: false, ignoreTag: true });
  const hasArguments = elements.some(({ type }) => type !== TYPE.literal);
  return hasArguments ? elements : elements.map((element) => 'value' in element && element.value).join('');
}

/** For what bundles the page. @satisfies {import('esbuild').BuildOptions} */
export const TEXTS = {
  alias: { [PARSER]: `${PARSER}/no-parser.js` },
  plugins: [
    /** @type {import('esbuild').Plugin} */ ({
      name: 'texts',
      setup: ({ onLoad }) =>
        onLoad({ filter: /sidebar[\\/]texts[\\/]\w+\.json$/ }, async ({ path }) => {
          const compiled = compileTexts(JSON.parse(await readFile(path, 'utf8')));
          return { contents: JSON.stringify(compiled), loader: 'json' };
        }),
    }),
  ],
};

/**
 * The arguments of a message, and the type of each.
 * @param {Element[]} elements
 * @returns {Map<string, 'string' | 'number'>}
 */
export function argumentsOf(elements) {
  const found = new Map();
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.select) {
      if (!found.has(element.value)) found.set(element.value, 'string');
    } else if (element.type === TYPE.number || element.type === TYPE.plural) {
      found.set(element.value, 'number');
    } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      throw new Error('A message has only text, numbers, plurals and choices');
    }
    if (!('options' in element)) continue;
    for (const { value } of Object.values(element.options)) {
      for (const [name, type] of argumentsOf(value)) {
        if (found.get(name) !== 'number') found.set(name, type);
      }
    }
  }
  return found;
}

/**
 * @param {Compiled[string]} message
 * @returns {string} its type in TypeScript
 */
function typeOf(message) {
  if (typeof message === 'string') return 'string';
  if (!Array.isArray(message)) return members(Object.entries(message), typeOf);
  return `(given: ${members([...argumentsOf(message)], (type) => type)}) => string`;
}

/**
 * @template T
 * @param {readonly [string, T][]} entries
 * @param {(value: T) => string} typed
 */
function members(entries, typed) {
  return `{ ${entries.map(([name, value]) => `readonly ${JSON.stringify(name)}: ${typed(value)};`).join('\n')} }`;
}

/** Writes the types of the English texts, which are complete. @returns {Promise<import('./freshness.mjs').Built>} */
export async function buildTexts() {
  const english = compileTexts(JSON.parse(await readFile(ENGLISH, 'utf8')));
  await mkdir('out/texts', { recursive: true });
  await writeFile(TYPES, `export type Texts = ${typeOf(english)};\n`);
  return { inputs: [ENGLISH], outputs: [TYPES] };
}
