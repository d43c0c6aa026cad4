/**
 * The receiver of news, for a spreadsheet whose owner has deployed this script as a web app: checks who posts and
 * what, and puts the items into a tab, each once. Whatever is not right changes nothing.
 */

import { columnsOf, type FieldType } from '../../contract/fields.js';
import { NEWS_TAB } from '../../contract/jobs.js';
import { type Fields, isObject, readJson } from '../../contract/json.js';
import { NEWS_ITEM } from '../../contract/records.js';
import type { ConnectionStore } from '../account/connection.js';
import { readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { type Zone, zoneOrUtc } from '../question/zone.js';
import { Client } from '../service/client.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { findTab } from '../tab/find-tab.js';
import { findColumns, ID_HEADER } from '../tab/synced-columns.js';
import type { Incoming } from '../tab/upsert-plan.js';
import { type Written, writeRows } from '../tab/write-rows.js';
import { cellsOfRecords } from '../table/record-links.js';
import { createRowReader, type Row } from '../table/rows.js';
import { OWN_SECRET } from './push-news.js';

/** The event that Apps Script passes to doPost, as far as it is used. Nothing about it is certain. */
export interface PostEvent {
  readonly parameter?: Readonly<Record<string, string>>;
  readonly postData?: { readonly contents?: string; readonly length?: number };
}

/** The answer to the poster, as JSON: a web app has no statuses. */
export type ReceiverAnswer =
  | { readonly ok: true; readonly received: number; readonly added: number; readonly changed: number }
  | { readonly ok: false; readonly code: string; readonly message: string };

export type Receiver = ReturnType<typeof createReceiver>;

const SECRET = 'receiver-secret';
const MAX_CHARACTERS = 2 * 1024 * 1024;
const COLUMNS = columnsOf(NEWS_ITEM);
/** The field whose ids are shown as names. */
const NAMED = 'companies';
/** The service waits 10 s for all of a push. */
const NAMES_MS = 4_000;
const SHOWN = ['publishDate', 'title', 'publisher', 'desc', 'triggers', 'companies', 'url'];

export function createReceiver(platform: Platform, connections: ConnectionStore) {
  return {
    /** @param event undefined where someone runs doPost without a post */
    receive(event: PostEvent | undefined): ReceiverAnswer {
      try {
        return received(platform, connections, event);
      } catch (error) {
        const { code, message } = isSignalsError(error) ? error : errors.internal();
        return { ok: false, code, message };
      }
    },
    /** Makes the only valid secret. */
    makeSecret(): string {
      const { documentProperties } = platform;
      if (!documentProperties) throw errors.noDocument();
      const secret = `${platform.uuid()}${platform.uuid()}`.replace(/-/g, '');
      documentProperties.set(SECRET, platform.sha256(secret));
      platform.scriptProperties.remove(OWN_SECRET);
      return secret;
    },
  };
}

/** @throws what the poster is told */
function received(
  platform: Platform,
  connections: ConnectionStore,
  event: PostEvent | undefined,
): ReceiverAnswer {
  const { parameter, postData } = event ?? {};
  const contents = postData?.contents ?? '';
  if (contents.length > MAX_CHARACTERS || Number(postData?.length ?? 0) > MAX_CHARACTERS) {
    throw errors.pushTooLarge();
  }
  if (!isSecret(platform, String(parameter?.['secret'] ?? ''))) throw errors.wrongSecret();
  const { group, items } = readPushedNews(contents);
  const hasCompanies = items.some((item) => listIn(item).length > 0);
  const news = rowsOf(items, hasCompanies ? namesIn(platform, connections, group) : undefined);
  // not the document's lock: formulas wait for that one, and what is written here may have to wait for formulas
  const lock = platform.scriptLock;
  const written =
    news.rows.length > 0
      ? withDocumentLock(platform, () => put(platform, news), { lock })
      : { added: 0, changed: 0 };
  return { ok: true, received: items.length, ...written };
}

function isSecret({ documentProperties, scriptProperties, sha256 }: Platform, given: string): boolean {
  // kept as a digest in the document; by hand as it is, where a web app does not reach the document's properties
  const digest = documentProperties?.get(SECRET) ?? null;
  const plain = scriptProperties.get(SECRET);
  const own = scriptProperties.get(OWN_SECRET);
  const wanted = [digest ?? (plain && sha256(plain)), own && sha256(own)];
  if (!wanted.some(Boolean)) throw errors.noReceiver();
  return wanted.some((one) => one && sameDigest(sha256(given), one));
}

/** An item has nothing but ids: the names are those of the group's companies, where the service tells them in time. */
function namesIn(
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

interface PushedNews {
  readonly rows: readonly Row[];
  /** The ids of the rows as they were sent: two ids may look the same in a cell. */
  readonly ids: readonly string[];
  /** Whether companies have their names. */
  readonly hasNames: boolean;
}

/** Each item once. */
function rowsOf(items: readonly Fields[], names: ReadonlyMap<string, string> | undefined): PushedNews {
  const byId = new Map([...items].reverse().map((item) => [String(item['id']), item]));
  const ids = [...new Set(items.map(({ id }) => String(id)))];
  const named = ids.map((id, index) => {
    const item = byId.get(id)!;
    const companies = listIn(item).map((one) => ({ id: names?.get(one.id) || one.id }));
    return { ...item, [NAMED]: companies, id: String(index) };
  });
  const rows = createRowReader(COLUMNS, 'YYYY-MM-DD')(named);
  return { rows, ids, hasNames: names !== undefined };
}

const SHOWN_COLUMNS = SHOWN.flatMap((path) => COLUMNS.filter((column) => column.path === path)).map(
  (column) => ({ header: column.header, fields: [column] }),
);

function put(platform: Platform, news: PushedNews): Written {
  const { grid } = platform;
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const tab = findTab(grid.tabs(), NEWS_TAB) ?? grid.insert(NEWS_TAB);
  const headers = [...SHOWN_COLUMNS.map(({ header }) => header), ID_HEADER];
  findColumns(tab, headers);
  const written = writeRows(tab, incomingOf(news, zone, zone.dayOf(new Date(platform.clock.now()))), {
    headers,
    newRows: 'top',
    zone,
  });
  grid.flush();
  return written;
}

function incomingOf({ rows, ids, hasNames }: PushedNews, zone: Zone, today: string): Incoming[] {
  const named = COLUMNS.find(({ path }) => path === NAMED)?.header;
  return cellsOfRecords(rows, COLUMNS, SHOWN_COLUMNS, zone).map(({ cells, links }, index) => ({
    id: ids[index] ?? '',
    changedOn: today,
    // names that are there stay where they cannot be found again
    cells: new Map([...cells].filter(([header]) => hasNames || header !== named)),
    whenAdded: cells,
    links,
  }));
}

/** The companies of a checked item. */
function listIn(item: Fields): readonly { readonly id: string }[] {
  return (item[NAMED] as readonly { readonly id: string }[] | null | undefined) ?? [];
}

/** In the same time wherever two digests differ. */
function sameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

const MAX_ITEMS = 5_000;
const MAX_ID_CHARACTERS = 200;

/** The news of a payload `{group, postedDate, news}`. @throws BAD_INPUT naming the field */
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
    for (const { path, type } of columnsOf(NEWS_ITEM)) {
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
