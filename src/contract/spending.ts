/** The spending and the budgets of a spreadsheet, as the sidebar shows them. JSON values only. */

/** A call to the service for a formula or a job. */
export interface ActivityCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly cell: string;
  readonly question: string;
  readonly records: number;
  /** Records or versions that were not stored before. */
  readonly fresh: number;
  readonly credits: number;
  readonly source: 'service' | 'delta';
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** Credits of a call with an unknown outcome. They count as spent for a day or until a repetition. */
export interface HeldCredits {
  /** Identifies the call. */
  readonly token: string;
  readonly credits: number;
  /** When it was first sent, in milliseconds since 1970. */
  readonly since: number;
  /** The id of the job that made it; empty for a formula. */
  readonly job: string;
  /** The question; empty if it was too long to store. */
  readonly question: string;
}

export interface Activity {
  /** Credits of today, including reservations, and of this month. */
  readonly today: number;
  readonly month: number;
  /** The days of the last 30 with spending, and today, oldest first, in the spreadsheet's zone. */
  readonly days: readonly { readonly day: string; readonly credits: number }[];
  /** The last known balance at the service. */
  readonly balance?: number;
  readonly held: readonly HeldCredits[];
  /** Newest first, at most 200. */
  readonly calls: readonly ActivityCall[];
}

export interface SpendingRules {
  /** Maximum credits that the formulas of this spreadsheet spend per day. */
  readonly dailyBudget: number;
  /** The same per calendar month in the spreadsheet's zone; 0 for none. */
  readonly monthlyBudget: number;
  readonly freshness: { readonly mode: 'daily' | 'manual' };
}

/** The person who pays for formulas, and may raise the daily budget. */
export interface BudgetPayer {
  /** Empty if only Google knows the spreadsheet's owner. */
  readonly name: string;
  /** True if the current user is that person, or may be. */
  readonly mine: boolean;
}
