/** Blobs: bytes with a name and a type, from Utilities.newBlob and UrlFetchApp. */
import type { Binary } from '../bridge/operations.js';
import { strict } from './not-emulated.js';
import type { Call } from './services.js';

export interface Blob {
  getBytes(): number[];
  getDataAsString(charset?: string): string;
  getContentType(): string | null;
  setContentType(contentType: string): Blob;
  getName(): string | null;
  setName(name: string): Blob;
}

export interface BlobFactory {
  create(content: Binary, contentType?: string | null, name?: string | null): Blob;
  /** The bytes of a blob, of an array of signed bytes, or of a text; undefined for anything else. */
  binaryOf(value: unknown): Binary | undefined;
  contentTypeOf(value: unknown): string | null;
  nameOf(value: unknown): string | null;
}

export function createBlobFactory(call: Call): BlobFactory {
  const contents = new WeakMap<object, Binary>();
  const create = (content: Binary, type: string | null = null, title: string | null = null): Blob => {
    let contentType = type;
    let name = title;
    const blob: Blob = strict<Blob>('Blob', {
      getBytes: () => call('Blob.getBytes', content),
      getDataAsString: (charset = 'UTF-8') => call('Blob.getDataAsString', content, charset),
      getContentType: () => contentType,
      setContentType(value) {
        contentType = value;
        return blob;
      },
      getName: () => name,
      setName(value) {
        name = value;
        return blob;
      },
    });
    contents.set(blob, content);
    return blob;
  };
  const isBlob = (value: unknown): value is Blob =>
    typeof value === 'object' && value !== null && contents.has(value);
  return {
    create,
    binaryOf(value) {
      if (typeof value === 'string') return { text: value };
      if (isBlob(value)) return contents.get(value);
      if (Array.isArray(value) && value.every(isSignedByte)) return { bytes: value };
      return undefined;
    },
    contentTypeOf: (value) => (isBlob(value) ? value.getContentType() : null),
    nameOf: (value) => (isBlob(value) ? value.getName() : null),
  };
}

function isSignedByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -128 && (value as number) <= 127;
}
