/** A Jest transform: compiles the sidebar's texts as the build does. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileTexts } from './build/texts.mjs';

const COMPILER = readFileSync(new URL('./build/texts.mjs', import.meta.url), 'utf8');

export default {
  /** @type {(source: string) => string} */
  getCacheKey: (source) => createHash('sha256').update(`${COMPILER}\0${source}`).digest('hex'),
  /** @type {(source: string) => { code: string }} */
  process: (source) => ({ code: JSON.stringify(compileTexts(source)) }),
};
