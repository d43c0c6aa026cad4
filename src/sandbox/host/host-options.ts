/** The options that open a host, and the state that is saved of it. */
import type { IWorkbookData } from '@univerjs/core';
import type { Mode, Role } from '../bridge/modes.js';
import type { ChartsByTab } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { ExecutionRequest } from '../executions/executions.js';
import type { LogLine } from '../google/ui.js';
import type { UserInterface } from '../google/user-interface.js';
import type { CustomAnswer } from '../grid/custom-functions.js';
import type { Mutation } from '../grid/mutations.js';
import type { SharedState, StoredScript } from './shared-state.js';

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
  /** The person who created the spreadsheet, whose properties its custom functions see. */
  readonly owner?: Role;
  /** The initial workbook; one empty tab by default. */
  readonly workbook?: Partial<IWorkbookData>;
  readonly stored?: StoredState;
  /** The id of the spreadsheet, for a further one of the same script. */
  readonly documentId?: string;
  /** Another spreadsheet's, for a further one of the same script and the same people: `stored` is ignored then. */
  readonly shared?: SharedState;
  /** The switches for behaviour of Google that differs; the unkind side by default. */
  readonly switches?: Partial<Switches>;
  /** The screen of executions that have none of their own. */
  readonly ui?: UserInterface;
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
export interface StoredState extends StoredScript {
  readonly charts?: ChartsByTab;
  readonly timeZone?: string;
}

export interface RunOptions
  extends Partial<Pick<ExecutionRequest, 'mode' | 'authMode' | 'ui' | 'killAfterCalls' | 'cell'>> {
  readonly as?: Role;
}
