/** English texts of the menu, its dialogs, mails and jobs. The texts of the sidebar are the page's own. */

/** The cost of running formulas again, for the confirmation. */
export interface RefreshCost {
  readonly formulas: number;
  /** Number of different questions that can cost credits. */
  readonly questions: number;
  /** The sum of their limits, in credits. */
  readonly ceiling: number;
}

/** The budget that runs out first, the day's or the month's, and the credits spent of it. */
interface BudgetUse {
  readonly spent: number;
  readonly budget: number;
  readonly isMonth: boolean;
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
const credits = (number: number) => count(number, 'credit', 'credits');

export const en = {
  /** By the function that an item calls. */
  menu: {
    openSidebar: 'Open sidebar',
    openBuilder: 'Build a formula',
    openTracking: 'Track these companies…',
    refreshSelection: 'Refresh selection…',
    refreshSheet: 'Refresh sheet…',
    refreshAll: 'Refresh everything…',
    refreshFailed: 'Refresh errors only…',
    freezeSelection: 'Freeze selection to values',
    thawSelection: 'Thaw selection',
    openJobs: 'Scheduled jobs',
    openNews: 'Push news…',
    showHelp: 'Help',
  },
  helpText: [
    '=EXPANSIONS(A2:A20, "from", "-30d") shows what the companies in A2:A20 announced in the last 30 days.',
    '',
    'EXPANSIONS: new sites and investments. Each record of a request costs at most one credit; a stored answer is free.',
    'HIRINGS: major hiring. EXEC_CHANGES: changes of executives. TRACKED_COMPANIES: the companies of a group.',
    'MATCH_COMPANIES: the companies that messy names mean.',
    '',
    'Signals > Build a formula writes such formulas for you and opens the formula in the selected cell.',
    'An error in a cell begins with a code such as #NO_KEY; point at the cell to read what to do.',
  ].join('\n'),

  /** The confirmation before a refresh: its greatest cost. */
  refreshQuestion: (
    { formulas, questions, ceiling }: RefreshCost,
    { spent, budget, isMonth }: BudgetUse,
  ): string => {
    const all = `${count(formulas, 'formula queries', 'formulas query')} the service again.`;
    if (questions === 0) return `${all}\n\nThis costs nothing.`;
    return [
      all,
      '',
      `At most ${credits(ceiling)}${questions < formulas ? `, for ${count(questions, 'query', 'queries')} that they share` : ''}.`,
      `Spent ${isMonth ? 'this month' : 'today'}: ${spent.toLocaleString('en-US')} of ${credits(budget)}.`,
    ].join('\n');
  },
  budgetSpent:
    'The budget is used up. Activity in the sidebar says who can raise it; or wait until tomorrow.',
  monthSpent: "This month's budget is used up. Raise it in the sidebar, or wait until next month.",
  nothingToRefresh: 'There is no Signals formula to refresh here.',
  nothingToFreeze: 'No Signals formula is selected. Select the first cell of its table.',
  frozen: (tables: number): string => `${count(tables, 'table', 'tables')} frozen. Thaw selection undoes it.`,
  notFrozen: (waiting: number): string =>
    `Not frozen: ${count(waiting, 'formula shows', 'formulas show')} no table yet.`,
  digest: {
    subject: (job: string, added: number): string => `${job}: ${count(added, 'new record', 'new records')}`,
    counts: (added: number, changed: number, spent: number): string =>
      `${added.toLocaleString('en-US')} new, ${changed.toLocaleString('en-US')} changed, ${credits(spent)}. The newest:`,
    where: (tab: string): string =>
      `All of them are in the tab "${tab}". The digest is set up in Signals > Open sidebar, section Jobs.`,
    failed: (job: string): string => `${job}: failed three times in a row`,
    failedText: 'It stops after five failures. See Signals > Open sidebar, section Jobs.',
  },
  /** Messages to Slack and similar destinations. Their title is the digest's subject. */
  alerts: {
    jobs: (number: number): string => count(number, 'job', 'jobs'),
    amount: (number: number, currency: string): string => count(number, currency, currency),
    others: (number: number): string => `and ${number.toLocaleString('en-US')} more`,
    open: 'Open the spreadsheet',
    test: 'a test, new records will be told here',
  },
  lostAuthorization: {
    subject: 'Signals: your jobs need a permission',
    text: (jobs: string, address: string): string =>
      `Google no longer lets Signals run these jobs: ${jobs}. Choose Signals > Open sidebar in the spreadsheet, or grant the missing permission here: ${address}`,
  },
  /** By kind of warning. */
  notices: {
    columns: ({ headers }: { readonly headers: readonly string[] }): string =>
      `New columns: ${headers.join(', ')}. Older rows get them when they change.`,
    'no-column': ({ headers }: { readonly headers: readonly string[] }): string =>
      `Row 1 does not have: ${headers.join(', ')}. New rows lack it; add the header, or remove the column from this job.`,
    budget: (): string => 'The limit of credits is reached; a later run continues.',
    'month-budget': ({ spent, budget }: { readonly spent: number; readonly budget: number }): string =>
      `${spent.toLocaleString('en-US')} of this month's ${credits(budget)} are spent. At the limit nothing more is bought until next month; raise it under Activity.`,
    cut: ({ day, limit }: { readonly day: string; readonly limit: number }): string =>
      `${day} has more than ${limit.toLocaleString('en-US')} records; the rest is left out.`,
    'perhaps-cut': ({ day, records }: { readonly day: string; readonly records: number }): string =>
      `${day} has exactly ${count(records, 'record', 'records')}; the service may have left some out.`,
    'push-unclear': (): string => 'The last push got no answer; the news may have arrived.',
    'not-run': ({ formulas }: { readonly formulas: number }): string =>
      `${count(formulas, 'formula was', 'formulas were')} not run again: the person whose job this is may not change these cells.`,
    'no-place': ({ places }: { readonly places: readonly string[] }): string =>
      `Not found: "${places.join('", "')}". Correct the tabs and ranges of this job.`,
    'outbox-full': ({ events }: { readonly events: number }): string =>
      `${count(events, 'event waits', 'events wait')} for the webhook; nothing is added until they are sent. Correct or remove its address.`,
    'changes-full': (): string =>
      'The list of changes is full, so the newest are missing; delete rows that you no longer need.',
  },
  nothingToThaw: 'Nothing frozen is selected. Select a cell of a table that was frozen.',
  thawQuestion: (edited: number): string =>
    `${count(edited, 'table was', 'tables were')} changed since it was frozen. Thawing discards these changes.`,
  changedMeanwhile: (tables: number): string =>
    `Not thawed: ${count(tables, 'table', 'tables')} changed while the question was open. Thaw again.`,
};
