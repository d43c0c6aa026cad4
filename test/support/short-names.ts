/** Finds members in stored and sent texts whose names the build has made short: no other version would know them. */
import { gunzipSync } from 'node:zlib';

/** The short names that the sources themselves give to what is stored or sent. */
const OWN = new Set(['at', 'by', 'id', 'ms', 'ok']);
const SHORT_KEY = /(?<!\\)"([A-Za-z_$]{1,2})":/g;
/** As gzip begins in base64. */
const COMPRESSED = /H4sI[\w+/]+=*/g;

export function shortNamesIn(texts: readonly string[]): string[] {
  const plain = texts.flatMap((text) => [
    text,
    ...[...text.matchAll(COMPRESSED)].map(([found]) => unzipped(found)),
  ]);
  const names = plain.flatMap((text) => [...text.matchAll(SHORT_KEY)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !OWN.has(name));
}

/** Of a text in several pieces, what the first one holds is enough. */
function unzipped(text: string): string {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { finishFlush: 2 }).toString();
  } catch {
    return '';
  }
}
