/**
 * The connection: the service's address and the key for it, stored and removed as one pair. A person's own pair is in
 * their user properties; a pair shared with one spreadsheet is in the document's, with its owner and the terms.
 */
import { asFields, objectOf, readJson } from '../../contract/json.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { checkAddress, checkKey, checkTerms } from './connection-input.js';
import { knownPersonName, personName } from './person.js';

/** A connection with the name of its payer: an answer that one payer fetched is not shown to another. */
export interface StoredConnection extends Connection {
  /** Digest of the pair; says nothing about the key. */
  readonly payer: string;
  /** Maximum credits per day, if the pair is shared with the spreadsheet. */
  readonly dailyCap?: number;
}

/** A pair shared with one spreadsheet. */
export interface SharedConnection extends StoredConnection {
  readonly dailyCap: number;
  /** The payer's name for colleagues. */
  readonly owner: string;
  /** The person who shares it, by a random name. */
  readonly person: string;
  /** The spreadsheet that it is shared with: a copy has another id. */
  readonly spreadsheetId: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
}

export interface ConnectionStore {
  /**
   * The pair for requests: the one shared with this spreadsheet, else the person's own. In a custom function the person is
   * the spreadsheet's owner.
   * @throws NO_KEY when there is neither
   */
  require(): StoredConnection;
  /**
   * The same for a custom function. It stores the payer that formulas found, because only the owner's sidebar can read
   * the owner's properties.
   * @throws NO_KEY
   */
  requireForFormula(): StoredConnection;
  /** Payer of the pair that formulas found last, empty when they found none; undefined when none has run. */
  seenByFormulas(): string | undefined;
  /** The person's own pair. */
  find(): StoredConnection | undefined;
  /** The shared pair, also one that came with a copy of another spreadsheet and is never used. */
  findShared(): SharedConnection | undefined;
  /** Whether a shared pair is for this spreadsheet. */
  isHere(shared: SharedConnection): boolean;
  /** Whether the current user shares it. */
  isMine(shared: SharedConnection): boolean;
  /**
   * An empty key stands for the stored one if the address is unchanged. A pair that the person shares with this
   * spreadsheet is replaced, too.
   * @throws BAD_INPUT for an address or a key that cannot be used; then nothing is stored
   */
  save(connection: unknown): StoredConnection;
  /** Also stops sharing the person's pair with this spreadsheet. */
  forget(): void;
  /**
   * Shares the person's own pair instead of any other: a colleague who has left must not block the spreadsheet.
   * @throws NO_KEY without a pair of one's own; BAD_INPUT for other terms than a name and a cap
   */
  share(terms: unknown): SharedConnection;
  /** @throws BAD_INPUT if another person shares it */
  unshare(): void;
}

const OWN = 'connection';
const SHARED = 'shared-connection';
const SEEN = 'formula-payer';

const PAIR = { baseUrl: 'string', apiKey: 'string', payer: 'string' } as const;
const isPair = objectOf<StoredConnection>({ ...PAIR, dailyCap: 'number?' });
const isSharedConnection = objectOf<SharedConnection>({
  ...PAIR,
  dailyCap: 'number',
  owner: 'string',
  person: 'string',
  spreadsheetId: 'string',
  sharedAt: 'number',
});

export function createConnectionStore(platform: Platform): ConnectionStore {
  function find(): StoredConnection | undefined {
    return parsePair(platform.userProperties.get(OWN));
  }

  function findShared(): SharedConnection | undefined {
    const shared = readJson(platform.documentProperties?.get(SHARED), isSharedConnection);
    return shared?.owner && shared.person && shared.spreadsheetId ? shared : undefined;
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
   * After a change of the person's own pair: until the next formula runs, it is not known whether it finds this pair,
   * unless it has found another person's pair.
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
      const { baseUrl, apiKey } = asFields(connection);
      const address = checkAddress(baseUrl);
      const old = find();
      // the key was given for one address: it does not follow to another
      const kept = old?.baseUrl === address && apiKey === '' ? old.apiKey : undefined;
      const stored = pairOf(platform, address, kept ?? checkKey(apiKey));
      const shared = mineHere();
      platform.userProperties.set(OWN, JSON.stringify(stored));
      if (shared) writeShared({ ...shared, ...stored });
      forgetSeen(old);
      return stored;
    },
    forget() {
      // the shared pair first: if the execution dies between the two, nothing is spent any more
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
  const pair = readJson(text, isPair);
  return pair?.baseUrl && pair.apiKey && pair.payer ? pair : undefined;
}

function pairOf(platform: Platform, baseUrl: string, apiKey: string): StoredConnection {
  return { baseUrl, apiKey, payer: platform.sha256(`${baseUrl}\n${apiKey}`).slice(0, 24) };
}
