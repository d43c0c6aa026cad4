/** Reads the physical lines of a text file: streamed, strictly decoded, each with its number. */
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';

export interface PhysicalLine {
  /** From 1. */
  readonly line: number;
  /** Without its line break; shortened to MAX_LINE_LENGTH. */
  readonly text: string;
  /** The line break after it; empty at the end of the file. */
  readonly ending: string;
}

/** Enough for a large group with its companies. */
export const MAX_LINE_LENGTH = 5_000_000;

/** @throws an Error if the file is not UTF-8 */
export async function* readLines(file: string): AsyncGenerator<PhysicalLine> {
  // a carriage return at the end may be the first half of a line break
  const lineEnd = /\r\n|\n|\r(?!$)/g;
  let rest = '';
  let line = 0;
  for await (const text of decoded(file, () => line)) {
    lineEnd.lastIndex = Math.max(0, rest.length - 1);
    rest += text;
    let start = 0;
    for (let end = lineEnd.exec(rest); end; end = lineEnd.exec(rest)) {
      line += 1;
      yield { line, text: rest.slice(start, end.index), ending: end[0] };
      start = lineEnd.lastIndex;
    }
    // a line that is too long is rejected anyway and must not fill the memory
    rest = rest.slice(start, start + MAX_LINE_LENGTH + 1);
  }
  if (rest !== '') yield { line: line + 1, text: rest.replace(/\r$/, ''), ending: '' };
}

async function* decoded(file: string, linesSoFar: () => number): AsyncGenerator<string> {
  // a lenient decoder would permanently store replacement characters
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1 << 20 });
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new Error(`${file} is not UTF-8 text somewhere after line ${linesSoFar()}: save it as UTF-8`);
  }
}
