/**
 * The connection: the service's address and the key for it, stored and removed as one pair. A person's own pair is in
 * their user properties; a pair shared with one spreadsheet is in the document's, with its owner and the terms.
 */
import { asFields, objectOf, readJson } from '../../contract/json.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { checkAddress, checkKey, checkTerms, isUsablePair } from './connection-input.js';
import { knownPersonName, personName } from './person.js';
import { readSignals } from './settings.js';

/** A connection with its payer: the add-on does not show one payer's answers to another. */
export interface StoredConnection extends Connection {
  /** Hash of the pair; it does not reveal the key. */
  readonly payer: string;
  /** Maximum credits per day, if the pair is shared with the spreadsheet. */
  readonly dailyCap?: number;
}

/** A pair shared with one spreadsheet. */
export interface SharedConnection extends StoredConnection {
  readonly dailyCap: number;
  /** The payer's name for colleagues. */
  readonly owner: string;
  /** Random name of the person who shares it. */
  readonly person: string;
  /** Id of the spreadsheet that it is shared with: a copy has another id. */
  readonly spreadsheetId: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
}

const OWN = 'connection';
const SHARED = 'shared-connection';
/** Property: payer of the pair that formulas last bought with; empty if they found no pair since. */
export const FORMULA_PAYER = 'formula-payer';
/** User property of the person who shares a pair: the pair's hash, by spreadsheet id. */
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
   * Returns the pair for requests: the one shared with this spreadsheet, else the person's own. In a custom
   * function, the person is the spreadsheet's owner.
   * @throws NO_KEY without a pair; BAD_INPUT if the stored one cannot be used
   */
  require(): StoredConnection {
    const connection = this.activePair();
    if (!connection) throw errors.noKey();
    return connection;
  }

  /**
   * Returns the pair for unattended runs. A colleague's shared pair must have the address that the person
   * agreed to, or else the address of the person's own pair.
   * @throws NO_KEY; BAD_INPUT for another address
   */
  requireForAddress(agreedAddress: string | undefined): StoredConnection {
    const connection = this.require();
    const shared = this.sharedHere();
    if (!shared || this.isMine(shared)) return connection;
    const agreed = agreedAddress ?? this.find()?.baseUrl ?? shared.baseUrl;
    if (agreed !== shared.baseUrl) throw errors.otherService(shared.owner);
    return connection;
  }

  /**
   * Returns the pair for a custom function. Without one, it stores that formulas found none, because only the
   * owner's sidebar can read the owner's properties.
   * @throws NO_KEY
   */
  requireForFormula(): StoredConnection {
    const connection = this.activePair();
    if (connection) return connection;
    // the first purchase with a pair stores its payer
    const { documentProperties } = this.platform;
    if (documentProperties?.get(FORMULA_PAYER) !== '') documentProperties?.set(FORMULA_PAYER, '');
    throw errors.noKey();
  }

  /** Returns the payer that formulas found last; '' if they found none, undefined if none has run. */
  formulaPayer(): string | undefined {
    return this.platform.documentProperties?.get(FORMULA_PAYER) ?? undefined;
  }

  /** Returns the person's own pair. */
  find(): StoredConnection | undefined {
    return parsePair(this.platform.userProperties.get(OWN));
  }

  /** Returns the shared pair, even an unusable one that a copy inherited, but not a forged one. */
  findShared(): SharedConnection | undefined {
    return this.readShared(this.platform.documentProperties?.get(SHARED) ?? null);
  }

  /** True if the stored shared pair is invalid: no request is sent until someone shares a key again. */
  isSharingDamaged(): boolean {
    return Boolean(this.platform.documentProperties?.get(SHARED)) && !this.findShared();
  }

  /** Returns the shared pair, unless a copy inherited it from another spreadsheet. */
  sharedHere(): SharedConnection | undefined {
    const shared = this.findShared();
    return shared && this.isForThisFile(shared) ? shared : undefined;
  }

  /** True if the current user shares it. */
  isMine(shared: SharedConnection): boolean {
    return shared.person === knownPersonName(this.platform);
  }

  /** Returns the pair that `save` would store. @throws BAD_INPUT */
  check(connection: unknown): StoredConnection {
    const { baseUrl, apiKey } = asFields(connection);
    const address = checkAddress(baseUrl);
    const old = this.find();
    // a person gave the key for one address; it must not be sent to another
    const storedKey = old?.baseUrl === address && apiKey === '' ? old.apiKey : undefined;
    return pairOf(this.platform, address, storedKey ?? checkKey(apiKey));
  }

  /**
   * An empty key stands for the stored one if the address is unchanged. If the person shares a pair with this
   * spreadsheet, it is replaced, too.
   * @throws BAD_INPUT for an invalid address or key; then nothing is stored
   */
  save(connection: unknown): void {
    const old = this.find();
    const stored = this.check(connection);
    const shared = this.ownSharedHere();
    this.platform.userProperties.set(OWN, JSON.stringify(stored));
    if (shared) this.writeShared({ ...shared, ...stored });
    this.clearFormulaPayer(old);
  }

  /** Also stops sharing the person's pair with this spreadsheet. */
  remove(): void {
    // the shared pair first: if the execution dies between the two, no one can spend credits here
    if (this.ownSharedHere()) this.removeShared();
    const old = this.find();
    this.platform.userProperties.remove(OWN);
    this.clearFormulaPayer(old);
  }

  /**
   * Shares the person's own pair instead of any other: a colleague who has left must not block the
   * spreadsheet. A colleague's pair for another address is only replaced if the service refused its key.
   * @throws NO_KEY without an own pair; BAD_INPUT for invalid terms, or for another address
   */
  share(terms: unknown): void {
    const { platform } = this;
    const checked = checkTerms(terms);
    const own = this.find();
    if (!own) throw errors.noKeyToShare();
    const before = this.sharedHere();
    if (before && !this.isMine(before) && before.baseUrl !== own.baseUrl) {
      const { refusedPayer } = readSignals(platform.documentProperties);
      if (refusedPayer !== before.payer) throw errors.sharedElsewhere(before.owner);
    }
    this.writeShared({
      ...own,
      ...checked,
      person: personName(platform),
      spreadsheetId: platform.spreadsheet.id(),
      sharedAt: platform.clock.now(),
    });
  }

  /** @throws BAD_INPUT if another person shares it */
  unshare(): void {
    const shared = this.sharedHere();
    if (shared && !this.isMine(shared)) throw errors.notYours(shared.owner);
    this.removeShared();
  }

  /** Checks the pair: anyone who can edit the script of a bound copy can write document properties. */
  private readShared(text: string | null): SharedConnection | undefined {
    const { platform } = this;
    const shared = readJson(text, isSharedConnection);
    if (!shared?.person || !shared.spreadsheetId || !isUsablePair(shared)) return undefined;
    if (ignoreErrors(() => checkTerms(shared).owner) !== shared.owner) return undefined;
    if (shared.payer !== pairOf(platform, shared.baseUrl, shared.apiKey).payer) return undefined;
    const agreed = platform.userProperties.get(SHARED_BY_ME + shared.spreadsheetId);
    return agreed !== null && agreed !== shared.payer && this.isMine(shared) ? undefined : shared;
  }

  /** Returns the pair for requests; undefined without one. @throws BAD_INPUT if the stored one cannot be used */
  activePair(): StoredConnection | undefined {
    const { documentProperties, userProperties } = this.platform;
    const text = documentProperties?.get(SHARED) ?? null;
    const shared = this.readShared(text);
    // falling back to the person's own pair would make that person pay
    if (text !== null && !shared) throw errors.damagedSharing();
    if (shared && this.isForThisFile(shared)) return shared;
    const own = this.find();
    if (!own && readJson(userProperties.get(OWN), isPair)?.baseUrl) throw errors.badStoredPair();
    return own;
  }

  private ownSharedHere(): SharedConnection | undefined {
    const shared = this.sharedHere();
    return shared && this.isMine(shared) ? shared : undefined;
  }

  private isForThisFile({ spreadsheetId }: SharedConnection): boolean {
    return spreadsheetId === this.platform.spreadsheet.id();
  }

  /**
   * Call this after a change of the person's own pair. Until a formula runs, it is unknown whether formulas
   * find the new pair, unless they found another person's.
   */
  private clearFormulaPayer(old: StoredConnection | undefined): void {
    const { documentProperties } = this.platform;
    const found = documentProperties?.get(FORMULA_PAYER);
    if (found === '' || (found && found === old?.payer)) documentProperties?.remove(FORMULA_PAYER);
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

function parsePair(text: string | null): StoredConnection | undefined {
  const pair = readJson(text, isPair);
  return pair?.payer && isUsablePair(pair) ? pair : undefined;
}

function pairOf(platform: Platform, baseUrl: string, apiKey: string): StoredConnection {
  return { baseUrl, apiKey, payer: platform.sha256(`${baseUrl}\n${apiKey}`).slice(0, 24) };
}
