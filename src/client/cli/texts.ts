/** The texts that mean companies: words of the command line, and lines of a file. */
import { readFileSync } from 'node:fs';
import { UsageError } from './exit-codes.js';
import type { LineSettings } from './options.js';

const STANDARD_INPUT = 0;

/** @throws UsageError if there are none */
export function textsOf(words: readonly string[], { file }: LineSettings): readonly string[] {
  const lines = file === undefined ? [] : readLines(file);
  const texts = [...words, ...lines].map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length === 0) throw new UsageError('no companies are given; name some, or a file with --file');
  return texts;
}

function readLines(file: string): readonly string[] {
  try {
    const bytes = readFileSync(file === '-' ? STANDARD_INPUT : file);
    // leaves out a byte order mark
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r?\n/);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UsageError(`the file "${file}" is not UTF-8; save it as UTF-8`);
    throw new UsageError(`the file cannot be read (${message}); correct its name`);
  }
}
