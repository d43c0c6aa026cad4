/** The calls from the sidebar to the add-on, and the state that each of them returns. JSON values only. */

import type { Appearance } from './appearance.js';
import type { ErrorData } from './error-texts.js';
import type { JobInput, JobRun, JobState, SavedJob } from './jobs.js';
import type { LookUpKind } from './lookups.js';
import type { SheetInsertion } from './new-sheet.js';
import type { Preview } from './preview.js';
import type { NewsPush, PushedNews } from './pushed-news.js';
import type { Activity, BudgetPayer, SpendingRules } from './spending.js';
import type { ChangedGroup, GroupChange, MatchedColumn } from './tracking.js';

/** The service's address and its key: one pair, saved, replaced and removed together. */
export interface Connection {
  readonly baseUrl: string;
  /** May be empty if the address is unchanged: then the saved key stays. */
  readonly apiKey: string;
}

/** The terms on which a key is shared with everyone who can edit the spreadsheet: who pays, and the most in a day. */
export interface SharingTerms {
  readonly owner: string;
  readonly dailyCap: number;
}

export interface Sharing extends SharingTerms {
  readonly baseUrl: string;
  readonly keyEnding: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
  /** Whether the current user has shared it: only that person may change or stop it. */
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

/** Known problems that the page can explain. */
export const HEALTH_PROBLEMS = [
  'no-key',
  'key-refused',
  'owner-without-key',
  'key-out-of-sight',
  'not-allowed',
  'copied-spreadsheet',
  'damaged-sharing',
  'no-document',
  'store-full',
  'missing-scope',
  'no-job-permission',
  'no-trigger',
  'no-trigger-permission',
  'too-many-triggers',
  'unknown-zone',
  'view-only',
] as const;

export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

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

export interface Template {
  readonly name: string;
  readonly formula: string;
}

export interface FormulaInsertion {
  readonly formula: string;
  /** The target cell; the active cell by default. */
  readonly cell?: CellReference;
  /** The formula that the page expects in the cell: replacing it needs no confirmation. */
  readonly expected?: string;
  /** Whether the person has agreed to replace the content of the cell. */
  readonly replace: boolean;
  /** The widths in pixels and the number formats of each column of the table, for an empty cell; an empty format is none. */
  readonly widths?: readonly number[];
  readonly formats?: readonly string[];
  /** Rows of the table, where they are known: an empty cell has to have room for them. */
  readonly rows?: number;
}

export interface TrackedCompanyEntry {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** The result of one call, in addition to the state. The page shows it next to the button of the call. */
export type Outcome =
  | ({ readonly kind: 'tested'; readonly ok: boolean } & ErrorData)
  | { readonly kind: 'inserted'; readonly cell: CellReference }
  /** `occupied`: the cell has other content. `in-the-way`: the table would cover it. Then nothing was inserted. */
  | { readonly kind: 'cell' | 'occupied' | 'in-the-way'; readonly cell: CellState }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'sheet'; readonly name: string }
  | { readonly kind: 'companies'; readonly group: string; readonly companies: readonly TrackedCompanyEntry[] }
  | {
      readonly kind: 'checked';
      readonly group: string;
      readonly tracked: readonly string[];
      readonly untracked: readonly string[];
    }
  | ({ readonly kind: 'matched' } & MatchedColumn)
  /** Without `changed`, the service changes no groups. */
  | { readonly kind: 'group-changed'; readonly group: string; readonly changed?: ChangedGroup }
  | { readonly kind: 'pushed-already'; readonly push: PushedNews }
  | { readonly kind: 'pushed'; readonly group: string; readonly days: number; readonly response: string }
  | ({ readonly kind: 'job' } & SavedJob)
  /** `failure` is empty where the destination has got the message, `?` where that is not known. */
  | { readonly kind: 'alert-tested'; readonly id: string; readonly failure: string }
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
  readonly templates: readonly Template[];
  /** The callback address of each group. */
  readonly callbacks: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly pushes: readonly PushedNews[];
  readonly activity: Activity;
  readonly rules: SpendingRules;
  readonly budgetPayer: BudgetPayer;
  readonly jobs: readonly JobState[];
  /** The appearance that the current user has chosen, for all spreadsheets. */
  readonly appearance: Appearance;
  readonly stripes: boolean;
  /** Whether the script is deployed as a web app, which receives news. */
  readonly hasWebApp: boolean;
  readonly outcome?: Outcome;
}

/** The result of a refused call, because google.script.run passes only the text of an exception. */
export interface Refusal {
  readonly error: ErrorData;
}

/** Why a call was refused, from what it has returned; undefined where it was not. */
export function refusalIn(reply: unknown): ErrorData | undefined {
  return (reply as Partial<Refusal> | null | undefined)?.error;
}

