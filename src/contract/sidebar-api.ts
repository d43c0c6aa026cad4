/** What the sidebar may call in the add-on, and the state that every call returns. JSON values only. */

import type { JobInput, JobRun, JobState } from './jobs.js';

/** The service's address and the key for it: one pair, saved, replaced and forgotten together. */
export interface Connection {
  readonly baseUrl: string;
  /** May be empty when the address is the one that is saved: then the saved key stays. */
  readonly apiKey: string;
}

/** On what terms a key is lent to everybody who may edit the spreadsheet. */
export interface SharingTerms {
  /** Who pays, as colleagues are to read it. */
  readonly owner: string;
  /** Most credits that this spreadsheet may spend of it in a day. */
  readonly dailyCap: number;
}

export interface Sharing extends SharingTerms {
  readonly baseUrl: string;
  readonly keyEnding: string;
  /** Milliseconds since 1970. */
  readonly sharedAt: number;
  /** Whether the person at the screen has shared it: nobody else may change or stop it. */
  readonly mine: boolean;
}

/**
 * Whose key the formulas of this spreadsheet use.
 * - `shared`: the one shared with the spreadsheet
 * - `mine`, `other`: that of the spreadsheet's owner, who is the person at the screen, or somebody else
 * - `none`: nothing is shared, and the owner has none
 * - `unknown`: no formula has run lately, so nobody has looked
 */
export type FormulaKey = 'shared' | 'mine' | 'other' | 'none' | 'unknown';

/** Known troubles that the page can explain. */
export const HEALTH_PROBLEMS = [
  'no-key',
  'owner-without-key',
  'key-out-of-sight',
  'copied-spreadsheet',
  'no-document',
  'store-full',
  'missing-scope',
  'no-trigger',
  'view-only',
] as const;

export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

export interface CellReference {
  /** Name of the sheet. */
  readonly sheet: string;
  readonly a1: string;
}

export interface CellState extends CellReference {
  /** As Sheets shows it for editing; empty for a plain value. */
  readonly formula: string;
  /** What the cell displays. */
  readonly text: string;
}

export interface Template {
  readonly name: string;
  readonly formula: string;
}

export interface FormulaInsertion {
  readonly formula: string;
  /** Where to; the active cell when absent. */
  readonly cell?: CellReference;
  /** The formula that the page believes to be in the cell: replacing exactly that needs no question. */
  readonly expected?: string;
  /** Whether the person has agreed to lose what the cell holds. */
  readonly replace: boolean;
}

/** A cell of a new sheet: a plain value, an instant in milliseconds since 1970, a formula in the locale's separators. */
export type NewCell = string | number | { readonly at: number } | { readonly formula: string };

export interface SheetInsertion {
  readonly name: string;
  readonly rows: readonly (readonly NewCell[])[];
}

export interface NewsPush {
  readonly group: string;
  readonly days: number;
  readonly callbackUrl: string;
  /** Whether the person has agreed to send what was sent today already. */
  readonly again: boolean;
}

export interface PushedNews {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly group: string;
  readonly days: number;
  readonly callbackUrl: string;
  /** A push that began and never reported back is `unknown`: it may have arrived. */
  readonly result: 'answered' | 'failed' | 'unknown';
}

export interface TrackedCompanyEntry {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** A call to the service for a formula or a job. */
export interface ActivityCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly cell: string;
  readonly question: string;
  readonly records: number;
  /** Records or versions that were not held before. */
  readonly fresh: number;
  readonly credits: number;
  readonly source: 'service' | 'delta';
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

export interface Activity {
  /** Credits of today, with what may still be charged, and of this month. */
  readonly today: number;
  readonly month: number;
  /** What the formulas may spend today. */
  readonly budget: number;
  /** What the service last said is left. */
  readonly balance?: number;
  readonly byCell: readonly { readonly cell: string; readonly credits: number }[];
  readonly byPerson: readonly { readonly person: string; readonly credits: number }[];
  /** Newest first, at most 200. */
  readonly calls: readonly ActivityCall[];
}

export interface SpendingRules {
  /** Most credits that the formulas of this spreadsheet spend in a day. */
  readonly dailyBudget: number;
  readonly freshness: { readonly mode: 'daily' | 'manual' | 'live'; readonly minutes: number };
}

/** What a stored answer shows of a formula, at no cost. */
export interface Preview {
  readonly formula: string;
  /** Why the formula would be refused; empty when it would be asked. */
  readonly problem: string;
  /** Absent when the question has not been asked lately. */
  readonly stored?: {
    /** Milliseconds since 1970. */
    readonly askedAt: number;
    readonly records: number;
    /** The header row and the first records, as text. */
    readonly rows: readonly (readonly string[])[];
  };
}

/** What one call found out, beyond the state. The page shows it where the call was made. */
export type Outcome =
  | { readonly kind: 'tested'; readonly ok: boolean; readonly message: string }
  | { readonly kind: 'inserted'; readonly cell: CellReference }
  | { readonly kind: 'occupied'; readonly cell: CellState }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'sheet'; readonly name: string }
  | { readonly kind: 'companies'; readonly group: string; readonly companies: readonly TrackedCompanyEntry[] }
  | {
      readonly kind: 'checked';
      readonly group: string;
      readonly tracked: readonly string[];
      readonly untracked: readonly string[];
    }
  | { readonly kind: 'pushed-already'; readonly push: PushedNews }
  | { readonly kind: 'pushed'; readonly group: string; readonly days: number; readonly response: string }
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'job-run'; readonly run: JobRun }
  | { readonly kind: 'receiver'; readonly address: string; readonly query: string };

