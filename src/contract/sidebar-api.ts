/** The calls from the sidebar to the add-on, and the state that each of them returns. JSON values only. */

import type { Appearance } from './appearance.js';
import type { ErrorData } from './error-texts.js';
import type { JobInput, JobRun, JobState, PushSettings, SavedJob } from './jobs.js';
import type { LookUpKind } from './lookups.js';
import type { KnownCompany } from './match-answer.js';
import type { SheetInsertion } from './new-sheet.js';
import type { Preview } from './preview.js';
import type { Activity, BudgetPayer, SpendingRules } from './spending.js';
import type { TableStyle } from './table-style.js';
import type { ChangedGroup, GroupChange, MatchedColumn } from './tracking.js';

/** The service's address and its key: one pair, saved, replaced and removed together. */
export interface Connection {
  readonly baseUrl: string;
  /** May be empty if the address is unchanged: then the saved key stays. */
  readonly apiKey: string;
}

/** The terms of a key shared with everyone who can edit the spreadsheet: the payer and the daily cap. */
export interface SharingTerms {
  readonly owner: string;
  readonly dailyCap: number;
}

export interface Sharing extends SharingTerms {
  readonly baseUrl: string;
  readonly keyEnding: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
  /** True if the current user shared it: only that person can change it or stop sharing. */
  readonly mine: boolean;
}

/**
 * The owner of the key that the formulas of this spreadsheet use.
 * - `shared`: the one shared with the spreadsheet
 * - `mine`, `other`: the key of the spreadsheet's owner, who is the current user, or another person
 * - `none`: nothing is shared, and the owner has none
 * - `unknown`: no formula has run lately, so it is not known
 */
export type FormulaKey = 'shared' | 'mine' | 'other' | 'none' | 'unknown';

/** Problems for which the person's jobs do not run automatically. */
export const TRIGGER_PROBLEMS = [
  'no-trigger',
  'no-trigger-permission',
  'no-job-permission',
  'too-many-triggers',
] as const;
export type TriggerProblem = (typeof TRIGGER_PROBLEMS)[number];

/** Known problems that the page can explain. */
export type HealthProblem =
  | 'no-key'
  | 'key-refused'
  | 'owner-without-key'
  | 'key-out-of-sight'
  | 'not-allowed'
  | 'copied-spreadsheet'
  | 'damaged-sharing'
  | 'no-document'
  | 'store-full'
  | 'missing-scope'
  | TriggerProblem
  | 'unknown-zone'
  | 'view-only';

export interface CellReference {
  /** Name of the sheet. */
  readonly sheet: string;
  readonly a1: string;
}

export interface CellState extends CellReference {
  /** As Sheets shows it in the formula bar; empty for a plain value. */
  readonly formula: string;
  /** The text that the cell displays. */
  readonly text: string;
}

/** The style is for the table of an empty cell. */
export interface FormulaInsertion extends Partial<TableStyle> {
  readonly formula: string;
  /** The target cell; the active cell by default. */
  readonly cell?: CellReference;
  /** The formula or text in the cell that may be replaced; a cell with other content is left as it is. */
  readonly expected?: string;
  /** Rows of the table, if known: the table of an empty cell must not cover other content. */
  readonly rows?: number;
  /** The most rows of a table whose number of rows is unknown: the tab gets as many. */
  readonly maxRows?: number;
}

export type TrackedCompanyEntry = Required<Pick<KnownCompany, 'id' | 'name' | 'domain'>>;

/** The result of one call, in addition to the state. The page shows it next to the button of the call. */
export type Outcome =
  /** `failure` is missing if the service accepted the key. */
  | { readonly kind: 'tested'; readonly failure?: ErrorData }
  | { readonly kind: 'inserted'; readonly cell: CellReference }
  /** Nothing was inserted. `occupied`: the cell has other content. `in-the-way`: the table would cover it. */
  | { readonly kind: 'cell' | 'occupied' | 'in-the-way'; readonly cell: CellState }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'sheet'; readonly name: string }
  | { readonly kind: 'companies'; readonly companies: readonly TrackedCompanyEntry[] }
  | ({ readonly kind: 'matched' } & MatchedColumn)
  /** `changed` is missing if the service cannot change groups. */
  | { readonly kind: 'group-changed'; readonly changed?: ChangedGroup }
  | { readonly kind: 'pushed'; readonly group: string; readonly response: string }
  | ({ readonly kind: 'job' } & SavedJob)
  /** `failure` is '' if the destination got the message, and `?` if that is unknown. */
  | { readonly kind: 'alert-tested'; readonly failure: string }
  | { readonly kind: 'job-run'; readonly run: JobRun }
  | { readonly kind: 'receiver'; readonly address: string; readonly query: string };

