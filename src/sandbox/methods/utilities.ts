/** Utilities: functions for which scripts have no library. */
import type { Binary } from '../bridge/operations.js';
import { BLOB, binaryOf, type Content } from './blob.js';
import { type MethodContext, namesOf, tableOf } from './define.js';
import { Exception, wrongSignature } from './exception.js';

const MAX_SLEEP_MS = 300_000;
const DIGESTS = namesOf('SHA_256');
const CHARSETS = { UTF_8: 'UTF-8' };

export const UTILITIES = tableOf<GoogleAppsScript.Utilities.Utilities & LooseSignatures>({
  kind: 'Utilities',
  constants: { DigestAlgorithm: DIGESTS, Charset: CHARSETS },
})({
  sleep: {
    toArguments: (_data, milliseconds) => {
      if (!(milliseconds >= 0 && milliseconds <= MAX_SLEEP_MS))
        throw new Exception('Invalid argument: milliseconds');
      return [milliseconds] as const;
    },
    // the call takes as long as the sleep
    latencyMs: 0,
  },
  getUuid: {},
  newBlob: {
    inRealm: ({ open }, _data, value) => open(BLOB, { content: binary('newBlob', value) } satisfies Content),
  },
  computeDigest: {
    toArguments(_data, algorithm, text, charset) {
      if (algorithm !== DIGESTS.SHA_256 || typeof text !== 'string' || charset !== CHARSETS.UTF_8)
        throw new Error('Utilities.computeDigest is only emulated for SHA_256 of a text in UTF_8');
      return [{ text }] as const;
    },
  },
  computeHmacSha256Signature: {
    operation: 'computeHmac',
    toArguments(_data, value, key, ...rest) {
      if (!Array.isArray(value) || !Array.isArray(key) || rest.length > 0)
        throw new Error('Utilities.computeHmacSha256Signature is only emulated for bytes');
      return [
        binary('computeHmacSha256Signature', value),
        binary('computeHmacSha256Signature', key),
      ] as const;
    },
  },
  base64Encode: { toArguments: (_data, value) => [binary('base64Encode', value)] as const },
  base64Decode: { toArguments: (_data, text) => [String(text)] as const },
  gzip: { toArguments: (_data, blob) => [binary('gzip', blob)] as const, fromAnswer: blobOf },
  ungzip: { toArguments: (_data, blob) => [binary('ungzip', blob)] as const, fromAnswer: blobOf },
});

/** Untyped arguments, which this file checks, because scripts have no types. */
interface LooseSignatures {
  newBlob(value: unknown): GoogleAppsScript.Base.Blob;
  computeDigest(...args: readonly unknown[]): number[];
  computeHmacSha256Signature(...args: readonly unknown[]): number[];
  base64Encode(value: unknown): string;
}

function binary(method: string, value: unknown): Binary {
  const content = binaryOf(value);
  if (!content) throw wrongSignature(`Utilities.${method}`, [value]);
  return content;
}

function blobOf(base64: string, { open }: MethodContext) {
  return open(BLOB, { content: { base64 } } satisfies Content);
}
