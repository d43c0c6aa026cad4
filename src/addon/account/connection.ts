/**
 * The connection: the service's address and the key for it, stored and removed as one pair. A person's own pair is in
 * their user properties; a pair shared with one spreadsheet is in the document's, with its owner and the terms.
 */
import { asFields, objectOf, readJson } from '../../contract/json.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { checkAddress, checkKey, checkTerms, isUsablePair } from './connection-input.js';
import { knownPersonName, personName } from './person.js';
import { readNotice } from './settings.js';

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

const OWN = 'connection';
const SHARED = 'shared-connection';
/** The payer of the pair with which formulas bought last; empty where they have found none since. */
export const FORMULA_PAYER = 'formula-payer';
/** In the user properties of the person who shares a pair: its digest, by the spreadsheet's id. */
const SHARED_BY_ME = 'shared-in:';

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

export class ConnectionStore {
  private readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
  }

  /**
   * The pair for requests: the one shared with this spreadsheet, else the person's own. In a custom function the person is
   * the spreadsheet's owner.
   * @throws NO_KEY when there is neither; BAD_INPUT when what is stored cannot be used
   */
  require(): StoredConnection {
    const connection = this.inForce();
    if (!connection) throw errors.noKey();
    return connection;
  }

  /**
   * The same for what runs in a person's name while that person does not look: a colleague's shared pair only at the
   * address that the person has agreed to, else at that of the person's own pair.
   * @throws NO_KEY; BAD_INPUT for another address
   */
  requireAt(agreedAddress: string | undefined): StoredConnection {
    const connection = this.require();
    const shared = this.sharedHere();
    if (!shared || this.isMine(shared)) return connection;
    const agreed = agreedAddress ?? this.find()?.baseUrl ?? shared.baseUrl;
    if (agreed !== shared.baseUrl) throw errors.otherService(shared.owner);
    return connection;
  }

  /**
   * The same for a custom function. It stores the payer that formulas found, because only the owner's sidebar can read
   * the owner's properties.
   * @throws NO_KEY
   */
  requireForFormula(): StoredConnection {
    const connection = this.inForce();
    if (connection) return connection;
    // whose pair pays is written with what it buys
    const { documentProperties } = this.platform;
    if (documentProperties?.get(FORMULA_PAYER) !== '') documentProperties?.set(FORMULA_PAYER, '');
    throw errors.noKey();
  }

  /** Payer of the pair that formulas found last, empty when they found none; undefined when none has run. */
  seenByFormulas(): string | undefined {
    return this.platform.documentProperties?.get(FORMULA_PAYER) ?? undefined;
  }

  /** The person's own pair. */
  find(): StoredConnection | undefined {
    return parsePair(this.platform.userProperties.get(OWN));
  }

  /** The shared pair, also one that came with a copy of another spreadsheet and is never used. Nothing where it was forged. */
  findShared(): SharedConnection | undefined {
    return this.readShared(this.platform.documentProperties?.get(SHARED) ?? null);
  }

  /** Whether something is stored as shared that cannot be used: then nothing is asked until someone shares a key again. */
  isSharingDamaged(): boolean {
    return Boolean(this.platform.documentProperties?.get(SHARED)) && !this.findShared();
  }

  /** The pair that is shared with this very spreadsheet. */
  sharedHere(): SharedConnection | undefined {
    const shared = this.findShared();
    return shared && this.isHere(shared) ? shared : undefined;
  }

  /** Whether the current user shares it. */
  isMine(shared: SharedConnection): boolean {
    return shared.person === knownPersonName(this.platform);
  }

  /** The pair that `save` would store. @throws BAD_INPUT */
  check(connection: unknown): StoredConnection {
    const { baseUrl, apiKey } = asFields(connection);
    const address = checkAddress(baseUrl);
    const old = this.find();
    // the key was given for one address: it does not follow to another
    const kept = old?.baseUrl === address && apiKey === '' ? old.apiKey : undefined;
    return pairOf(this.platform, address, kept ?? checkKey(apiKey));
  }

  /**
   * An empty key stands for the stored one if the address is unchanged. A pair that the person shares with this
   * spreadsheet is replaced, too.
   * @throws BAD_INPUT for an address or a key that cannot be used; then nothing is stored
   */
  save(connection: unknown): StoredConnection {
    const old = this.find();
    const stored = this.check(connection);
    const shared = this.mineHere();
    this.platform.userProperties.set(OWN, JSON.stringify(stored));
    if (shared) this.writeShared({ ...shared, ...stored });
    this.forgetSeen(old);
    return stored;
  }

  /** Also stops sharing the person's pair with this spreadsheet. */
  forget(): void {
    // the shared pair first: if the execution dies between the two, nothing is spent any more
    if (this.mineHere()) this.removeShared();
    const old = this.find();
    this.platform.userProperties.remove(OWN);
    this.forgetSeen(old);
  }

  /**
   * Shares the person's own pair instead of any other: a colleague who has left must not block the spreadsheet. A pair
   * for another address replaces a colleague's only once the service has refused the colleague's key.
   * @throws NO_KEY without a pair of one's own; BAD_INPUT for other terms than a name and a cap, or for another address
   */
  share(terms: unknown): SharedConnection {
    const { platform } = this;
    const checked = checkTerms(terms);
    const own = this.find();
    if (!own) throw errors.noKeyToShare();
    const before = this.sharedHere();
    if (before && !this.isMine(before) && before.baseUrl !== own.baseUrl) {
      const { refusedPayer } = readNotice(platform.documentProperties);
      if (refusedPayer !== before.payer) throw errors.sharedElsewhere(before.owner);
    }
    const shared: SharedConnection = {
      ...own,
      ...checked,
      person: personName(platform),
      spreadsheetId: platform.spreadsheet.id(),
      sharedAt: platform.clock.now(),
    };
    this.writeShared(shared);
    return shared;
  }

  /** @throws BAD_INPUT if another person shares it */
  unshare(): void {
    const shared = this.sharedHere();
    if (shared && !this.isMine(shared)) throw errors.notYours(shared.owner);
    this.removeShared();
  }

  /** Anyone who can change the script of a bound copy can write into the document's properties. */
  private readShared(text: string | null): SharedConnection | undefined {
    const { platform } = this;
    const shared = readJson(text, isSharedConnection);
    if (!shared?.person || !shared.spreadsheetId || !isUsablePair(shared) || !hasTerms(shared))
      return undefined;
    if (shared.payer !== pairOf(platform, shared.baseUrl, shared.apiKey).payer) return undefined;
    const agreed = platform.userProperties.get(SHARED_BY_ME + shared.spreadsheetId);
    return agreed !== null && agreed !== shared.payer && this.isMine(shared) ? undefined : shared;
  }

  private inForce(): StoredConnection | undefined {
    const { documentProperties, userProperties } = this.platform;
    const text = documentProperties?.get(SHARED) ?? null;
    const shared = this.readShared(text);
    // falling back to the person's own pair would make that person pay
    if (text !== null && !shared) throw errors.damagedSharing();
    if (shared && this.isHere(shared)) return shared;
    const own = this.find();
    if (!own && readJson(userProperties.get(OWN), isPair)?.baseUrl) throw errors.badStoredPair();
    return own;
  }

  private mineHere(): SharedConnection | undefined {
    const shared = this.sharedHere();
    return shared && this.isMine(shared) ? shared : undefined;
  }

  private isHere({ spreadsheetId }: SharedConnection): boolean {
    return spreadsheetId === this.platform.spreadsheet.id();
  }

  /**
   * After a change of the person's own pair: until the next formula runs, it is not known whether it finds this pair,
   * unless it has found another person's pair.
   */
  private forgetSeen(old: StoredConnection | undefined): void {
    const { documentProperties } = this.platform;
    const seen = documentProperties?.get(FORMULA_PAYER);
    if (seen === '' || (seen && seen === old?.payer)) documentProperties?.remove(FORMULA_PAYER);
  }

  private writeShared(shared: SharedConnection): void {
    const { documentProperties, userProperties } = this.platform;
    if (!documentProperties) throw errors.noDocument();
    documentProperties.set(SHARED, JSON.stringify(shared));
    userProperties.set(SHARED_BY_ME + shared.spreadsheetId, shared.payer);
  }

  private removeShared(): void {
    const { documentProperties, userProperties, spreadsheet } = this.platform;
    documentProperties?.remove(SHARED);
    userProperties.remove(SHARED_BY_ME + spreadsheet.id());
  }
}

function hasTerms({ owner, dailyCap }: SharedConnection): boolean {
  try {
    return checkTerms({ owner, dailyCap }).owner === owner;
  } catch {
    return false;
  }
}

function parsePair(text: string | null): StoredConnection | undefined {
  const pair = readJson(text, isPair);
  return pair?.payer && isUsablePair(pair) ? pair : undefined;
}

function pairOf(platform: Platform, baseUrl: string, apiKey: string): StoredConnection {
  return { baseUrl, apiKey, payer: platform.sha256(`${baseUrl}\n${apiKey}`).slice(0, 24) };
}
