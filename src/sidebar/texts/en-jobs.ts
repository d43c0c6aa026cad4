/** English texts of the section Jobs. */

const credits = (count: string): string => (count === '1' ? '1 credit' : `${count} credits`);

export const jobs = {
  title: 'Jobs',
  emptyTitle: 'Nothing runs by itself yet',
  emptyText:
    'A sync keeps a tab up to date: each day of changes is asked for once, and every record is paid once. Your own columns stay yours.',
  addSync: 'New sync',
  addPush: 'New push',
  newSync: 'Expansions',
  newPush: 'News',
  syncTitle: 'Sync a tab',
  pushTitle: 'Push news by itself',
  name: 'Name',
  formula: 'What to sync',
  formulaHint: 'A formula without days and limit; its columns become those of the tab.',
  fromBuilder: 'Take what is under Build',
  tab: 'Tab',
  tabHint: 'It is made if there is none. Records are found by the column Id.',
  from: 'First day',
  fromHint: 'Records changed since then are fetched first; then each day once it is over.',
  budget: 'Most credits of a run',
  budgetHint: 'A run that reaches it goes on at the next time.',
  newRows: 'New rows',
  top: 'at the top',
  bottom: 'at the bottom',
  log: 'Add a row to the tab “Signals log” after each run',
  pushHint:
    'Once a day, with the days since the last push, 5 at most: the receiver knows by its id what comes again. Never repeated by itself when nobody knows whether it arrived.',
  every: 'How often',
  everyChoices: { hour: 'every hour', day: 'every day', week: 'on days of the week' },
  hour: 'At about',
  days: 'Days',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  digest: 'Mail a digest to',
  digestHint:
    'Leave it empty for none. At most one mail a day, after new records; Google asks for the permission to send mail as you.',
  save: 'Save job',
  anewQuestion: (from: string): string =>
    `This begins anew at ${from}: the days since then are asked and paid again. What the tab holds stays.`,
  run: 'Run now',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Change',
  views: 'Make charts',
  takeOver: 'Take over',
  takeOverQuestion: (owner: string): string => `Run this job with your key instead of that of ${owner}?`,
  removeQuestion: (name: string): string => `Remove ${name}? The tab and its rows stay.`,
  states: {
    running: 'runs now',
    waits: 'on',
    paused: 'paused',
    givenUp: 'stopped after 5 failures',
    failed: 'failed',
  },
  progress: (added: string, changed: string, spent: string, through: string): string =>
    `${added} new, ${changed} changed, ${credits(spent)}${through === '' ? '' : `, up to ${through}`}.`,
  intoTab: (tab: string): string => `tab ${tab}`,
  ofGroup: (group: string): string => `news of ${group}`,
  hourly: 'every hour',
  atHour: (time: string): string => `at about ${time}`,
  last: (at: string): string => `last run ${at}`,
  next: (at: string): string => `next ${at}`,
  through: (day: string): string => `up to ${day}`,
  sums: (rows: string, spent: string): string => `${rows} rows for ${spent}`,
  owner: (name: string): string => `run by ${name}`,
  me: 'you',
};

export const receiver = {
  title: 'Receive news here',
  text: 'A copy of this add-on that you deploy as a web app takes pushed news into the tab “News”. docs/deploy.md shows how.',
  make: 'Make an address',
  question: 'Make a new secret? An address made before stops working.',
  copyIt: 'Copy it now: it is not shown again.',
  appendIt: 'Put this behind the address of your web app. Copy it now: it is not shown again.',
};
