/** The arguments of digests and signatures: which go together, and US-ASCII where no character set is named. */
import type { Binary } from '../bridge/operations.js';
import { wrongSignature } from './arguments.js';
import { binaryOf } from './blob.js';
import { namesOf } from './define.js';
import { Exception } from './exception.js';

export const DIGESTS = namesOf('MD5', 'SHA_1', 'SHA_256', 'SHA_384', 'SHA_512');
export const CHARSETS = { US_ASCII: 'US-ASCII', UTF_8: 'UTF-8' };

/** Of computeDigest. @throws for arguments that do not go together */
export function digestArguments(args: readonly unknown[]): readonly [algorithm: string, value: Binary] {
  const [algorithm, value, ...rest] = args;
  const isKnown = typeof algorithm === 'string' && algorithm in DIGESTS;
  const [content] = (isKnown && encoded([value], rest)) || [];
  if (!content) throw wrongSignature('Utilities.computeDigest', args);
  return [algorithm as string, content];
}

/** Of computeHmacSha256Signature. @throws for arguments that do not go together */
export function signatureArguments(args: readonly unknown[]): readonly [value: Binary, key: Binary] {
  const [value, key, ...rest] = args;
  const [content, secret] = encoded([value, key], rest) ?? [];
  if (!content || !secret) throw wrongSignature('Utilities.computeHmacSha256Signature', args);
  return [content, secret];
}

/** Texts with or without a character set, or bytes without one; undefined for anything else, and for a mixture. */
function encoded(values: readonly unknown[], rest: readonly unknown[]): Binary[] | undefined {
  const [charset] = rest;
  const isKnown = charset === undefined || Object.values<unknown>(CHARSETS).includes(charset);
  if (rest.length > 1 || !isKnown) return undefined;
  if (values.every((value) => typeof value === 'string')) {
    return values.map((text) => ({ text: charset === CHARSETS.UTF_8 ? text : inAscii(text) }));
  }
  if (charset !== undefined || !values.every(Array.isArray)) return undefined;
  return values.map((value) => {
    const bytes = binaryOf(value);
    if (!bytes) throw new Exception(`Cannot convert ${String(value)} to byte[].`);
    return bytes;
  });
}

/** As Java encodes it: what US-ASCII does not have becomes a question mark. */
function inAscii(text: string): string {
  return Array.from(text, (letter) => (letter.charCodeAt(0) < 128 ? letter : '?')).join('');
}
