/** Minimal interfaces of the Google services that the add-on uses. Only src/addon/google implements them. */

import type { Area, NewChart } from '../contract/new-sheet.js';
import type { TableStyle } from '../contract/table-style.js';

/** Texts by name: entries of a store, headers of a request. */
export type Values = Readonly<Record<string, string>>;

export interface HttpRequest {
  readonly method: 'get' | 'post';
  readonly url: string;
  readonly headers: Values;
  /** JSON text. */
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Returns a header's value. The case of the name does not matter. */
  header(name: string): string | undefined;
}

export interface Http {
  /**
   * Sends all requests at once. Returns the responses in the same order, error statuses included.
   * @throws if a request got no response: address, network, quota or time-out
   */
  send(requests: readonly HttpRequest[], timeoutSeconds: number): readonly HttpAnswer[];
}

/** A cache that can lose any entry at any time. Keys up to 250 characters, values up to 100 KB. */
export interface Cache {
  /** The values found, by key. */
  getAll(keys: readonly string[]): Values;
  putAll(values: Values, ttlSeconds: number): void;
  removeAll(keys: readonly string[]): void;
}

/** A persistent store of texts. Values up to 9 KB. */
export interface Properties {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** Sets several values in one call, in order. Google does not promise that a crash keeps all of them. */
  setAll(values: Values): void;
  remove(key: string): void;
}

export interface Lock {
  /** Runs the action under the lock, or gives up after `waitMs`. Returns true if it ran. */
  run(waitMs: number, action: () => void): boolean;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): void;
}