/**
 * Each call is a global function of the add-on, which returns a Refusal in place of what is thrown here. All refuse to run
 * for a formula, which would act with its owner's rights.
 * @throws SignalsError; then nothing has changed
 */
export interface SidebarApi {
  /** @param cell is read, too, and is the outcome. @throws where its sheet is gone */
  sidebarState(cell?: CellReference): SidebarState;

  saveConnection(connection: Connection): SidebarState;
  /** Removes the pair, and stops sharing it with this spreadsheet. */
  forgetConnection(): SidebarState;
  /** Tests the connection with one free request. @param candidate the pair to test in place of the saved one; it is not saved */
  testConnection(candidate?: Connection): SidebarState;
  /** Shares the saved pair with this spreadsheet, or changes the terms. */
  shareConnection(terms: SharingTerms): SidebarState;
  stopSharing(): SidebarState;

  insertFormula(insertion: FormulaInsertion): SidebarState;
  /** @param buys whether what is not stored may be bought: at most as many records as are shown */
  previewFormula(formula: string, buys?: boolean): SidebarState;
  saveTemplate(template: Template): SidebarState;
  removeTemplate(name: string): SidebarState;
  insertSheet(insertion: SheetInsertion): SidebarState;
  /** Goes to a tab; does nothing where it is gone. */
  openTab(name: string): SidebarState;

  /** Adds a group of the service. */
  addGroup(name: string): SidebarState;
  removeGroup(name: string): SidebarState;
  setDefaultGroup(name: string): SidebarState;
  listCompanies(group: string): SidebarState;
  /** Finds the pasted domains that belong to tracked companies. */
  checkDomains(group: string, text: string): SidebarState;
  /** Matches the selected column with companies; for a single cell, the column from there on. */
  matchColumn(): SidebarState;
  /**
   * Changes a group of the service with the person's own key. A repetition changes nothing more.
   * @param isListed whether the group is one of this spreadsheet after that
   */
  changeGroup(group: string, change: GroupChange, isListed: boolean): SidebarState;

  pushNews(push: NewsPush): SidebarState;

  /** Only the payer raises the budget; everyone may lower it. */
  saveRules(rules: SpendingRules): SidebarState;
  /** The formulas of this spreadsheet may spend the person's own key. */
  allowSpending(): SidebarState;
  /** Counts the credits of a call without an answer as not spent: only the payer may. */
  releaseCredits(token: string): SidebarState;
  saveAppearance(appearance: Appearance, stripes: boolean): SidebarState;

  /**
   * Creates or changes a job. The current user becomes its owner, whose trigger and key run it. A sync with another query
   * or first day starts again.
   */
  saveJob(job: JobInput): SidebarState;
  pauseJob(id: string): SidebarState;
  /** The current user becomes its owner. @param version of the job as it is shown: a job that has changed is refused */
  resumeJob(id: string, version?: string): SidebarState;
  /**
   * Runs a job for some seconds, with the current user's key unless one is shared.
   * @param token of the run to resume; empty for a new run
   * @param version of the job as it is shown: a job that has changed is refused
   */
  runJob(id: string, token: string, version?: string): SidebarState;
  /**
   * Makes the current user the owner of the job, whose trigger runs it.
   * @param version of the job as it is shown: a job that has changed is refused
   */
  takeOverJob(id: string, version?: string): SidebarState;
  removeJob(id: string): SidebarState;
  /** Sends a test message. Only the person who has given the alert's address can. */
  testAlert(id: string, alert: string): SidebarState;
  /** Creates a tab with charts of a synced tab. It costs nothing. */
  makeViews(id: string): SidebarState;
  /** Creates a new secret for the receiver of news; the previous one stops working. */
  makeReceiver(): SidebarState;
  /** Free, and no state: a JSON list of objects, empty text where the service lacks it. @param text a search, or a formula */
  lookUp(kind: LookUpKind, text: string): string;
}

/** All calls, in the order of the interface: the page builds its client from them, a test compares them with the globals. */
export const SIDEBAR_CALLS = [
  'sidebarState',
  'saveConnection',
  'forgetConnection',
  'testConnection',
  'shareConnection',
  'stopSharing',
  'insertFormula',
  'previewFormula',
  'saveTemplate',
  'removeTemplate',
  'insertSheet',
  'openTab',
  'addGroup',
  'removeGroup',
  'setDefaultGroup',
  'listCompanies',
  'checkDomains',
  'matchColumn',
  'changeGroup',
  'pushNews',
  'saveRules',
  'allowSpending',
  'releaseCredits',
  'saveAppearance',
  'saveJob',
  'pauseJob',
  'resumeJob',
  'runJob',
  'takeOverJob',
  'removeJob',
  'testAlert',
  'makeViews',
  'makeReceiver',
  'lookUp',
] as const satisfies readonly (keyof SidebarApi)[];
