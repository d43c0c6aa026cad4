/**
 * The connection: the service's address and the key for it, stored and forgotten as one pair. A person's own pair is in
 * their user properties; a pair lent to one spreadsheet is in the document's, with who lent it and on what terms.
 */
import type { Connection } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { checkAddress, checkKey, checkTerms } from './connection-input.js';
import { knownPersonName, personName } from './person.js';

/** A connection with the name of whoever pays by it: what one payer fetched is not shown to another. */
export interface StoredConnection extends Connection {
  /** Digest of the pair; says nothing about the key. */
  readonly payer: string;
  /** Most credits a day, where the pair is lent to the spreadsheet. */
  readonly dailyCap?: number;
}

/** A pair lent to one spreadsheet. */
export interface SharedConnection extends StoredConnection {
  readonly dailyCap: number;
  /** The payer's name for colleagues. */
  readonly owner: string;
  /** The person who lent it, by a random name. */
  readonly person: string;
  /** The spreadsheet that it was lent to: a copy has another id. */
  readonly spreadsheetId: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
}

export interface ConnectionStore {
  /**
   * The pair to ask with: the one lent to this spreadsheet, else the person's own. In a custom function the person is
   * the spreadsheet's owner.
   * @throws NO_KEY when there is neither
   */
  require(): StoredConnection;
  /**
   * The same for a custom function. It leaves a note of whose pair formulas found, because the sidebar of anybody but
   * the owner cannot look where they look.
   * @throws NO_KEY
   */
  requireForFormula(): StoredConnection;
  /** Payer of the pair that formulas found last, empty when they found none; undefined when none has run. */
  seenByFormulas(): string | undefined;
  /** The person's own pair. */
  find(): StoredConnection | undefined;
  /** The lent pair, also one that came here with a copy of another spreadsheet and is never used. */
  findShared(): SharedConnection | undefined;
  /** Whether a lent pair is for this very spreadsheet. */
  isHere(shared: SharedConnection): boolean;
  /** Whether the person at the screen lent it. */
  isMine(shared: SharedConnection): boolean;
  /**
   * An empty key stands for the stored one if the address is unchanged. A pair that the person lent to this
   * spreadsheet is replaced too.
   * @throws BAD_INPUT for an address or a key that cannot be used; then nothing is stored
   */
  save(connection: unknown): StoredConnection;
  /** Takes back what the person lent to this spreadsheet, too. */
  forget(): void;
  /**
   * Lends the person's own pair, in place of any other: a colleague who has left must not block the spreadsheet.
   * @throws NO_KEY without a pair of one's own; BAD_INPUT for other terms than a name and a cap
   */
  share(terms: unknown): SharedConnection;
  /** @throws BAD_INPUT when somebody else lent it */
  unshare(): void;
}

const OWN = 'connection';
const SHARED = 'shared-connection';
const SEEN = 'formula-payer';

export function createConnectionStore(platform: Platform): ConnectionStore {
  function find(): StoredConnection | undefined {
    return parsePair(platform.userProperties.get(OWN));
  }

  function findShared(): SharedConnection | undefined {
    const text = platform.documentProperties?.get(SHARED) ?? null;
    const pair = parsePair(text);
    if (!pair || text === null) return undefined;
    const { dailyCap, owner, person, spreadsheetId, sharedAt } = JSON.parse(
      text,
    ) as Partial<SharedConnection>;
    if (!owner || !person || !spreadsheetId || typeof dailyCap !== 'number') return undefined;
    return { ...pair, dailyCap, owner, person, spreadsheetId, sharedAt: sharedAt ?? 0 };
  }

  const isHere = (shared: SharedConnection) => shared.spreadsheetId === platform.spreadsheet.id();
  const isMine = (shared: SharedConnection) => shared.person === knownPersonName(platform);

  function inForce(): StoredConnection | undefined {
    const shared = findShared();
    return shared && isHere(shared) ? shared : find();
  }

  function mineHere(): SharedConnection | undefined {
    const shared = findShared();
    return shared && isHere(shared) && isMine(shared) ? shared : undefined;
  }

  /**
   * After a change of the person's own pair: until the next formula looks, nobody knows whether that is what it finds,
   * unless it has found somebody else's.
   */
  function forgetSeen(old: StoredConnection | undefined): void {
    const seen = platform.documentProperties?.get(SEEN);
    if (seen === '' || (seen && seen === old?.payer)) platform.documentProperties?.remove(SEEN);
  }

  function writeShared(shared: SharedConnection): void {
    const { documentProperties } = platform;
    if (!documentProperties) throw errors.noDocument();
    documentProperties.set(SHARED, JSON.stringify(shared));
  }

  return {
    find,
    findShared,
    isHere,
    isMine,
    require() {
      const connection = inForce();
      if (!connection) throw errors.noKey();
      return connection;
    },
    requireForFormula() {
      const connection = inForce();
      const payer = connection?.payer ?? '';
      const { documentProperties } = platform;
      if (documentProperties && documentProperties.get(SEEN) !== payer) documentProperties.set(SEEN, payer);
      if (!connection) throw errors.noKey();
      return connection;
    },
    seenByFormulas: () => platform.documentProperties?.get(SEEN) ?? undefined,
    save(connection) {
      const { baseUrl, apiKey } = Object(connection) as Readonly<Record<string, unknown>>;
      const address = checkAddress(baseUrl);
      const old = find();
      // the key was given for one address: it does not follow to another
      const kept = old?.baseUrl === address && apiKey === '' ? old.apiKey : undefined;
      const stored = pairOf(platform, address, kept ?? checkKey(apiKey));
      const lent = mineHere();
      platform.userProperties.set(OWN, JSON.stringify(stored));
      if (lent) writeShared({ ...lent, ...stored });
      forgetSeen(old);
      return stored;
    },
    forget() {
      // the lent pair first: whatever happens between the two, nothing is spent any more
      if (mineHere()) platform.documentProperties?.remove(SHARED);
      const old = find();
      platform.userProperties.remove(OWN);
      forgetSeen(old);
    },
    share(terms) {
      const checked = checkTerms(terms);
      const own = find();
      if (!own) throw errors.noKeyToShare();
      const shared: SharedConnection = {
        ...own,
        ...checked,
        person: personName(platform),
        spreadsheetId: platform.spreadsheet.id(),
        sharedAt: platform.clock.now(),
      };
      writeShared(shared);
      return shared;
    },
    unshare() {
      const shared = findShared();
      if (shared && isHere(shared) && !isMine(shared)) throw errors.notYours(shared.owner);
      platform.documentProperties?.remove(SHARED);
    },
  };
}

function parsePair(text: string | null): StoredConnection | undefined {
  if (text === null) return undefined;
  try {
    const { baseUrl, apiKey, payer } = JSON.parse(text) as Partial<StoredConnection>;
    return baseUrl && apiKey && payer ? { baseUrl, apiKey, payer } : undefined;
  } catch {
    return undefined;
  }
}

function pairOf(platform: Platform, baseUrl: string, apiKey: string): StoredConnection {
  return { baseUrl, apiKey, payer: platform.sha256(`${baseUrl}\n${apiKey}`).slice(0, 24) };
}
