/** The interface of the host for tests, the page's server and the start program. */
import type { IWorkbookData } from '@univerjs/core';
import type { AuthMode, Mode, Role } from '../bridge/modes.js';
import type { ChartsByTab } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { Executions } from '../executions/executions.js';
import type { CacheStores } from '../google/cache.js';
import type { HostClock } from '../google/clock.js';
import type { Faults } from '../google/faults.js';
import type { Locks } from '../google/locks.js';
import type { Mails } from '../google/mails.js';
import type { PropertyStores, StoredProperties } from '../google/properties.js';
import type { Protections } from '../google/protections.js';
import type { Quotas } from '../google/quotas.js';
import type { SpreadsheetProperties } from '../google/spreadsheet.js';
import type { StoredTrigger, Triggers } from '../google/triggers.js';
import type { LogLine } from '../google/ui.js';
import type { UrlFetch } from '../google/url-fetch.js';
import type { RecordedInterface, UserInterface } from '../google/user-interface.js';
import type { CustomAnswer } from '../grid/custom-functions.js';
import type { FunctionHelp } from '../grid/function-help.js';
import type { Mutation } from '../grid/mutations.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { SharedState } from './shared-state.js';

/** A script as clasp pushes it. */
export interface ScriptFiles {
  /** The text of the built script. */
  readonly code: string;
  /** The script's HTML files by name, without `.html`. */
  readonly htmlFiles?: Readonly<Record<string, string>>;
  /** The script's manifest. Without one it has all scopes that it needs, and a web app. */
  readonly manifest?: {
    readonly timeZone?: string;
    readonly oauthScopes?: readonly string[];
    readonly webapp?: object;
  };
}

export interface HostOptions extends ScriptFiles {
  readonly addOnName?: string;
  readonly spreadsheetTimeZone?: string;
  readonly spreadsheetLocale?: string;
  readonly userLocale?: string;
  /** Who created the spreadsheet, whose properties its custom functions see. */
  readonly owner?: Role;
  /** The initial workbook; one empty tab by default. */
  readonly workbook?: Partial<IWorkbookData>;
  readonly stored?: StoredState;
  /** The id of the spreadsheet, for a further one of the same script. */
  readonly documentId?: string;
  /** Another spreadsheet's, for a further one of the same script and the same people: `stored` is ignored then. */
  readonly shared?: SharedState;
  /** Where Google behaves in several ways; the unkind one by default. */
  readonly switches?: Partial<Switches>;
  /** If false, the script has no spreadsheet and its document stores are null. */
  readonly inDocument?: boolean;
  /** Time limits of execution modes in milliseconds, if they differ from Google's. */
  readonly timeLimitMs?: Partial<Record<Mode, number>>;
  /** Custom functions wait for it before the first one runs. */
  readonly ready?: Promise<unknown>;
  /** Called when something that `save` returns has changed. */
  readonly onChange?: () => void;
  readonly onMutation?: (mutation: Mutation) => void;
  readonly onAnswer?: (answer: CustomAnswer) => void;
  /** Called with all charts when one came or went. */
  readonly onCharts?: (charts: ChartsByTab) => void;
  readonly onLog?: (line: LogLine) => void;
}

/** The persistent state of the host, as JSON. */
export interface StoredState {
  readonly properties?: StoredProperties;
  readonly triggers?: readonly StoredTrigger[];
  readonly charts?: ChartsByTab;
  readonly timeZone?: string;
}

export interface RunOptions {
  readonly as?: Role;
  readonly mode?: Mode;
  readonly authMode?: AuthMode;
  readonly ui?: UserInterface;
  readonly killAfterCalls?: number;
}

export interface Host {
  readonly workbook: HostWorkbook;
  readonly executions: Executions;
  readonly clock: HostClock;
  readonly faults: Faults;
  readonly switches: Switches;
  readonly owner: Role;
  /** For the options of a further spreadsheet. */
  readonly shared: SharedState;
  readonly cache: CacheStores;
  readonly properties: PropertyStores;
  readonly locks: Locks;
  readonly triggers: Triggers;
  readonly urlFetch: UrlFetch;
  readonly mails: Mails;
  /** What each person has used of Google's quotas in the last 24 hours, in all spreadsheets of the script. */
  readonly quotas: Quotas;
  readonly protections: Protections;
  /** The screen of executions that have none of their own. */
  readonly ui: RecordedInterface;
  /** `url` is that of `doPost` and `doGet`, and undefined while they are not served. They exist only if the manifest says so. */
  readonly webApp: { url: string | undefined; readonly exists: boolean };
  /** The custom functions of the script. */
  readonly functions: readonly FunctionHelp[];
  readonly spreadsheet: SpreadsheetProperties;
  charts(): ChartsByTab;
  /** Runs a global function of the script; from the menu and as the owner by default. @throws ScriptError */
  run(functionName: string, args?: readonly unknown[], options?: RunOptions): Promise<unknown>;
  /** Runs the due clock triggers of this spreadsheet. Failures are in the records. */
  runDueTriggers(): Promise<void>;
  /** Runs one trigger now, as the person who created it. Failures are in the records. */
  runTrigger(id: string): Promise<void>;
  /** Runs each formula again, as Google does for reasons of its own; nothing else does while the cells stay as they are. */
  runFormulasAgain(): void;
  /** Resolves when all custom functions have answered and all formulas are calculated. */
  settled(): Promise<void>;
  /** Runs these files from the next execution on, and each formula again; everything else stays as it is. */
  load(files: ScriptFiles): void;
  save(): StoredState;
  close(): Promise<void>;
}
