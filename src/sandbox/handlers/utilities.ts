/** Utilities and blobs. Scripts have no libraries, so the host computes. Bytes are Java's: -128 to 127. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Binary } from '../bridge/operations.js';
import { BLOB } from '../methods/blob.js';
import { UTILITIES } from '../methods/utilities.js';
import { type Service, serviceOf } from './dispatch.js';

/** The largest blob of Apps Script. */
const MAX_BLOB_BYTES = 50 * 1024 * 1024;

export const UTILITIES_SERVICES: readonly Service[] = [
  serviceOf(UTILITIES, {
    sleep: ({ signal }, milliseconds) => sleep(milliseconds, undefined, { signal }),
    computeDigest: (_caller, value) => signedBytes(createHash('sha256').update(bufferOf(value)).digest()),
    computeHmac: (_caller, value, key) =>
      signedBytes(createHmac('sha256', bufferOf(key)).update(bufferOf(value)).digest()),
    gzip: async (_caller, value) => (await promisify(zlib.gzip)(bufferOf(value))).toString('base64'),
    ungzip: async (_caller, value) => {
      try {
        const unpacked = await promisify(zlib.gunzip)(bufferOf(value), { maxOutputLength: MAX_BLOB_BYTES });
        return unpacked.toString('base64');
      } catch {
        throw new Error('Could not decompress gzip.');
      }
    },
    base64Encode: (_caller, value) => bufferOf(value).toString('base64'),
    base64Decode: (_caller, text) => {
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('Could not decode string.');
      return signedBytes(Buffer.from(text, 'base64'));
    },
    getUuid: () => randomUUID(),
  }),
  serviceOf(BLOB, {
    getBytes: (_caller, value) => signedBytes(bufferOf(value)),
    getDataAsString: (_caller, value, charset) => new TextDecoder(charset).decode(bufferOf(value)),
  }),
];

function bufferOf(binary: Binary): Buffer {
  if ('text' in binary) return Buffer.from(binary.text);
  if ('base64' in binary) return Buffer.from(binary.base64, 'base64');
  return Buffer.from(Int8Array.from(binary.bytes).buffer);
}

function signedBytes(buffer: Uint8Array): number[] {
  return [...Int8Array.from(buffer)];
}