export interface SidebarState {
  /** The locale of the current user, such as de or en_US. */
  readonly userLocale: string;
  /** The locale of the spreadsheet, which determines the notation of formulas. */
  readonly spreadsheetLocale: string;
  readonly timeZone: string;
  /** The service's address; empty if none is saved. */
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** The last four characters of the key: the page never gets more of it. */
  readonly keyEnding: string;
  readonly sharing?: Sharing;
  readonly formulaKey: FormulaKey;
  readonly health: readonly HealthProblem[];
  /** The selected cell; absent if there is none. */
  readonly cell?: CellState;
  readonly groups: readonly string[];
  /** The group of new formulas; empty for none. */
  readonly defaultGroup: string;
  /** The callback address of each group. */
  readonly callbacks: Readonly<Record<string, string>>;
  readonly activity: Activity;
  readonly rules: SpendingRules;
  readonly budgetPayer: BudgetPayer;
  readonly jobs: readonly JobState[];
  /** The appearance that the current user has chosen, for all spreadsheets. */
  readonly appearance: Appearance;
  /** True if the script is deployed as a web app, which receives news. */
  readonly hasWebApp: boolean;
  readonly outcome?: Outcome;
}

/** The result of a refused call, because google.script.run passes only the text of an exception. */
export interface Refusal {
  readonly error: ErrorData;
}

/** Returns the error of a refused call from its result; undefined if the call succeeded. */
export function refusalIn(reply: unknown): ErrorData | undefined {
  return (reply as Partial<Refusal> | null | undefined)?.error;
}

/**
 * Each call is a global function of the add-on, which returns a Refusal instead of throwing. None runs for a
 * formula, which would act with its owner's rights.
 * @throws SignalsError; then nothing has changed
 */
export interface SidebarApi {
  /** @param cell to read, for the outcome. @throws if its sheet does not exist */
  sidebarState(cell?: CellReference): SidebarState;

  saveConnection(connection: Connection): SidebarState;
  /** Removes the pair, and stops sharing it with this spreadsheet. */
  forgetConnection(): SidebarState;
  /** Tests a connection with one free request. @param candidate an unsaved pair; the saved one by default */
  testConnection(candidate?: Connection): SidebarState;
  /** Shares the saved pair with this spreadsheet, or changes the terms. */
  shareConnection(terms: SharingTerms): SidebarState;
  stopSharing(): SidebarState;

  insertFormula(insertion: FormulaInsertion): SidebarState;
  /** @param buys true to buy records that are not stored, at most as many as are shown */
  previewFormula(formula: string, buys?: boolean): SidebarState;
  insertSheet(insertion: SheetInsertion): SidebarState;
  /** Activates a tab. @throws if it does not exist */
  openTab(name: string): SidebarState;

  /** Adds a group of the service. */
  addGroup(name: string): SidebarState;
  removeGroup(name: string): SidebarState;
  setDefaultGroup(name: string): SidebarState;
  listCompanies(group: string): SidebarState;
  /** Matches the selected column with companies; for a single cell, the column from there on. */
  matchColumn(): SidebarState;
  /**
   * Changes a group of the service with the person's own key. A repetition changes nothing more.
   * @param isListed true if this spreadsheet has the group afterwards
   */
  changeGroup(group: string, change: GroupChange, isListed: boolean): SidebarState;

  pushNews(push: PushSettings): SidebarState;

  /**
   * Only the payer raises the budget; everyone may lower it. A rule that is absent stays: the page may show
   * another daily budget than the one that the payer sees.
   */
  saveRules(rules: Partial<SpendingRules>): SidebarState;
  /** Allows the formulas of this spreadsheet to spend the person's own key. */
  allowSpending(): SidebarState;
  /** Counts the credits of a call without a response as not spent. Only the payer can. */
  releaseCredits(token: string): SidebarState;
  saveAppearance(appearance: Appearance): SidebarState;

  /**
   * Creates or changes a job. The current user becomes its owner, whose trigger and key run it. A sync with another query
   * or first day starts again. A job with another version than the given one is refused.
   */
  saveJob(job: JobInput): SidebarState;
  pauseJob(id: string): SidebarState;
  /** Makes the current user the owner. @param version of the job as shown: a changed job is refused */
  resumeJob(id: string, version?: string): SidebarState;
  /**
   * Runs a job for some seconds, with the current user's key unless one is shared.
   * @param token of the run to resume; empty for a new run @param version as for `resumeJob`
   */
  runJob(id: string, token: string, version?: string): SidebarState;
  /** Makes the current user the owner of the job, whose trigger runs it. @param version as for `resumeJob` */
  takeOverJob(id: string, version?: string): SidebarState;
  removeJob(id: string): SidebarState;
  /** Sends a test message. Only the person who entered the alert's address can. */
  testAlert(id: string, alert: string): SidebarState;
  /** Creates a tab with charts of a synced tab. It costs nothing. */
  makeViews(id: string): SidebarState;
  /** Creates a new secret for the receiver of news; the previous one stops working. */
  makeReceiver(): SidebarState;
  /** Returns a JSON list, or '' if the service lacks it; costs nothing. @param text a search, or a formula */
  lookUp(kind: LookUpKind, text: string): string;
}

/** The calls as the page makes them: each returns a promise. */
export type SidebarClient = {
  readonly [K in keyof SidebarApi]: (
    ...args: Parameters<SidebarApi[K]>
  ) => Promise<ReturnType<SidebarApi[K]>>;
};
