/** Utilities. */

import type { Binary } from '../bridge/operations.js';
import type { BlobFactory } from './blob.js';
import { CHARSETS, createDigests, DIGESTS, MACS } from './digests.js';
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import { type ServiceContext, wrongSignature } from './services.js';

const MAX_SLEEP_MS = 300_000;

export function createUtilities({ call }: ServiceContext, blobs: BlobFactory) {
  const binary = (method: string, value: unknown): Binary => {
    const content = blobs.binaryOf(value);
    if (!content) throw wrongSignature(`Utilities.${method}`, [value]);
    return content;
  };
  return strict('Utilities', {
    DigestAlgorithm: strict('DigestAlgorithm', DIGESTS),
    MacAlgorithm: strict('MacAlgorithm', MACS),
    Charset: strict('Charset', CHARSETS),
    sleep(milliseconds: number) {
      if (!(milliseconds >= 0 && milliseconds <= MAX_SLEEP_MS))
        throw new Exception('Invalid argument: milliseconds');
      call('Utilities.sleep', milliseconds);
    },
    getUuid: () => call('Utilities.getUuid'),
    newBlob(data: unknown, contentType?: string | null, name?: string | null) {
      return blobs.create(
        binary('newBlob', data),
        contentType ?? (typeof data === 'string' ? 'text/plain' : null),
        name,
      );
    },
    ...createDigests(call, blobs.binaryOf),
    base64Encode: (value: unknown, _charset?: string) =>
      call('Utilities.base64Encode', binary('base64Encode', value)),
    base64Decode: (text: string, _charset?: string) => call('Utilities.base64Decode', String(text)),
    gzip: (blob: unknown, name?: string) =>
      blobs.create(
        { base64: call('Utilities.gzip', binary('gzip', blob)) },
        'application/x-gzip',
        name || blobs.nameOf(blob) || 'archive.gz',
      ),
    ungzip: (blob: unknown) =>
      blobs.create(
        { base64: call('Utilities.ungzip', binary('ungzip', blob)) },
        null,
        blobs.nameOf(blob)?.replace(/\.gz$/, ''),
      ),
  });
}
