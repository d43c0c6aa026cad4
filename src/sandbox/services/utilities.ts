/** Utilities and blobs. Scripts have no libraries, so the host computes. Bytes are Java's: -128 to 127. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { isIntegerIn } from '../../contract/json.js';
import { namesOf, serviceOf, tableOf } from './define.js';

/** The largest blob of Apps Script. */
const MAX_BLOB_BYTES = 50 * 1024 * 1024;
const DIGESTS = namesOf('SHA_256');
const CHARSETS = { UTF_8: 'UTF-8' };

/** Identified by its bytes; names and types are not emulated. */
const BLOB = tableOf<GoogleAppsScript.Base.Blob, { readonly bytes: Buffer }>('Blob', {
  getBytes: ({ bytes }) => signedBytes(bytes),
  getDataAsString: ({ bytes }, charset = 'UTF-8') => new TextDecoder(charset).decode(bytes),
});

const UTILITIES = serviceOf<GoogleAppsScript.Utilities.Utilities>('Utilities', {
  DigestAlgorithm: DIGESTS,
  Charset: CHARSETS,
  // the call takes as long as the sleep
  sleep: { latencyMs: 0, handle: ({ signal }, milliseconds) => sleep(milliseconds, undefined, { signal }) },
  getUuid: () => randomUUID(),
  newBlob: { local: true, handle: (_call, value) => BLOB.open({ bytes: bytesOf('newBlob', value) }) },
  computeDigest(_call, algorithm, text, charset) {
    if (algorithm !== DIGESTS.SHA_256 || typeof text !== 'string' || charset !== CHARSETS.UTF_8)
      throw new Error('Utilities.computeDigest is only emulated for SHA_256 of a text in UTF_8');
    return signedBytes(createHash('sha256').update(text).digest());
  },
  computeHmacSha256Signature(_call, value, key) {
    // texts are in ASCII unless the script says otherwise, which is not emulated
    const ascii = (one: unknown) => (typeof one === 'string' ? one.replace(/\P{ASCII}/gu, '?') : one);
    const [text, secret] = [value, key].map((one) => bytesOf('computeHmacSha256Signature', ascii(one)));
    return signedBytes(createHmac('sha256', secret!).update(text!).digest());
  },
  base64Encode: (_call, value) => bytesOf('base64Encode', value).toString('base64'),
  base64Decode(_call, text) {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('Could not decode string.');
    return signedBytes(Buffer.from(text, 'base64'));
  },
  gzip: async (_call, blob) => BLOB.open({ bytes: await promisify(zlib.gzip)(bytesOf('gzip', blob)) }),
  async ungzip(_call, blob) {
    const inflated = promisify(zlib.gunzip)(bytesOf('ungzip', blob), { maxOutputLength: MAX_BLOB_BYTES });
    const bytes = await inflated.catch(() => Promise.reject(new Error('Could not decompress gzip.')));
    return BLOB.open({ bytes });
  },
});

export const UTILITY_TABLES = [BLOB, UTILITIES];

/** Returns the bytes of a blob, an array of signed bytes or a text. @throws for other values */
function bytesOf(method: string, value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (Array.isArray(value) && value.every((one) => isIntegerIn(one, -128, 127)))
    return Buffer.from(Int8Array.from(value).buffer);
  return BLOB.argument(value, `Utilities.${method}`).bytes;
}

function signedBytes(buffer: Uint8Array): number[] {
  return [...Int8Array.from(buffer)];
}
