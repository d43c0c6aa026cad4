/** English texts of the section Jobs. */

const credits = (count: string): string => (count === '1' ? '1 credit' : `${count} credits`);

export const jobs = {
  title: 'Jobs',
  emptyTitle: 'No scheduled jobs yet',
  emptyText:
    'A sync keeps a tab up to date: it fetches each day of changes once, for at most one credit a record. Your own columns stay unchanged.',
  refreshText:
    'Formulas that are kept fresh have run before you open the spreadsheet: it shows today as soon as it opens.',
  addSync: 'New sync',
  addPush: 'New push',
  addRefresh: 'Keep formulas fresh',
  newSync: 'Expansions',
  newPush: 'News',
  newRefresh: 'Fresh formulas',
  syncTitle: 'Sync a tab',
  pushTitle: 'Push news on a schedule',
  refreshTitle: 'Keep formulas fresh',
  name: 'Name',
  formula: 'As a formula',
  onlyFormula: 'The fields cannot show this formula: change it under Advanced.',
  advanced: 'Advanced',
  more: 'More',
  openTab: 'Open tab',
  runQuestion: 'The job is saved. Run it now?',
  later: 'Later',
  history: (count: string): string => (count === '1' ? 'Last run' : `Last ${count} runs`),
  sent: 'sent',
  formulaHint: 'A formula without dates and limit; its columns become the columns of the tab.',
  fromBuilder: 'Use the formula from Build',
  tab: 'Tab',
  tabHint: 'Created if it does not exist. Records are matched by the column Id.',
  from: 'First day',
  fromFormat: 'YYYY-MM-DD',
  fromHint:
    'The first run fetches all records changed since this day. Each day is fetched once it has ended.',
  budget: 'Maximum credits per run',
  budgetHint: 'A run that reaches this limit resumes at its next scheduled time.',
  newRows: 'New rows',
  top: 'at the top',
  bottom: 'at the bottom',
  newSince: 'Write the day into the column “New since” of new rows',
  log: 'Add a row to the tab “Signals log” after each run',
  pushHint:
    'Once a day, with the days since the last push, 5 at most. The receiver recognizes repeated items by their id. A push that may have arrived is never repeated automatically.',
  where: 'Which formulas',
  everywhere: 'all of this spreadsheet',
  inPlaces: 'in some tabs or ranges',
  refreshHint:
    'A formula runs again when its answer has changed, or when it shows an error. You pay only for new and changed records.',
  places: 'Tabs and named ranges',
  placesHint: 'Separate names with commas. Put a name that has a comma in quotation marks.',
  placesMissing: 'Enter a tab or a named range.',
  changes: 'List new records in the tab “Signals changes”',
  every: 'How often',
  everyChoices: {
    hour: 'every hour',
    day: 'every day',
    workdays: 'Monday to Friday',
    week: 'on selected weekdays',
  },
  hour: 'At about',
  days: 'Days',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  digest: 'Mail a digest to',
  digestHint:
    'Leave it empty for none. At most one mail a day, after new records; Google asks for permission to send mail as you.',
  save: 'Save job',
  savedWithoutTrigger: (words: string): string =>
    `The job is saved, but Google created no trigger for it: ${words}`,
  restartQuestion: (from: string): string =>
    `The sync starts again at ${from}: the days since then are fetched and paid again. The rows in the tab stay.`,
  run: 'Run now',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Change',
  views: 'Create charts',
  takeOver: 'Take over',
  takeOverQuestion: (owner: string, digest: string): string =>
    `Run this job in your name and with your key instead of that of ${owner}?${digest === '' ? '' : ` It mails a digest to ${digest}.`}`,
  notMine: (owner: string): string =>
    `${owner} runs this job. If you save it, it becomes yours: it runs in your name, with your key and your trigger.`,
  changeQuestion: (owner: string): string => `The job of ${owner} becomes yours and runs with your key.`,
  saveAsMine: 'Save as my job',
  removeQuestion: (name: string): string => `Remove ${name}? The tab and its rows stay.`,
  removeRefreshQuestion: (name: string): string =>
    `Remove ${name}? The formulas stay; they are no longer kept fresh.`,
  states: {
    running: 'runs now',
    waits: 'on',
    paused: 'paused',
    givenUp: 'stopped after 5 failures',
    failed: 'failed',
  },
  progress: (added: string, changed: string, spent: string, through: string): string =>
    `${added} new, ${changed} changed, ${credits(spent)}${through === '' ? '' : `, up to ${through}`}.`,
  daysDone: (done: string, all: string): string => `${done} of ${all === '1' ? '1 day' : `${all} days`}`,
  stopping: 'It stops after this part.',
  cancelled: 'Cancelled. What was paid for is kept, and Run now resumes there.',
  records: (count: string): string =>
    count === '0' ? 'no new records' : count === '1' ? '1 new record' : `${count} new records`,
  formulas: (count: string): string => (count === '1' ? '1 formula updated' : `${count} formulas updated`),
  freshAsOf: (day: string, time: string): string => `Fresh as of ${day} ${time}`,
  lastOn: (day: string, time: string): string => `Last run ${day} ${time}`,
  nextOn: (day: string, time: string): string => `next ${day} about ${time}`,
  firstOn: (day: string, time: string): string => `First run ${day} about ${time}`,
  nextRunOn: (day: string, time: string): string => `Next run ${day} about ${time}`,
  againOn: (day: string, time: string): string => `Next try ${day} about ${time}`,
  restOn: (day: string, time: string): string => `The rest follows ${day} about ${time}`,
  ofPlaces: (places: string): string => `formulas in ${places}`,
  ofAll: 'all formulas',
  intoTab: (tab: string): string => `tab ${tab}`,
  ofGroup: (group: string): string => `news for ${group}`,
  atHour: (time: string): string => `at about ${time}`,
  through: (day: string): string => `up to ${day}`,
  sums: (rows: string, spent: string): string => `${rows} rows for ${spent}`,
  owner: (name: string): string => `run by ${name}`,
  me: 'you',
};

/** Formulas that are kept fresh, outside of the section Jobs. */
export const fresh = {
  title: 'Fresh formulas',
  morning: 'every morning',
  offer: 'Keep this fresh every morning?',
  offerText: (most: string): string =>
    `All formulas of this spreadsheet, at about 06:00, for at most ${credits(most)} a run. You pay only for new and changed records.`,
  yes: 'Every morning',
  no: 'Not now',
  is: (when: string, places: string): string => `Fresh ${when}${places === '' ? '' : ` in ${places}`}`,
  switch: (when: string): string => `Keep formulas fresh ${when}`,
  troubled: (job: string): string => `“${job}” has a problem: the section Jobs says which.`,
  toJobs: 'Go to Jobs',
};

export const receiver = {
  title: 'Receive news here',
  text: 'A copy of this add-on that you deploy as a web app adds pushed news to the tab “News”. docs/deploy.md shows how.',
  make: 'Create an address',
  question: 'Create a new secret? Earlier addresses stop working.',
  copyIt: 'Copy it now: it is not shown again.',
  appendIt: 'Append this to the address of your web app. Copy it now: it is not shown again.',
};
