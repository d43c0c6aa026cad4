/** Bytes in scripts: signed numbers, base64, or the UTF-8 of a text. */
import type { Binary } from '../bridge/operations.js';

export function bufferOf(binary: Binary): Buffer {
  if ('text' in binary) return Buffer.from(binary.text);
  if ('base64' in binary) return Buffer.from(binary.base64, 'base64');
  return Buffer.from(Int8Array.from(binary.bytes).buffer);
}

/** Java's bytes: from -128 to 127. */
export function signedBytes(buffer: Uint8Array): number[] {
  return [...Int8Array.from(buffer)];
}
