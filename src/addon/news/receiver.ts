/**
 * The receiver of news, for a spreadsheet whose owner has deployed this script as a web app: checks the
 * secret and the body, and writes each item into a tab once. An invalid post changes nothing.
 */

import { columnsOf, type FieldType } from '../../contract/fields.js';
import { NEWS_TAB } from '../../contract/jobs.js';
import { type Fields, isObject, readJson } from '../../contract/json.js';
import { NEWS_ITEM } from '../../contract/records.js';
import { tableStyleOf } from '../../contract/table-style.js';
import type { ConnectionStore } from '../account/connection.js';
import { readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { errors, ignoreErrors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { todayIn, type Zone, zoneOrUtc } from '../question/zone.js';
import { Client } from '../service/client.js';
import { requireDocument, withDocumentLock } from '../storage/document-lock.js';
import { openTab } from '../tab/find-tab.js';
import { findColumns, ID_HEADER } from '../tab/synced-columns.js';
import { type IncomingRecord, type Written, writeRows } from '../tab/write-rows.js';
import { createRowReader } from '../table/rows.js';
import { cellsOfRecords } from '../table/table.js';
import { readView } from '../table/view.js';
import { OWN_SECRET } from './push-news.js';

/** The used part of the event that Apps Script passes to doPost. All of it may be missing. */
export interface PostEvent {
  readonly parameter?: Readonly<Record<string, string>>;
  readonly postData?: { readonly contents?: string; readonly length?: number };
}

/** The JSON response to a post: a web app cannot set an HTTP status. */
type ReceiverAnswer =
  | { readonly ok: true; readonly received: number; readonly added: number; readonly changed: number }
  | { readonly ok: false; readonly code: string; readonly message: string };

const SECRET = 'receiver-secret';
const MAX_CHARACTERS = 2 * 1024 * 1024;
const COLUMNS = columnsOf(NEWS_ITEM);
/** The field with ids that the tab shows as names. */
const COMPANIES_FIELD = 'companies';
/** Short, because the service waits only 10 s for the whole push. */
const NAMES_MS = 4_000;
const SHOWN = ['publishDate', 'title', 'publisher', 'desc', 'triggers', 'companies', 'url'];

/** @param event undefined if a person runs doPost without a post */
export function receiveNews(
  platform: Platform,
  connections: ConnectionStore,
  event: PostEvent | undefined,
): ReceiverAnswer {
  try {
    return handlePost(platform, connections, event);
  } catch (error) {
    if (!isSignalsError(error)) platform.log.warn(error);
    const { code, message } = isSignalsError(error) ? error : errors.internal();
    return { ok: false, code, message };
  }
}

/** Creates a secret and invalidates all earlier ones. */
export function makeReceiverSecret(platform: Platform): string {
  const secret = `${platform.uuid()}${platform.uuid()}`.replace(/-/g, '');
  requireDocument(platform).set(SECRET, platform.sha256(secret));
  platform.scriptProperties.remove(OWN_SECRET);
  return secret;
}

/** @throws the error for the response */
function handlePost(platform: Platform, connections: ConnectionStore, event?: PostEvent): ReceiverAnswer {
  // null if a person runs doPost in the editor
  const { parameter, postData } = event ?? {};
  const contents = postData?.contents ?? '';
  if (contents.length > MAX_CHARACTERS || Number(postData?.length ?? 0) > MAX_CHARACTERS) {
    throw errors.pushTooLarge();
  }
  if (!isSecret(platform, String(parameter?.['secret'] ?? ''))) throw errors.wrongSecret();
  const { group, items } = readPushedNews(contents);
  const hasCompanies = items.some((item) => companiesOf(item).length > 0);
  const news = readRows(items, hasCompanies ? readCompanyNames(platform, connections, group) : undefined);
  // not the document's lock: formulas wait for that lock, and this write may have to wait for formulas
  const lock = platform.scriptLock;
  const written =
    news.rows.length > 0
      ? withDocumentLock(platform, () => writeNews(platform, news), { lock })
      : { added: 0, changed: 0 };
  return { ok: true, received: items.length, ...written };
}

function isSecret({ documentProperties, scriptProperties, sha256 }: Platform, given: string): boolean {
  // a hash in the document or, if a web app cannot read that, the plain secret in a script property
  const storedHash = documentProperties?.get(SECRET) ?? null;
  const plain = scriptProperties.get(SECRET);
  const own = scriptProperties.get(OWN_SECRET);
  const validHashes = [storedHash ?? (plain && sha256(plain)), own && sha256(own)];
  if (!validHashes.some(Boolean)) throw errors.noReceiver();
  return validHashes.some((one) => one && isSameHash(sha256(given), one));
}

/** Items only have company ids. Returns the group's company names, if the service answers in time. */
function readCompanyNames(
  platform: Platform,
  connections: ConnectionStore,
  group: string,
): ReadonlyMap<string, string> | undefined {
  const deadline = platform.clock.now() + NAMES_MS;
  return ignoreErrors(() => {
    const connection = connections.require();
    const client = () => new Client(platform, connection, deadline);
    const rules = { payer: connection.payer, token: '', after: 0, deadline };
    const companies = readTrackedCompanies(platform, client, group, rules).map(toTrackedCompany);
    return new Map(companies.map(({ id, name }) => [id, name]));
  });
}

type NewsRows = ReturnType<typeof readRows>;

/** Returns each item once, and the ids as they were sent: two different ids may look the same in a cell. */
function readRows(items: readonly Fields[], names: ReadonlyMap<string, string> | undefined) {
  const byId = new Map([...items].reverse().map((item) => [String(item['id']), item]));
  const ids = [...new Set(items.map(({ id }) => String(id)))];
  const named = ids.map((id, index) => {
    const item = byId.get(id)!;
    const companies = companiesOf(item).map((one) => ({ id: names?.get(one.id) || one.id }));
    return { ...item, [COMPANIES_FIELD]: companies, id: String(index) };
  });
  const rows = createRowReader(COLUMNS)(named);
  return { rows, ids, hasNames: names !== undefined };
}

const SHOWN_COLUMNS = readView(NEWS_ITEM, SHOWN, new Map()).columns;

function writeNews(platform: Platform, news: NewsRows): Written {
  const { grid } = platform;
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const tab = openTab(grid, NEWS_TAB);
  const headers = [...SHOWN_COLUMNS.map(({ header }) => header), ID_HEADER];
  findColumns(tab, headers, [], () => tableStyleOf([...SHOWN, 'id']));
  const incoming = toIncomingRecords(news, zone, todayIn(zone, platform));
  const written = writeRows(tab, incoming, { headers, newRows: 'top', zone });
  grid.flush();
  return written;
}

function toIncomingRecords({ rows, ids, hasNames }: NewsRows, zone: Zone, today: string): IncomingRecord[] {
  const named = COLUMNS.find(({ path }) => path === COMPANIES_FIELD)?.header;
  return cellsOfRecords(rows, COLUMNS, SHOWN_COLUMNS, zone).map((cells, index) => ({
    id: ids[index] ?? '',
    changedOn: today,
    // without new names, existing cells keep their names
    cells: new Map([...cells].filter(([header]) => hasNames || header !== named)),
    whenAdded: cells,
  }));
}

/** Returns the companies of a checked item. */
function companiesOf(item: Fields) {
  return (item[COMPANIES_FIELD] as readonly { readonly id: string }[] | null | undefined) ?? [];
}

/** Takes the same time for any difference, so that the time reveals nothing about the secret. */
function isSameHash(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

const MAX_ITEMS = 5_000;
const MAX_ID_CHARACTERS = 200;

/** Reads the payload `{group, postedDate, news}` of a push. @throws BAD_INPUT that names the field */
function readPushedNews(contents: string): { readonly group: string; readonly items: readonly Fields[] } {
  const payload = readJson(contents, isObject);
  if (!payload) throw errors.badPush('body');
  const { group, postedDate, news } = payload;
  if (typeof group !== 'string' || group === '') throw errors.badPush('group');
  if (postedDate !== undefined && typeof postedDate !== 'string') throw errors.badPush('postedDate');
  if (!Array.isArray(news) || news.length > MAX_ITEMS) throw errors.badPush('news');
  const items = news.map((item: unknown, index) => {
    if (!isObject(item)) throw errors.badPush(`news[${index}]`);
    const { id } = item;
    if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID_CHARACTERS) {
      throw errors.badPush(`news[${index}].id`);
    }
    for (const { path, type } of COLUMNS) {
      const value = item[path];
      if (value !== undefined && value !== null && !CHECKS[type](value)) {
        throw errors.badPush(`news[${index}].${path}`);
      }
    }
    return item;
  });
  return { group, items };
}

const CHECKS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  list: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  refs: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && typeof one['id'] === 'string'),
};
