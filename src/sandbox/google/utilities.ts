/** Utilities: functions of the host for scripts, which have no libraries. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { bufferOf, signedBytes } from './binary.js';
import type { Handlers, OperationsOf } from './handlers.js';

export function createUtilities(): Handlers<OperationsOf<'Utilities'> | OperationsOf<'Blob'>> {
  return {
    'Utilities.sleep': async (_caller, milliseconds) => {
      await sleep(milliseconds);
    },
    'Utilities.computeDigest': (_caller, algorithm, value) =>
      signedBytes(createHash(nameOf(algorithm)).update(bufferOf(value)).digest()),
    'Utilities.computeHmac': (_caller, algorithm, value, key) =>
      signedBytes(createHmac(nameOf(algorithm), bufferOf(key)).update(bufferOf(value)).digest()),
    'Utilities.gzip': async (_caller, value) =>
      (await promisify(zlib.gzip)(bufferOf(value))).toString('base64'),
    'Utilities.ungzip': async (_caller, value) => {
      try {
        return (await promisify(zlib.gunzip)(bufferOf(value))).toString('base64');
      } catch {
        throw new Error('Could not decompress gzip.');
      }
    },
    'Utilities.base64Encode': (_caller, value) => bufferOf(value).toString('base64'),
    'Utilities.base64Decode': (_caller, text) => {
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error('Could not decode string.');
      return signedBytes(Buffer.from(text, 'base64'));
    },
    'Utilities.getUuid': () => randomUUID(),
    'Blob.getBytes': (_caller, value) => signedBytes(bufferOf(value)),
    'Blob.getDataAsString': (_caller, value, charset) => new TextDecoder(charset).decode(bufferOf(value)),
  };
}

/** `SHA_256` and `HMAC_SHA_256` are `sha256` in Node. */
function nameOf(algorithm: string): string {
  return algorithm
    .replace(/^HMAC_/, '')
    .replace('_', '')
    .toLowerCase();
}
