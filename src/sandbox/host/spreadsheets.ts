/** The spreadsheets of one script: creates and copies them, as Google Drive does. */
import { randomBytes } from 'node:crypto';
import { type Role, USERS } from '../bridge/modes.js';
import type { WorkbookData } from '../grid/workbook.js';
import type { Host, HostOptions, ScriptFiles, StoredState } from './host.js';
import type { StoredScript } from './shared-state.js';

/** The saved state of one spreadsheet. */
export interface StoredSpreadsheet extends Pick<StoredState, 'charts'> {
  readonly id: string;
  readonly owner?: Role;
  readonly workbook?: Partial<WorkbookData>;
}

export interface StoredSpreadsheets {
  /** The stores and triggers of all spreadsheets. */
  readonly script?: StoredScript;
  readonly spreadsheets: readonly StoredSpreadsheet[];
}

interface SpreadsheetsOptions {
  /** Creates the host of a spreadsheet with the current script. @param own the spreadsheet's own options */
  readonly createHost: (own: Partial<HostOptions> & { readonly documentId: string }) => Host;
  readonly stored: StoredSpreadsheets;
  /** Called when the result of `save` has changed. */
  readonly onChange: () => void;
}

/** 33 bytes are 44 characters of base64url, the length of Google's ids. */
const ID_BYTES = 33;

export class Spreadsheets {
  readonly #options: SpreadsheetsOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: SpreadsheetsOptions) {
    this.#options = options;
    for (const one of options.stored.spreadsheets) this.#open(one);
  }

  /** Returns the spreadsheets in the order of their creation. */
  list(): readonly Host[] {
    return [...this.#hosts.values()];
  }

  /** Returns the first spreadsheet if there is no id. */
  find(id?: string): Host | undefined {
    return id === undefined ? this.list()[0] : this.#hosts.get(id);
  }

  create(owner: Role): Host {
    return this.#open({ id: newId(), owner });
  }

  /**
   * Copies cells, notes, formats and charts, but no document properties, caches or triggers, as Google does.
   * The formulas run again, because the copy is opened.
   */
  copy(original: Host, owner: Role): Host {
    const id = newId();
    return this.#open({ id, owner, charts: original.charts(), workbook: original.workbook.copy(id) });
  }

  /** Replaces the script of the open spreadsheets. */
  load(files: ScriptFiles): void {
    for (const host of this.list()) host.load(files);
  }

  async runDueTriggers(): Promise<void> {
    await Promise.all(this.list().map((host) => host.runDueTriggers()));
  }

  save(): StoredSpreadsheets {
    const [first] = this.list();
    return {
      ...(first && { script: first.shared.save() }),
      spreadsheets: this.list().map(stateOf),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((host) => host.close()));
  }

  #open({ id, owner, workbook, ...own }: StoredSpreadsheet): Host {
    const { createHost, stored, onChange } = this.#options;
    if (owner && !Object.hasOwn(USERS, owner)) throw new Error(`There is no person ${owner}`);
    const [first] = this.list();
    const host = createHost({
      documentId: id,
      stored: { ...stored.script, ...own },
      ...(owner && { owner }),
      ...(workbook && { workbook }),
      ...(first && { shared: first.shared }),
      onChange,
    });
    this.#hosts.set(id, host);
    onChange();
    return host;
  }
}

/** Returns the state of a spreadsheet to save. */
function stateOf({ spreadsheet, owner, charts, workbook }: Host) {
  return { id: spreadsheet.id, owner, charts: charts(), workbook: workbook.snapshot() };
}

function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}