export interface SidebarState {
  /** Of the person at the screen, such as de or en_US. */
  readonly userLocale: string;
  /** Of the spreadsheet: it decides how formulas are written. */
  readonly spreadsheetLocale: string;
  readonly timeZone: string;
  /** The service's address; empty when nothing is saved. */
  readonly baseUrl: string;
  readonly hasKey: boolean;
  /** The last four characters of the key: the page never receives more of it. */
  readonly keyEnding: string;
  readonly sharing?: Sharing;
  readonly formulaKey: FormulaKey;
  readonly health: readonly HealthProblem[];
  /** The selected cell; absent where there is none. */
  readonly cell?: CellState;
  readonly groups: readonly string[];
  /** The group that a new formula begins with; empty for none. */
  readonly defaultGroup: string;
  readonly templates: readonly Template[];
  /** Where the news of a group go, by group. */
  readonly callbacks: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly pushes: readonly PushedNews[];
  readonly activity: Activity;
  readonly rules: SpendingRules;
  readonly jobs: readonly JobState[];
  readonly outcome?: Outcome;
}

/**
 * Each call is a global function of the add-on. All of them refuse to run for a formula, which would act with the
 * rights of the spreadsheet's owner.
 * @throws a message that begins with a stable code, `#BAD_INPUT: …`; then nothing is changed
 */
export interface SidebarApi {
  sidebarState(): SidebarState;

  saveConnection(connection: Connection): SidebarState;
  /** Forgets the pair, and stops sharing it with this spreadsheet. */
  forgetConnection(): SidebarState;
  /** Asks the service once, at no cost. */
  testConnection(): SidebarState;
  /** Lends the saved pair to this spreadsheet, or changes the terms. */
  shareConnection(terms: SharingTerms): SidebarState;
  stopSharing(): SidebarState;

  insertFormula(insertion: FormulaInsertion): SidebarState;
  previewFormula(formula: string): SidebarState;
  saveTemplate(template: Template): SidebarState;
  removeTemplate(name: string): SidebarState;
  insertSheet(insertion: SheetInsertion): SidebarState;

  /** Adds a group that the service knows. */
  addGroup(name: string): SidebarState;
  removeGroup(name: string): SidebarState;
  setDefaultGroup(name: string): SidebarState;
  listCompanies(group: string): SidebarState;
  /** Which of the domains in a pasted text belong to tracked companies. */
  checkDomains(group: string, text: string): SidebarState;

  pushNews(push: NewsPush): SidebarState;

  saveRules(rules: SpendingRules): SidebarState;

  /** Makes a job, or changes one: a sync with another question or first day begins anew. */
  saveJob(job: JobInput): SidebarState;
  pauseJob(id: string): SidebarState;
  resumeJob(id: string): SidebarState;
  /** Runs a job for some seconds. @param token of the run to go on with; empty for a new one */
  runJob(id: string, token: string): SidebarState;
  /** Makes the person at the screen the one whose trigger runs it. */
  takeOverJob(id: string): SidebarState;
  removeJob(id: string): SidebarState;
  /** Makes a tab with charts of what a synced tab holds, at no cost. */
  makeViews(id: string): SidebarState;
  /** Makes a new secret for the receiver of news; the one before is no longer accepted. */
  makeReceiver(): SidebarState;
}

/** Every call, in the order of the interface: the page makes its client from it, a test compares it with the globals. */
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
  'addGroup',
  'removeGroup',
  'setDefaultGroup',
  'listCompanies',
  'checkDomains',
  'pushNews',
  'saveRules',
  'saveJob',
  'pauseJob',
  'resumeJob',
  'runJob',
  'takeOverJob',
  'removeJob',
  'makeViews',
  'makeReceiver',
] as const satisfies readonly (keyof SidebarApi)[];
