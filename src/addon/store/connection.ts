/** The connection: the service's address and the key for it, stored and forgotten as one pair. */
import type { Connection } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

/** A connection with the name of whoever pays by it: what one payer fetched is not shown to another. */
export interface StoredConnection extends Connection {
  /** Digest of the pair; says nothing about the key. */
  readonly payer: string;
}

export interface ConnectionStore {
  /** @throws NO_KEY when nothing is stored */
  require(): StoredConnection;
  find(): StoredConnection | undefined;
  /** @throws BAD_INPUT for an address or a key that cannot be used; then nothing is stored */
  save(connection: unknown): StoredConnection;
  forget(): void;
}

const PROPERTY = 'connection';

/** In a custom function the user properties are those of the spreadsheet's owner, so the owner's pair answers and pays. */
export function createConnectionStore(platform: Platform): ConnectionStore {
  function find(): StoredConnection | undefined {
    const text = platform.userProperties.get(PROPERTY);
    if (text === null) return undefined;
    try {
      const { baseUrl, apiKey, payer } = JSON.parse(text) as Partial<StoredConnection>;
      return baseUrl && apiKey && payer ? { baseUrl, apiKey, payer } : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    find,
    require() {
      const connection = find();
      if (!connection) throw errors.noKey();
      return connection;
    },
    save(connection) {
      const { baseUrl, apiKey } = Object(connection) as Readonly<Record<string, unknown>>;
      const pair = { baseUrl: checkAddress(baseUrl), apiKey: checkKey(apiKey) };
      const stored = { ...pair, payer: platform.sha256(`${pair.baseUrl}\n${pair.apiKey}`).slice(0, 24) };
      platform.userProperties.set(PROPERTY, JSON.stringify(stored));
      return stored;
    },
    forget: () => platform.userProperties.remove(PROPERTY),
  };
}

const HOST =
  '(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]{2,}|localhost|\\d+\\.\\d+\\.\\d+\\.\\d+|\\[[0-9a-f:]+\\]';
const ADDRESS = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?(/[A-Za-z0-9._~%/-]*)?$`, 'i');
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** https anywhere; http only to the machine itself, where the sandbox runs its service. */
function checkAddress(address: unknown): string {
  const text = typeof address === 'string' ? address.trim().replace(/\/+$/, '') : '';
  const [, scheme = '', host = '', port = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (scheme === '' || text.length > 300) throw errors.badAddress();
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(host)) throw errors.badAddress();
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${port}${path}`;
}

function checkKey(key: unknown): string {
  const text = typeof key === 'string' ? key.trim() : '';
  // printable ASCII only: anything else could not stand in a header
  if (!/^[!-~]{8,512}$/.test(text)) throw errors.badKeyText();
  return text;
}
