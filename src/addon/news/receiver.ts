/**
 * The receiver of news, for a spreadsheet whose owner has deployed this script as a web app: checks who posts and
 * what, and puts the items into a tab, each once. Whatever is not right changes nothing.
 */

import { columnsOf } from '../../contract/fields.js';
import { NEWS_TAB } from '../../contract/jobs.js';
import { objectOf, readJson } from '../../contract/json.js';
import { NEWS_ITEM } from '../../contract/records.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { createZone } from '../question/zone.js';
import { withDocumentLock } from '../storage/document-lock.js';
import type { Inserting } from '../tab/places.js';
import { findColumns, ID_HEADER } from '../tab/synced-columns.js';
import type { Incoming } from '../tab/upsert-plan.js';
import { type Written, writeRows } from '../tab/write-rows.js';
import { createRowReader, type Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import { OWN_SECRET } from './destination.js';
import { readPushedNews } from './payload.js';

/** What Apps Script hands to doPost, as far as it is used. Nothing about it is certain. */
export interface PostEvent {
  readonly parameter?: Readonly<Record<string, string>>;
  readonly postData?: { readonly contents?: string; readonly length?: number };
}

/** What the poster is told, as JSON: a web app has no statuses. */
export type ReceiverAnswer =
  | { readonly ok: true; readonly received: number; readonly added: number; readonly changed: number }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface Receiver {
  /** @param event undefined where someone runs doPost without a post */
  receive(event: PostEvent | undefined): ReceiverAnswer;
  /** Makes the only valid secret. */
  makeSecret(): string;
}

const SECRET = 'receiver-secret';
const INSERTING = 'receiver-inserting';
const MAX_CHARACTERS = 2 * 1024 * 1024;
const COLUMNS = columnsOf(NEWS_ITEM);
const SHOWN = ['publishDate', 'title', 'publisher', 'desc', 'triggers', 'companies', 'url'];

export function createReceiver(platform: Platform): Receiver {
  function isSecret(given: string): boolean {
    // kept as a digest in the document; by hand as it is, where a web app does not reach the document's properties
    const digest = platform.documentProperties?.get(SECRET) ?? null;
    const plain = platform.scriptProperties.get(SECRET);
    const own = platform.scriptProperties.get(OWN_SECRET);
    const wanted = [digest ?? (plain && platform.sha256(plain)), own && platform.sha256(own)];
    if (!wanted.some(Boolean)) throw errors.noReceiver();
    return wanted.some((one) => one && sameDigest(platform.sha256(given), one));
  }

  /** @param ids of the rows, as they were sent */
  function put(rows: readonly Row[], ids: readonly string[], properties: Properties): Written {
    const { grid } = platform;
    const zone = createZone(platform.spreadsheet.timeZone());
    const columns = SHOWN.flatMap((path) => COLUMNS.filter((column) => column.path === path));
    const shown = columns.map((column) => ({ header: column.header, fields: [column] }));
    const tab = grid.tabs().find((one) => one.name() === NEWS_TAB) ?? grid.insert(NEWS_TAB);
    const headers = [...columns.map(({ header }) => header), ID_HEADER];
    findColumns(tab, headers);
    const table = toTable({
      rows,
      columns: COLUMNS,
      view: { columns: shown, sort: [], headers: false },
      zone,
      notes: [],
    });
    const today = zone.dayOf(new Date(platform.clock.now()));
    const incoming = rows.map(
      (_, index): Incoming => ({
        id: ids[index] ?? '',
        changedOn: today,
        cells: new Map(columns.map(({ header }, column) => [header, table[index]?.[column] ?? ''])),
      }),
    );
    const written = writeRows(tab, incoming, {
      headers,
      newRows: 'top',
      zone,
      unnoted: [],
      inserting: readInserting(properties),
      onInsert: (inserting) => properties.set(INSERTING, JSON.stringify(inserting)),
    });
    grid.flush();
    if (written.added > 0) properties.remove(INSERTING);
    return written;
  }

  return {
    receive(event) {
      try {
        const { parameter, postData } = event ?? {};
        const contents = postData?.contents ?? '';
        if (contents.length > MAX_CHARACTERS || Number(postData?.length ?? 0) > MAX_CHARACTERS) {
          throw errors.pushTooLarge();
        }
        if (!isSecret(String(parameter?.['secret'] ?? ''))) throw errors.wrongSecret();
        const items = readPushedNews(contents);
        // each item once, by the id as it was sent: what is shown of two ids may be the same
        const byId = new Map([...items].reverse().map((item) => [String(item['id']), item]));
        const ids = [...new Set(items.map(({ id }) => String(id)))];
        const named = ids.map((id, index) => ({ ...byId.get(id), id: String(index) }));
        const rows = createRowReader(COLUMNS, 'YYYY-MM-DD')(named);
        const lock = platform.documentLock ?? platform.scriptLock;
        const properties = platform.documentProperties ?? platform.scriptProperties;
        const written =
          rows.length > 0
            ? withDocumentLock(platform, () => put(rows, ids, properties), { lock })
            : { added: 0, changed: 0 };
        return { ok: true, received: items.length, ...written };
      } catch (error) {
        const { code, message } = isSignalsError(error) ? error : errors.internal();
        return { ok: false, code, message };
      }
    },
    makeSecret() {
      const { documentProperties } = platform;
      if (!documentProperties) throw errors.noDocument();
      const secret = `${platform.uuid()}${platform.uuid()}`.replace(/-/g, '');
      documentProperties.set(SECRET, platform.sha256(secret));
      platform.scriptProperties.remove(OWN_SECRET);
      return secret;
    },
  };
}

/** In the same time wherever two digests differ. */
function sameDigest(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

const isInserting = objectOf<Inserting>({ count: 'number', rowsBefore: 'number' });

function readInserting(properties: Properties): Inserting | undefined {
  return readJson(properties.get(INSERTING), isInserting);
}