export interface Spreadsheet {
  /** A copy of the spreadsheet has another id. */
  id(): string;
  /** A locale such as de_DE. It decides how formulas are written. */
  locale(): string;
  /** A time zone such as Europe/Berlin. */
  timeZone(): string;
  /** The cell that Sheets calculates, or the selected one, such as Sheet1!A1; '' if there is none. */
  activeCell(): string;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export type { Area, TableStyle };

/** One tab of the open spreadsheet. A method is one call for any area, unless its comment says otherwise. */
export interface Tab {
  /** Stays the same when the tab is renamed or moved. */
  readonly id: number;
  name(): string;
  /** All rows and columns, empty ones included. */
  size(): Size;
  /** The last row and column with content; zero in an empty tab. */
  used(): Size;
  /** Blank cells are ''. */
  values(area: Area): unknown[][];
  /** '' for a cell without a formula of its own. */
  formulas(area: Area): string[][];
  /** What a cell shows, or its value if its number format hides it. */
  text(cell: Area): string;
  notes(area: Area): string[][];
  /** True if the person may edit the whole area. */
  canEdit(area: Area): boolean;
  /** Sheets parses texts as if a person typed them; tab/cell-text.ts escapes those that must not change. */
  write(area: Area, values: readonly (readonly unknown[])[]): void;
  /** Cells of plain text would keep both apostrophes of an escaped value that began with one. */
  withoutSecondApostrophe(area: Area, values: unknown[][]): unknown[][];
  /** Replaces a cell's content by a formula. @param style of its table, if the table is new */
  writeFormula(cell: Area, formula: string, style?: TableStyle): void;
  writeFormulas(area: Area, formulas: readonly (readonly string[])[]): void;
  writeNotes(area: Area, notes: readonly (readonly string[])[]): void;
  /** Clears the content. Formats, notes and validation stay. */
  clear(area: Area): void;
  insertRows(before: number, count: number): void;
  /** Copies the formats of one row to whole rows. */
  formatLike(row: number, first: number, count: number): void;
  deleteRows(first: number, count: number): void;
  addRows(count: number): void;
  addColumns(count: number): void;
  /** Formats an empty tab for a table with its header in row 1. A person's own formats stay. */
  format(style: TableStyle): void;
  /**
   * Formats the tables of a tab of charts, which are below each other: the name of each in its first row, then its
   * header, then a name and figures in each row.
   */
  formatSummaries(tables: readonly Area[]): void;
  /** Clips long texts below the header, which would run on into blank cells. */
  clip(): void;
  /** Freezes the first row. */
  freezeHeader(): void;
  addChart(chart: NewChart): void;
  removeCharts(): void;
  /** Shows the tab to the person. */
  activate(): void;
}

/** Cells of a tab. */
export interface Place {
  readonly tab: Tab;
  readonly area: Area;
}

/** Tabs and ranges of the open spreadsheet. */
export interface Grid {
  /** The selected cell; undefined if nothing is selected. */
  cell(): Place | undefined;
  /** The selected area; undefined if nothing is selected. */
  selection(): Place | undefined;
  tabs(): readonly Tab[];
  /** The names of all tabs, also of those without cells: a chart can have a sheet of its own. */
  names(): readonly string[];
  /** Returns a named range, or one such as Sheet1!A1:B2; undefined if it does not exist. */
  range(name: string): Place | undefined;
  /**
   * Returns a range's values as a custom function would get them.
   * @throws if the text names no range
   */
  values(reference: string): unknown[][];
  /** Inserts a tab and activates it. @throws if the name is taken */
  insert(name: string): Tab;
  /** Applies all pending writes. */
  flush(): void;
}

/** The person at the screen. */
export interface Person {
  /** Language and country, such as de or en_US. */
  locale(): string;
  /** The mail address or name; '' if Google does not give it. */
  name(): string;
  /** True if the person has not granted every permission that the add-on needs. */
  lacksPermission(): boolean;
  /** True if the person granted access to the spreadsheet. Otherwise Google refuses nearly everything. */
  mayUseSpreadsheet(): boolean;
  /** True if the person granted what a run of a job needs: the spreadsheet and requests to the service. */
  mayRunJobs(): boolean;
  /** The page where Google asks for missing permissions; '' if none is missing. */
  permissionAddress(): string;
}

/** The hourly triggers of the person at the screen. Google binds each to the spreadsheet that created it. */
export interface Schedules {
  /** Schedules a global function for this spreadsheet and returns the id. Do not call it from a trigger. */
  makeHourly(functionName: string): string;
  /** True if this person has the trigger, in any spreadsheet. */
  exists(id: string): boolean;
  /** False if the trigger is gone, or if Google reports that it has disabled it. */
  isEnabled(id: string): boolean;
  /** Returns the id of this person's trigger in the open spreadsheet; undefined also if Google hides it. */
  findHere(functionName: string): string | undefined;
  remove(id: string): void;
  /** True if Google allows this person no further trigger, in any spreadsheet. */
  areUsedUp(): boolean;
}

/** Sends mail as the person at the screen. It needs a permission of its own. */
export interface Mail {
  /** Lets Google ask for the permission, if it is missing. @throws until the person grants it */
  require(): void;
  /** Returns how many mails Google still sends today. @throws without the permission */
  remaining(): number;
  send(recipient: string, subject: string, body: string): void;
}

export interface MenuItem {
  readonly caption: string;
  readonly functionName: string;
}

export interface Ui {
  /** Shows the groups with a separator between them. */
  addMenu(groups: readonly (readonly MenuItem[])[]): void;
  /** A short message that needs no answer. */
  toast(text: string): void;
  /** @param marks initial values of the page's empty `data-` attributes, by name */
  showSidebar(marks: Values): void;
  alert(text: string): void;
  /** Returns true if the person clicks OK. */
  confirm(question: string): boolean;
  /** @throws unless a person's click started the execution: formulas and triggers have no screen */
  requirePerson(): void;
}

/** The log of the script's executions, for the person who runs the add-on or publishes it. */
export interface Log {
  warn(what: unknown): void;
}

/** This script as a web app, if it is deployed as one. */
export interface WebApp {
  /** The web app's address; '' if it is not deployed. An address that ends in /dev is for editors only. */
  address(): string;
  /** The value that doPost returns for a JSON text. */
  json(text: string): object;
}

/** All services together. The document's stores are null if there is no document. */
export interface Platform {
  readonly http: Http;
  readonly clock: Clock;
  readonly spreadsheet: Spreadsheet;
  readonly grid: Grid;
  readonly person: Person;
  readonly schedules: Schedules;
  readonly mail: Mail;
  readonly ui: Ui;
  readonly log: Log;
  readonly userProperties: Properties;
  readonly documentProperties: Properties | null;
  /** Returns all document properties in one call; none if there is no document. */
  allDocumentProperties(): Values;
  readonly documentCache: Cache | null;
  readonly documentLock: Lock | null;
  /** The script's properties, for a web app, which may lack a document's stores. */
  readonly scriptProperties: Properties;
  readonly scriptLock: Lock;
  /** Returns the SHA-256 of a text in hexadecimal. */
  sha256(text: string): string;
  /** Returns the HMAC-SHA256 of a text in UTF-8, in base64. @param key in base64 */
  hmac(text: string, key: string): string;
  /** Compresses a text into plain characters. */
  compress(text: string): string;
  /** @throws if `compress` did not make the text */
  expand(compressed: string): string;
  uuid(): string;
  readonly webApp: WebApp;
}
