/** Utilities and blobs. Scripts have no libraries, so the host computes. Bytes are Java's: -128 to 127. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { dataOf, local, namesOf, Remote, recorded, serviceOf, tableOf, wrongSignature } from './define.js';

/** The largest blob of Apps Script. */
const MAX_BLOB_BYTES = 50 * 1024 * 1024;
const MAX_SLEEP_MS = 300_000;
const DIGESTS = namesOf('SHA_256');
const CHARSETS = { UTF_8: 'UTF-8' };

/** The bytes of a blob. Names and types are not emulated. */
interface Content {
  readonly bytes: Buffer;
}

const BLOB = tableOf<GoogleAppsScript.Base.Blob, Content>('Blob', {
  getBytes: ({ bytes }) => signedBytes(bytes),
  getDataAsString: ({ bytes }, charset = 'UTF-8') => new TextDecoder(charset).decode(bytes),
});

const UTILITIES = serviceOf<GoogleAppsScript.Utilities.Utilities & LooseSignatures>('Utilities', {
  DigestAlgorithm: DIGESTS,
  Charset: CHARSETS,
  sleep({ signal }, milliseconds) {
    if (!(milliseconds >= 0 && milliseconds <= MAX_SLEEP_MS))
      throw new Error('Invalid argument: milliseconds');
    return sleep(milliseconds, undefined, { signal });
  },
  getUuid: () => randomUUID(),
  newBlob: local((_call, value) => blobOf(bytesOf('newBlob', value))),
  computeDigest(_call, algorithm, text, charset) {
    if (algorithm !== DIGESTS.SHA_256 || typeof text !== 'string' || charset !== CHARSETS.UTF_8)
      throw new Error('Utilities.computeDigest is only emulated for SHA_256 of a text in UTF_8');
    return signedBytes(createHash('sha256').update(text).digest());
  },
  computeHmacSha256Signature: recorded('Utilities.computeHmac', (_call, value, key, ...rest) => {
    if (!Array.isArray(value) || !Array.isArray(key) || rest.length > 0)
      throw new Error('Utilities.computeHmacSha256Signature is only emulated for bytes');
    const [text, secret] = [value, key].map((one) => bytesOf('computeHmacSha256Signature', one));
    return signedBytes(createHmac('sha256', secret!).update(text!).digest());
  }),
  base64Encode: (_call, value) => bytesOf('base64Encode', value).toString('base64'),
  base64Decode(_call, text) {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('Could not decode string.');
    return signedBytes(Buffer.from(text, 'base64'));
  },
  gzip: async (_call, blob) => blobOf(await promisify(zlib.gzip)(bytesOf('gzip', blob))),
  async ungzip(_call, blob) {
    const packed = bytesOf('ungzip', blob);
    try {
      return blobOf(await promisify(zlib.gunzip)(packed, { maxOutputLength: MAX_BLOB_BYTES }));
    } catch {
      throw new Error('Could not decompress gzip.');
    }
  },
});

export const UTILITY_TABLES = [BLOB, UTILITIES];

/** Untyped arguments, which this file checks, because scripts have no types. */
interface LooseSignatures {
  newBlob(value: unknown): GoogleAppsScript.Base.Blob;
  computeDigest(...args: readonly unknown[]): number[];
  computeHmacSha256Signature(...args: readonly unknown[]): number[];
  base64Encode(value: unknown): string;
}

/** Returns the bytes of a blob, an array of signed bytes or a text. @throws for other values */
function bytesOf(method: string, value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (Array.isArray(value) && value.every(isSignedByte)) return Buffer.from(Int8Array.from(value).buffer);
  const content = dataOf<Content>(BLOB.kind, value);
  if (!content) throw wrongSignature(`Utilities.${method}`, [value]);
  return content.bytes;
}

function isSignedByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -128 && (value as number) <= 127;
}

function blobOf(bytes: Buffer): Remote {
  return new Remote(BLOB, { bytes } satisfies Content);
}

function signedBytes(buffer: Uint8Array): number[] {
  return [...Int8Array.from(buffer)];
}
