/** Digests and signatures of Utilities: which arguments go together, and US-ASCII where no character set is named. */
import type { Binary } from '../bridge/operations.js';
import { Exception } from './exception.js';
import { type Call, wrongSignature } from './services.js';

export const DIGESTS = {
  MD2: 'MD2',
  MD5: 'MD5',
  SHA_1: 'SHA_1',
  SHA_256: 'SHA_256',
  SHA_384: 'SHA_384',
  SHA_512: 'SHA_512',
};
export const MACS = {
  HMAC_MD5: 'HMAC_MD5',
  HMAC_SHA_1: 'HMAC_SHA_1',
  HMAC_SHA_256: 'HMAC_SHA_256',
  HMAC_SHA_384: 'HMAC_SHA_384',
  HMAC_SHA_512: 'HMAC_SHA_512',
};
export const CHARSETS = { US_ASCII: 'US-ASCII', UTF_8: 'UTF-8' };

/** @param binaryOf the bytes of anything that has some */
export function createDigests(call: Call, binaryOf: (value: unknown) => Binary | undefined) {
  /** Texts with or without a character set, or bytes without one; undefined for anything else, and for a mixture. @throws for arrays of anything but bytes */
  function encoded(values: readonly unknown[], rest: readonly unknown[]): Binary[] | undefined {
    const [charset] = rest;
    if (rest.length > 1 || (charset !== undefined && !Object.values<unknown>(CHARSETS).includes(charset))) {
      return undefined;
    }
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

  function compute(table: object, [algorithm, ...given]: readonly unknown[]): number[] | undefined {
    const texts = table === MACS ? 2 : 1;
    if (typeof algorithm !== 'string' || !Object.values(table).includes(algorithm)) return undefined;
    if (given.length < texts) return undefined;
    const [value, key] = encoded(given.slice(0, texts), given.slice(texts)) ?? [];
    if (!value) return undefined;
    if (!key) return call('Utilities.computeDigest', algorithm, value);
    return call('Utilities.computeHmac', algorithm, value, key);
  }

  const checked =
    (table: object, method: string, ...before: readonly unknown[]) =>
    (...args: readonly unknown[]): number[] => {
      const result = compute(table, [...before, ...args]);
      if (!result) throw wrongSignature(`Utilities.${method}`, args);
      return result;
    };

  return {
    computeDigest: checked(DIGESTS, 'computeDigest'),
    computeHmacSignature: checked(MACS, 'computeHmacSignature'),
    computeHmacSha256Signature: checked(MACS, 'computeHmacSha256Signature', MACS.HMAC_SHA_256),
  };
}

/** As Java encodes it: what US-ASCII does not have becomes a question mark. */
function inAscii(text: string): string {
  return Array.from(text, (letter) => (letter.charCodeAt(0) < 128 ? letter : '?')).join('');
}
