/** All spreadsheets of one script, as a person's drive has them: made, copied, put into the trash and deleted. */
import { randomBytes } from 'node:crypto';
import type { IWorkbookData } from '@univerjs/core';
import type { Role } from '../bridge/modes.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { FIRST_DOCUMENT } from '../google/handlers.js';
import type { Traffic } from '../google/url-fetch.js';
import type { Host, HostOptions, ScriptFiles, StoredState } from './host-types.js';

/** One of them. */
export interface SpreadsheetFile {
  readonly id: string;
  readonly host: Host;
  name(): string;
  /** It cannot be opened. Its triggers run on: Google documents nothing else. */
  readonly inTrash: boolean;
  /** Of this spreadsheet, since it was last opened. */
  trafficSinceOpening(): Traffic;
}

/** What is kept of one. */
export interface StoredSpreadsheet extends Pick<StoredState, 'charts' | 'timeZone'> {
  readonly id: string;
  readonly owner?: Role;
  readonly inTrash?: boolean;
  readonly workbook?: Partial<IWorkbookData>;
}

export interface StoredSpreadsheets {
  /** The stores and triggers of all of them. */
  readonly script?: Pick<StoredState, 'properties' | 'triggers'>;
  readonly spreadsheets: readonly StoredSpreadsheet[];
}

export interface Spreadsheets {
  /** In the order in which they were made. */
  list(): readonly SpreadsheetFile[];
  /** Without an id, the first one that is not in the trash; undefined if there is none. */
  find(id?: string): SpreadsheetFile | undefined;
  create(owner: Role): SpreadsheetFile;
  /**
   * As Google does it: cells, notes, formats and charts, and no document properties, caches or triggers. The formulas
   * run again, because a copy is opened.
   */
  copy(id: string, owner: Role): SpreadsheetFile;
  /** @returns false for the last one that can be opened: it stays */
  trash(id: string): boolean;
  restore(id: string): void;
  /** Deletes one in the trash, with its properties and triggers. */
  remove(id: string): Promise<void>;
  /** Runs every formula of it again. */
  reopen(id: string): void;
  /** Of all of them, deleted ones too. */
  traffic(): Traffic;
  readonly switches: Readonly<Switches>;
  /** Sets switches in all of them. */
  set(change: Partial<Switches>): void;
  load(files: ScriptFiles): void;
  runDueTriggers(): Promise<void>;
  runTrigger(id: string): Promise<void>;
  save(): StoredSpreadsheets;
  close(): Promise<void>;
}

export interface SpreadsheetsOptions {
  readonly createHost: (options: HostOptions) => Host;
  /** For each of them; the first one gets the script's web app. */
  readonly hostOptions: (id: string) => HostOptions;
  readonly stored: StoredSpreadsheets;
  /** The content of a new one. */
  readonly newWorkbook: () => Partial<IWorkbookData>;
  /** Called when something that `save` returns has changed. */
  readonly onChange: () => void;
}

interface Entry {
  readonly host: Host;
  inTrash: boolean;
  opened: Traffic;
}

const NOTHING: Traffic = { requests: 0, credits: 0 };
/** Google's ids have 44 characters. */
const ID_BYTES = 33;

