/** The options of a host, and its persistent state. */
import type { Mode, Role } from '../bridge/modes.js';
import type { ChartsByTab } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { CustomAnswer } from '../grid/calls.js';
import type { Mutation, WorkbookData } from '../grid/workbook.js';
import type { ExecutionRequest } from '../services/caller.js';
import type { LogLine } from '../services/define.js';
import type { UserInterface } from '../services/user-interface.js';
import type { SharedState, StoredScript } from './shared-state.js';

/** A script in the form in which clasp pushes it. */
export interface ScriptFiles {
  readonly code: string;
  /** The script's HTML files by name, without `.html`. */
  readonly htmlFiles?: Readonly<Record<string, string>>;
  /** Without a manifest the script has all scopes and a web app. */
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
  /** The person who created the spreadsheet; custom functions use this person's properties. */
  readonly owner?: Role;
  /** The initial workbook; default: one empty tab. */
  readonly workbook?: Partial<WorkbookData>;
  readonly stored?: StoredState;
  /** The id of a further spreadsheet of the same script. */
  readonly documentId?: string;
  /** The state that all spreadsheets of a script share. If it is given, `stored` and `switches` are not used. */
  readonly shared?: SharedState;
  readonly switches?: Partial<Switches>;
  /** The screen of executions that do not name one. */
  readonly ui?: UserInterface;
  /** If false, the script has no spreadsheet and its document stores are null. */
  readonly inDocument?: boolean;
  /** Time limits in milliseconds that replace Google's. */
  readonly timeLimitMs?: Partial<Record<Mode, number>>;
  /** Custom functions and triggers wait for this promise. */
  readonly ready?: Promise<unknown>;
  /** Called when the result of `save` has changed. */
  readonly onChange?: () => void;
  readonly onMutation?: (mutation: Mutation) => void;
  readonly onAnswer?: (answer: CustomAnswer) => void;
  /** Called with all charts when a script or a person adds or removes one. */
  readonly onCharts?: (charts: ChartsByTab) => void;
  readonly onLog?: (line: LogLine) => void;
}

/** The host's persistent state, as JSON. */
export interface StoredState extends StoredScript {
  readonly charts?: ChartsByTab;
}

export interface RunOptions
  extends Partial<Pick<ExecutionRequest, 'mode' | 'authMode' | 'ui' | 'killAfterCalls' | 'cell'>> {
  readonly as?: Role;
}
