/** The parts of Google that the add-on uses, each as small as its use. Only google.ts knows the services behind them. */

import type { TableLook } from '../contract/looks.js';
import type { Area, NewCell, NewChart } from '../contract/new-sheet.js';
import type { CellReference, CellState } from '../contract/sidebar-api.js';

export interface HttpRequest {
  readonly method: 'get' | 'post';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Value of a header, whatever the case of its name. */
  header(name: string): string | undefined;
}

export interface Http {
  /**
   * Sends all at once and gives the answers in the order of the requests, whatever their statuses.
   * @throws when one of them got no answer at all: address, network, quota or time-out
   */
  send(requests: readonly HttpRequest[], timeoutSeconds: number): readonly HttpAnswer[];
}

/** A cache that may forget anything at any time. Keys up to 250 characters, values up to 100 KB. */
export interface Cache {
  /** The values found, by key. */
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  putAll(values: Readonly<Record<string, string>>, ttlSeconds: number): void;
  removeAll(keys: readonly string[]): void;
}

/** A store of texts that lasts. Values up to 9 KB. */
export interface Properties {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** Several in one call, in this order. No source promises that all of them are there after a crash. */
  setAll(values: Readonly<Record<string, string>>): void;
  remove(key: string): void;
}

export interface Lock {
  /** Runs the action alone, or gives up after `waitMs`. Whether it ran. */
  run(waitMs: number, action: () => void): boolean;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): void;
}

/** The open spreadsheet. */
export interface Spreadsheet {
  /** A copy has another. */
  id(): string;
  /** Its locale, such as de_DE: it decides how formulas are written. */
  locale(): string;
  /** Name of its time zone, such as Europe/Berlin. */
  timeZone(): string;
  /** The cell that is being calculated, or selected: Sheet1!A1. Empty where there is none. */
  activeCell(): string;
}

/** The look of a new table, column by column: pixels and number formats. Without widths it has no header. */
export type SheetLook = TableLook;