export function createSpreadsheets(options: SpreadsheetsOptions): Spreadsheets {
  const { stored, onChange } = options;
  const entries = new Map<string, Entry>();
  const switches: Switches = { ...DEFAULT_SWITCHES };
  let deleted = NOTHING;
  let loaded: Partial<ScriptFiles> = {};

  const open = ({ id, owner, inTrash = false, workbook, ...own }: StoredSpreadsheet): SpreadsheetFile => {
    const [first] = entries.values();
    const host = options.createHost({
      ...options.hostOptions(id),
      ...loaded,
      documentId: id,
      stored: { ...stored.script, ...own },
      switches,
      ...(owner && { owner }),
      ...(workbook && { workbook }),
      ...(first && { shared: first.host.shared }),
      onChange,
    });
    entries.set(id, { host, inTrash, opened: NOTHING });
    onChange();
    return view(id, entryOf(id));
  };
  const view = (id: string, entry: Entry): SpreadsheetFile => ({
    id,
    host: entry.host,
    name: () => entry.host.workbook.workbook.getName(),
    get inTrash() {
      return entry.inTrash;
    },
    trafficSinceOpening: () => plus(entry.host.urlFetch.traffic(), entry.opened, -1),
  });
  const entryOf = (id: string): Entry => {
    const entry = entries.get(id);
    if (!entry) throw new Error(`There is no spreadsheet ${id}`);
    return entry;
  };
  const list = () => [...entries].map(([id, entry]) => view(id, entry));
  const hosts = () => [...entries.values()].map(({ host }) => host);
  const storedOf = (id: string, { host, inTrash }: Entry): StoredSpreadsheet => {
    const { charts, timeZone } = host.save();
    return {
      id,
      owner: host.owner,
      inTrash,
      ...(charts && { charts }),
      ...(timeZone !== undefined && { timeZone }),
      workbook: host.workbook.snapshot(),
    };
  };

  for (const one of stored.spreadsheets) open(one);
  return {
    list,
    find: (id) =>
      id === undefined ? list().find(({ inTrash }) => !inTrash) : list().find((one) => one.id === id),
    create: (owner) => open({ id: newId(), owner, workbook: options.newWorkbook() }),
    copy(id, owner) {
      const { workbook = {}, charts = {}, timeZone = 'Etc/GMT' } = storedOf(id, entryOf(id));
      const content = { ...workbook, name: `Copy of ${workbook.name}` };
      return open({ id: newId(), owner, charts, timeZone, workbook: structuredClone(content) });
    },
    trash(id) {
      if (list().every((one) => one.inTrash || one.id === id)) return false;
      entryOf(id).inTrash = true;
      onChange();
      return true;
    },
    restore(id) {
      entryOf(id).inTrash = false;
      onChange();
    },
    async remove(id) {
      const { host, inTrash } = entryOf(id);
      if (!inTrash) return;
      entries.delete(id);
      deleted = plus(deleted, host.urlFetch.traffic(), 1);
      host.shared.forget(id);
      onChange();
      // its cells that still wait would ask a workbook that is gone
      await host.settled();
      await host.close();
      // what an execution has written in the meantime
      host.shared.forget(id);
    },
    reopen(id) {
      const entry = entryOf(id);
      entry.opened = entry.host.urlFetch.traffic();
      entry.host.runFormulasAgain();
    },
    traffic: () => hosts().reduce((sum, { urlFetch }) => plus(sum, urlFetch.traffic(), 1), deleted),
    switches,
    set(change) {
      Object.assign(switches, change);
      for (const host of hosts()) Object.assign(host.switches, change);
    },
    load(files) {
      loaded = files;
      for (const host of hosts()) host.load(files);
    },
    async runDueTriggers() {
      await Promise.all(hosts().map((host) => host.runDueTriggers()));
    },
    async runTrigger(id) {
      await Promise.all(hosts().map((host) => host.runTrigger(id)));
    },
    save() {
      const [first] = hosts();
      const { properties = {}, triggers = [] } = first?.save() ?? {};
      return {
        script: { properties, triggers },
        spreadsheets: [...entries].map(([id, entry]) => storedOf(id, entry)),
      };
    },
    async close() {
      await Promise.all(hosts().map((host) => host.close()));
    },
  };
}

/** The spreadsheet that the script is bound to, whose web app it is: a copy's script would have to be deployed again. */
export function isBound(id: string): boolean {
  return id === FIRST_DOCUMENT;
}

/** The one that a sandbox begins with. */
export function firstSpreadsheet(workbook: Partial<IWorkbookData>): StoredSpreadsheet {
  return { id: FIRST_DOCUMENT, workbook };
}

function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

function plus(a: Traffic, b: Traffic, sign: 1 | -1): Traffic {
  return { requests: a.requests + sign * b.requests, credits: a.credits + sign * b.credits };
}
