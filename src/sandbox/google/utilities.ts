/** Utilities: functions of the host for scripts, which have no libraries. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { BLOB } from '../services/blob.js';
import type { HandlersOf } from '../services/define.js';
import type { UTILITIES } from '../services/utilities.js';
import { bufferOf, signedBytes } from './binary.js';
import type { Caller } from './handlers.js';

export const UTILITIES_HANDLERS: HandlersOf<Caller, typeof UTILITIES> = {
  sleep: (_caller, milliseconds) => sleep(milliseconds),
  // `SHA_256` is `sha256` in Node
  computeDigest: (_caller, algorithm, value) =>
    signedBytes(createHash(algorithm.replace('_', '').toLowerCase()).update(bufferOf(value)).digest()),
  computeHmac: (_caller, value, key) =>
    signedBytes(createHmac('sha256', bufferOf(key)).update(bufferOf(value)).digest()),
  gzip: async (_caller, value) => (await promisify(zlib.gzip)(bufferOf(value))).toString('base64'),
  ungzip: async (_caller, value) => {
    try {
      return (await promisify(zlib.gunzip)(bufferOf(value))).toString('base64');
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
};

export const BLOB_HANDLERS: HandlersOf<Caller, typeof BLOB> = {
  getBytes: (_caller, value) => signedBytes(bufferOf(value)),
  getDataAsString: (_caller, value, charset) => new TextDecoder(charset).decode(bufferOf(value)),
};
