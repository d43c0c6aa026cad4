/** All services that a script can call, each with what answers it. */
import type { Switches } from '../bridge/switches.js';
import type { CacheStores } from '../google/cache.js';
import { createDispatch, type Dispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import type { Locks } from '../google/locks.js';
import type { Mails } from '../google/mails.js';
import { withPartialWrites } from '../google/partial-writes.js';
import type { PropertyStores } from '../google/properties.js';
import type { Protections } from '../google/protections.js';
import type { Quotas } from '../google/quotas.js';
import { createRange } from '../google/range.js';
import { createSheet } from '../google/sheet.js';
import { createSpreadsheet, type SpreadsheetProperties } from '../google/spreadsheet.js';
import type { Triggers } from '../google/triggers.js';
import { createConsole, createUi, type LogLine } from '../google/ui.js';
import type { UrlFetch } from '../google/url-fetch.js';
import { BLOB_HANDLERS, UTILITIES_HANDLERS } from '../google/utilities.js';
import { BLOB } from '../services/blob.js';
import { CACHE } from '../services/cache.js';
import { CONSOLE } from '../services/console.js';
import { URL_FETCH_APP } from '../services/fetch.js';
import { LOCK } from '../services/lock.js';
import { MAIL_APP } from '../services/mail.js';
import { PROPERTIES } from '../services/properties.js';
import { RANGE } from '../services/range.js';
import { CLOCK_TRIGGER, SCRIPT_APP } from '../services/script.js';
import { SHEET } from '../services/sheet.js';
import { SPREADSHEET, SPREADSHEET_APP } from '../services/spreadsheet.js';
import { MENU, UI } from '../services/ui.js';
import { UTILITIES } from '../services/utilities.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { HostCharts } from './charts.js';

export interface EmulatedParts {
  readonly cache: CacheStores;
  readonly charts: HostCharts;
  readonly faults: Faults;
  readonly locks: Locks;
  readonly mails: Mails;
  readonly onChange: () => void;
  readonly onLog: (line: LogLine) => void;
  readonly properties: PropertyStores;
  readonly protections: Protections;
  readonly quotas: Quotas;
  readonly spreadsheet: SpreadsheetProperties;
  readonly switches: Switches;
  readonly triggers: Triggers;
  readonly urlFetch: UrlFetch;
  readonly workbook: HostWorkbook;
}

export function emulateServices(parts: EmulatedParts): Dispatch {
  const { quotas, switches, triggers, workbook } = parts;
  const tabs = { workbook, charts: parts.charts.byTab, onCharts: parts.charts.changed };
  const file = createSpreadsheet({ ...tabs, properties: parts.spreadsheet, onChange: parts.onChange });
  const screen = createUi(switches);
  return createDispatch(
    [
      [BLOB, BLOB_HANDLERS],
      [CACHE, parts.cache.handlers],
      [CLOCK_TRIGGER, triggers.handlers],
      [CONSOLE, createConsole(parts.onLog)],
      [LOCK, parts.locks.handlers],
      [MAIL_APP, parts.mails.handlers],
      [MENU, screen],
      [PROPERTIES, withPartialWrites(parts.properties.handlers, parts.faults)],
      [RANGE, createRange({ workbook, properties: parts.spreadsheet, protections: parts.protections })],
      [SCRIPT_APP, triggers.handlers],
      [SHEET, createSheet(tabs)],
      [SPREADSHEET, file.spreadsheet],
      [SPREADSHEET_APP, file.app],
      [UI, screen],
      [URL_FETCH_APP, parts.urlFetch.handlers],
      [UTILITIES, UTILITIES_HANDLERS],
    ],
    quotas,
    switches,
  );
}
