/** All spreadsheets of one script, as a person's drive has them: made, copied and deleted. */
import { randomBytes } from 'node:crypto';
import type { IWorkbookData } from '@univerjs/core';
import type { Role } from '../bridge/modes.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { FIRST_DOCUMENT } from '../google/caller.js';
import type { Host, HostOptions, ScriptFiles, StoredState } from './host.js';
import type { StoredScript } from './shared-state.js';

/** The saved state of one spreadsheet. */
export interface StoredSpreadsheet extends Pick<StoredState, 'charts' | 'timeZone'> {
  readonly id: string;
  readonly owner?: Role;
  readonly workbook?: Partial<IWorkbookData>;
}

export interface StoredSpreadsheets {
  /** The stores and triggers of all of them. */
  readonly script?: StoredScript;
  readonly spreadsheets: readonly StoredSpreadsheet[];
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

/** Google's ids have 44 characters. */
const ID_BYTES = 33;

/** One of them. */
export class SpreadsheetFile {
  readonly id: string;
  readonly host: Host;
  #creditsBefore = 0;

  constructor(id: string, host: Host) {
    this.id = id;
    this.host = host;
  }

  name(): string {
    return this.host.workbook.workbook.getName();
  }

  /** What its formulas and jobs have been charged since it was last opened. */
  creditsSinceOpening(): number {
    return this.host.urlFetch.traffic().credits - this.#creditsBefore;
  }

  /** Runs every formula of it again. */
  reopen(): void {
    this.#creditsBefore = this.host.urlFetch.traffic().credits;
    this.host.runFormulasAgain();
  }

  save(): StoredSpreadsheet {
    const { owner, workbook } = this.host;
    return { id: this.id, owner, ...this.host.saveOwn(), workbook: workbook.snapshot() };
  }
}

export class Spreadsheets {
  readonly switches: Switches = { ...DEFAULT_SWITCHES };
  readonly #options: SpreadsheetsOptions;
  readonly #files = new Map<string, SpreadsheetFile>();
  #loaded: Partial<ScriptFiles> = {};

  constructor(options: SpreadsheetsOptions) {
    this.#options = options;
    for (const one of options.stored.spreadsheets) this.#open(one);
  }

  /** In the order in which they were made. */
  list(): readonly SpreadsheetFile[] {
    return [...this.#files.values()];
  }

  /** Without an id, the first one. */
  find(id?: string): SpreadsheetFile | undefined {
    return id === undefined ? this.list()[0] : this.#files.get(id);
  }

  create(owner: Role): SpreadsheetFile {
    return this.#open({ id: newId(), owner, workbook: this.#options.newWorkbook() });
  }

  /**
   * As Google does it: cells, notes, formats and charts, and no document properties, caches or triggers. The formulas
   * run again, because a copy is opened.
   */
  copy(id: string, owner: Role): SpreadsheetFile {
    const { workbook = {}, ...stored } = this.#get(id).save();
    const content = structuredClone({ ...workbook, name: `Copy of ${workbook.name}` });
    return this.#open({ ...stored, id: newId(), owner, workbook: content });
  }

  /** Whether it may be deleted: the last one stays. */
  canRemove(id: string): boolean {
    return this.#files.has(id) && this.#files.size > 1;
  }

  /** Deletes one, with its properties and triggers. */
  async remove(id: string): Promise<void> {
    const { host } = this.#get(id);
    if (!this.canRemove(id)) throw new Error('The last spreadsheet stays');
    this.#files.delete(id);
    host.shared.forget(id);
    this.#options.onChange();
    // its cells that still wait would ask a workbook that is gone
    await host.settled();
    await host.close();
    // what an execution has written in the meantime
    host.shared.forget(id);
  }

  /** Sets switches in all of them. */
  set(change: Partial<Switches>): void {
    Object.assign(this.switches, change);
    for (const host of this.#hosts()) Object.assign(host.switches, change);
  }

  load(files: ScriptFiles): void {
    this.#loaded = files;
    for (const host of this.#hosts()) host.load(files);
  }

  async runDueTriggers(): Promise<void> {
    await Promise.all(this.#hosts().map((host) => host.runDueTriggers()));
  }

  async runTrigger(id: string): Promise<void> {
    await Promise.all(this.#hosts().map((host) => host.runTrigger(id)));
  }

  save(): StoredSpreadsheets {
    const [first] = this.#hosts();
    return {
      ...(first && { script: first.shared.save() }),
      spreadsheets: this.list().map((file) => file.save()),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts().map((host) => host.close()));
  }

  #hosts(): Host[] {
    return this.list().map(({ host }) => host);
  }

  #get(id: string): SpreadsheetFile {
    const file = this.#files.get(id);
    if (!file) throw new Error(`There is no spreadsheet ${id}`);
    return file;
  }

  #open({ id, owner, workbook, ...own }: StoredSpreadsheet): SpreadsheetFile {
    const { createHost, hostOptions, stored, onChange } = this.#options;
    const [first] = this.#hosts();
    const host = createHost({
      ...hostOptions(id),
      ...this.#loaded,
      documentId: id,
      stored: { ...stored.script, ...own },
      switches: this.switches,
      ...(owner && { owner }),
      ...(workbook && { workbook }),
      ...(first && { shared: first.shared }),
      onChange,
    });
    const file = new SpreadsheetFile(id, host);
    this.#files.set(id, file);
    onChange();
    return file;
  }
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