/** The cells of the open spreadsheet, as the sidebar needs them. */
export interface Sheets {
  selected(): CellState | undefined;
  /** Undefined when the sheet is gone. */
  read(cell: CellReference): CellState | undefined;
  /** Puts a formula in the place of whatever the cell holds. @param look of its table, where it is new */
  writeFormula(cell: CellReference, formula: string, look?: SheetLook): void;
  /**
   * The values of a range, as a custom function would get them.
   * @throws when the text names no range
   */
  values(reference: string): unknown[][];
  /**
   * Makes a sheet, goes there, and gives the name that it got: a taken name gets a number. Texts are read as if they were
   * typed, as in `Tab.write`.
   */
  insert(
    name: string,
    rows: readonly (readonly NewCell[])[],
    look: SheetLook,
    charts: readonly NewChart[],
  ): string;
  /** Goes to a sheet, if it is there. */
  open(name: string): void;
  /** Whether the person may write into the selected cell. */
  isEditable(): boolean;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export type { Area };

/** A text in a cell, and where it leads as a whole; nowhere where the address is empty. */
export interface LinkedText {
  readonly text: string;
  readonly address: string;
}

/** One tab of the open spreadsheet. Every method is one call, however large its area, but where it says so. */
export interface Tab {
  /** Stays when the tab is renamed or moved. */
  readonly id: number;
  name(): string;
  /** Rows and columns that there are. */
  size(): Size;
  /** The last row and column that hold something; zero where nothing does. */
  used(): Size;
  /** Blank cells are ''. */
  values(area: Area): unknown[][];
  /** '' for a cell without a formula of its own. */
  formulas(area: Area): string[][];
  notes(area: Area): string[][];
  /** Whether the person may write into all of them. */
  canEdit(area: Area): boolean;
  /** Texts are read as if they were typed: see tab/cell-text.ts for those that are to stay what they are. */
  write(area: Area, values: readonly (readonly unknown[])[]): void;
  writeFormulas(area: Area, formulas: readonly (readonly string[])[]): void;
  writeNotes(area: Area, notes: readonly (readonly string[])[]): void;
  /** The links of the cells of one column; undefined for a cell without text. */
  links(area: Area): (LinkedText | undefined)[];
  /**
   * Has texts of one column lead somewhere, in a call for each stretch of texts and two before. Formulas, and what is no
   * text, stay.
   * @param to where the text of a row of the area leads, the first row being 0; undefined where it stays as it is
   */
  link(area: Area, to: (text: string, row: number) => string | undefined): void;
  /** Formats, notes and validation stay. */
  clear(area: Area): void;
  insertRows(before: number, count: number): void;
  /** Gives whole rows the formats of one row. */
  formatLike(row: number, first: number, count: number): void;
  deleteRows(first: number, count: number): void;
  /** At the end. */
  addRows(count: number): void;
  addColumns(count: number): void;
  /** Formats an empty tab for a table with its header in row 1. A person's own formats stay. */
  format(look: SheetLook): void;
  /** Keeps the first row in sight. */
  freezeHeader(): void;
  addChart(chart: NewChart): void;
  /** All charts of the tab. */
  removeCharts(): void;
}

/** The cells of the open spreadsheet in blocks, as the menu and the jobs need them. */
export interface Grid {
  /** Undefined where nothing is selected. */
  selection(): { readonly tab: Tab; readonly area: Area } | undefined;
  tabs(): readonly Tab[];
  /** A named range, or one such as Sheet1!A1:B2; undefined where there is none. */
  range(name: string): { readonly tab: Tab; readonly area: Area } | undefined;
  /** @throws when the name is taken */
  insert(name: string): Tab;
  /** Has everything written so far take effect. */
  flush(): void;
}

/** The person at the screen. */
export interface Person {
  /** Language and country, such as de or en_US. */
  locale(): string;
  /** Address or name, as far as Google tells; empty where it does not. */
  name(): string;
  /** Whether some of the permissions that the add-on needs were not given. */
  lacksPermission(): boolean;
  /** Whether the one for the open spreadsheet was given: without it, Google refuses nearly everything. */
  mayUseSpreadsheet(): boolean;
  /** Whether those were given that a run of a job needs: for the spreadsheet and for the service. */
  mayRunJobs(): boolean;
  /** The page where Google asks for what was not given; empty where nothing is missing. */
  permissionAddress(): string;
}

/** The hourly triggers of the person at the screen, each with the spreadsheet that made it. */
export interface Schedules {
  /** Makes a global function run with the open spreadsheet, and gives the schedule's id. Not to be called from such a run. */
  makeHourly(functionName: string): string;
  /** Whether this person has it, in any spreadsheet. */
  exists(id: string): boolean;
  /** Whether Google runs it, as far as Google says: it disables some for reasons of its own. */
  isEnabled(id: string): boolean;
  /** The id of this person's in the open spreadsheet; undefined also where Google does not tell. */
  findHere(functionName: string): string | undefined;
  remove(id: string): void;
  /** Whether Google allows this person no further one, in any spreadsheet. */
  areUsedUp(): boolean;
}

/** Mail in the name of the person at the screen, a permission of its own. */
export interface Mail {
  /** Has Google ask for the permission, where it is missing. @throws until it is given */
  require(): void;
  /** Mails that Google still sends today. @throws without the permission */
  remaining(): number;
  send(recipient: string, subject: string, body: string): void;
}

export interface MenuItem {
  readonly caption: string;
  /** Whether a line stands above it. */
  readonly begins?: boolean;
  readonly functionName: string;
}

export interface Ui {
  addMenu(items: readonly MenuItem[]): void;
  /** A short message that needs no answer. */
  toast(text: string): void;
  /** @param marks what the page opens with: values of its empty `data-` attributes, by their names */
  showSidebar(file: string, title: string, marks: Readonly<Record<string, string>>): void;
  alert(title: string, text: string): void;
  /** Whether the person says yes. */
  confirm(title: string, question: string): boolean;
  /** @throws unless a person's click has started the execution: in formulas and triggers there is no screen */
  requirePerson(): void;
}

/** The log of the script's executions, for the person who runs the add-on or publishes it. */
export interface Log {
  warn(what: unknown): void;
}

/** This script as a web app, if it is deployed as one. */
export interface WebApp {
  /** The address of a deployed web app; empty without one. It may be the one for its editors only, which ends in /dev. */
  address(): string;
  /** The value that doPost returns for a JSON text. */
  json(text: string): object;
}

/** Everything together. Stores of the document are null where there is no document. */
export interface Platform {
  readonly http: Http;
  readonly clock: Clock;
  readonly spreadsheet: Spreadsheet;
  readonly sheets: Sheets;
  readonly grid: Grid;
  readonly person: Person;
  readonly schedules: Schedules;
  readonly mail: Mail;
  readonly ui: Ui;
  readonly log: Log;
  readonly userProperties: Properties;
  readonly documentProperties: Properties | null;
  /** All of the document's properties in one call; none where there is no document. */
  allDocumentProperties(): Readonly<Record<string, string>>;
  readonly documentCache: Cache | null;
  readonly documentLock: Lock | null;
  /** The properties of the script, for a web app, which may be without a document's stores. */
  readonly scriptProperties: Properties;
  readonly scriptLock: Lock;
  /** Hex digest of a text, not to be reversed. */
  sha256(text: string): string;
  /** The HMAC-SHA256 of a text in UTF-8, in base64. @param key in base64 */
  hmac(text: string, key: string): string;
  /** A text made smaller, as plain characters. */
  compress(text: string): string;
  /** @throws when the text was not made by `compress` */
  expand(compressed: string): string;
  uuid(): string;
  readonly webApp: WebApp;
}
