/** The sidebar's texts in English. Other languages are checked against this set. */
import type { ErrorKey } from '../../contract/error-texts.js';
import type { CellErrorCode } from '../../contract/errors.js';
import type { FormulaKey, HealthProblem } from '../../contract/sidebar-api.js';
import { alerts } from './en-alerts.js';
import { build, type OptionWords } from './en-build.js';
import { remedies } from './en-errors.js';
import { fresh, jobs, receiver } from './en-jobs.js';
import { service } from './en-service.js';
import { condition, connecting, start } from './en-start.js';
import { track } from './en-track.js';

const credits = (count: string) => (count === '1' ? '1 credit' : `${count} credits`);

export const en = {
  language: 'en',
  loading: 'Loading…',
  working: 'Working…',
  cancel: 'Cancel',
  retry: 'Try again',
  removeIt: 'Remove',
  remove: (what: string) => `Remove ${what}`,
  copy: { label: 'Copy', copied: 'Copied.', refused: 'It is selected: copy it with the keyboard.' },
  credits,
  sections: {
    build: 'Build',
    groups: 'Groups',
    news: 'News',
    jobs: 'Jobs',
    activity: 'Activity',
    connect: 'Connect',
  },
  navigation: 'Sections',
  notShown: 'This section cannot be shown. Try again, and report it if it happens again.',
  /** The meaning of an error code where the add-on's own message is not shown. */
  errors: {
    NO_KEY: 'There is no API key yet. Save one under Connect.',
    BAD_KEY: 'The service rejected this key. Check that it belongs to this address, or save another one.',
    NO_CREDITS: 'No credits are left. Add credits at the service.',
    TIMEOUT: 'The service took too long to answer. Try again in a minute.',
  } as Partial<Record<CellErrorCode, string>>,
  /** The add-on's own are English. */
  sentences: {} as Readonly<Partial<Record<ErrorKey, string>>>,
  /** In English the contract says them. */
  options: {} as OptionWords,
  /** Where Google has refused a call. Its own words are in the person's language, and no program reads them. */
  google: {
    title: 'Google did not answer as it should',
    hint: 'If you are signed in to several Google accounts, Google may have used a different one from the one this spreadsheet is open in. Sign out of the others, or open the spreadsheet in a private window or another browser profile.',
  },
  connect: {
    emptyTitle: 'Connect your signals service',
    emptyText:
      'Paste the address and the key from your account page there. It takes a minute and costs nothing.',
    title: 'Your key',
    address: 'Service address',
    addressHint: 'Begins with https://',
    key: 'API key',
    keyHint: 'Leave it empty to keep the saved key at the same address. A new address needs its own key.',
    keyEnds: (ending: string) => `ends in ${ending}`,
    save: 'Save and test',
    test: 'Test',
    replace: 'Change…',
    forget: 'Forget…',
    forgetQuestion: 'Forget address and key? Formulas that use this key stop working.',
    forgetYes: 'Forget',
    tested: 'Connected: the service answers and accepts the key. The test was free.',
    forgotten: 'Address and key are forgotten.',
  },
  formulaKey: {
    title: 'Formulas here',
    texts: {
      shared: 'Formulas in this spreadsheet use the key that is shared with it, no matter who opens it.',
      mine: 'You own this spreadsheet: its formulas use your key, even when colleagues open it.',
      other: 'Formulas in this spreadsheet use the key of its owner, not yours.',
      none: 'The owner of this spreadsheet has saved no key, so its formulas show #NO_KEY.',
      unknown: 'Formulas use the key of the person who owns this spreadsheet. No formula has run here yet.',
    } as Record<FormulaKey, string>,
  },
  sharing: {
    title: 'Share with this spreadsheet',
    off: 'Off. Share your key with this spreadsheet so that its formulas work for everyone who can edit it. You pay, up to a daily cap. The sidebar never shows the key, and a copy of the spreadsheet cannot use it.',
    offWithoutKey: 'Save a key of your own before you share it.',
    offer: 'Share my key…',
    offerInstead: 'Share my key instead…',
    owner: 'Your name',
    ownerHint: 'Colleagues see who pays.',
    cap: 'Daily cap, in credits',
    capProblem: 'A whole number, 1 or more.',
    nameProblem: 'Enter a name.',
    confirm: 'Share',
    change: 'Change terms',
    stop: 'Stop sharing…',
    stopQuestion: 'Stop sharing? Formulas here go back to the owner’s key.',
    stopYes: 'Stop sharing',
    on: (owner: string, cap: string) => `${owner} pays, up to ${credits(cap)} a day.`,
    mine: 'You share this key and can stop at any time.',
    notMine: (owner: string) => `Only ${owner} can change or stop this.`,
    shared: 'Your key is shared with this spreadsheet.',
    stopped: 'Sharing has stopped.',
    since: 'Since',
  },
  appearance: {
    title: 'Appearance',
    label: 'Theme',
    choices: { light: 'Light', dark: 'Dark', system: 'Same as system' },
    stripes: 'Alternating row colours in new tables',
  },
  health: {
    title: 'Health',
    good: 'No problems are known.',
    allow: (credits: string) => `Allow ${credits} credits a day`,
    allowed: 'Allowed. Choose Signals > Refresh sheet, and the formulas ask.',
    problems: {
      'no-key': ['No key', 'Save a key above, or ask a colleague to share one with this spreadsheet.'],
      'key-refused': [
        'The service refuses the key of the formulas here',
        'Tables keep what they show. Enter a new key, or choose Signals > Refresh sheet to try it again.',
      ],
      'owner-without-key': [
        'The owner has no key',
        'Ask the owner to open this sidebar and save a key, or save yours above and share it here.',
      ],
      'key-out-of-sight': [
        'Formulas cannot see your key',
        'Google lets formulas see the owner’s key only, and the owner has none. Share your key with this spreadsheet below.',
      ],
      'not-allowed': [
        'Formulas do not spend your credits here yet',
        'A new spreadsheet, or a copy, uses your key for paid records only when you say so.',
      ],
      'copied-spreadsheet': [
        'This is a copy',
        'The key shared in the original is not used here, so nobody pays by accident. Share a key again if you want to.',
      ],
      'damaged-sharing': [
        'The shared key cannot be used',
        'It is damaged, or someone has changed it. Formulas and jobs send nothing until you or a colleague share a key again below.',
      ],
      'no-document': ['Settings cannot be saved', 'Open the file as a Google spreadsheet and try again.'],
      'store-full': [
        'No space to store all answers',
        'This file’s storage for Signals is full. Answers that have not been used for longest are no longer stored, and are paid again when they are needed. Freeze tables that need no updates, or remove jobs.',
      ],
      'missing-scope': [
        'A permission is missing',
        'Choose Signals > Open sidebar again and tick every permission that Google asks for.',
      ],
      'no-job-permission': [
        'Your jobs do not run',
        'A permission that they need is missing: for the spreadsheet, or for the service. Choose Signals > Open sidebar again and tick every permission that Google asks for. Your jobs then run within the hour.',
      ],
      'no-trigger': [
        'Your jobs do not run automatically',
        'Google has removed or disabled their trigger, or refused to create it. Run now in one of your jobs creates it again for all of them. A test deployment of the add-on has no triggers: there, start your jobs with Run now.',
      ],
      'no-trigger-permission': [
        'Google does not let Signals run your jobs',
        'The permission for triggers is missing. Choose Signals > Open sidebar again, tick every permission that Google asks for, then save one of your jobs again. Until then, start them with Run now.',
      ],
      'too-many-triggers': [
        'All of your 20 triggers are in use',
        'Each spreadsheet with jobs of yours needs one. Remove your jobs from a spreadsheet where you no longer need them, then save one here again. Until then, start them with Run now.',
      ],
      'unknown-zone': [
        'The time zone is unknown',
        'Tables and jobs would show wrong days in the time zone of this spreadsheet, so they say so instead. Choose another one in File > Settings.',
      ],
      'view-only': [
        'You can only view',
        'This sheet is protected or shared for viewing. Ask its owner for edit access.',
      ],
    } as Record<HealthProblem, readonly [string, string]>,
  },
  groups: {
    title: 'Groups',
    emptyTitle: 'No groups yet',
    emptyText:
      'A group is a list of companies tracked at the service. Add one to use its companies by name in formulas.',
    name: 'Name of a group',
    nameHint: 'Its name at the service.',
    add: 'Add',
    added: (name: string) => `${name} was added.`,
    isDefault: 'Default',
    makeDefault: 'Make default',
    companies: 'Companies',
    insert: 'Insert',
    removeQuestion: (name: string) => `Remove ${name} from this spreadsheet? The service keeps it.`,
    search: 'Search companies',
    count: (shown: string, all: string) =>
      shown === all ? `${all} companies` : `${shown} of ${all} companies`,
    more: (count: string) => `${count} more: narrow the search.`,
    none: 'No company matches.',
    checkTitle: 'Are these tracked?',
    checkText: 'Paste a column of website domains.',
    checkGroup: 'In group',
    pasted: 'Domains',
    check: 'Check',
    tracked: (count: string) => `${count} tracked`,
    untracked: (count: string, group: string) => `${count} not in ${group}`,
    unreadable: (count: string) => (count === '1' ? '1 is no domain' : `${count} are no domains`),
    listed: (count: string) =>
      `The service has ${count === '1' ? '1 group' : `${count} groups`}. Add those that you use here: formulas then name them.`,
  },
  build,
  jobs,
  alerts,
  fresh,
  receiver,
  service,
  track,
  start,
  connecting,
  condition,
  remedies,
  news: {
    title: 'Push news',
    text: 'The service posts the latest news for a group to your address, once.',
    noGroups: 'Add a group to this spreadsheet first; then you can push its news.',
    toGroups: 'Go to Groups',
    group: 'Group',
    days: 'Days of news',
    callback: 'Callback address',
    callbackHint: 'https://…; saved for this group. What follows its question mark is not shown again.',
    destination: 'Where to',
    here: 'This spreadsheet',
    elsewhere: 'Another address',
    received: (added: string, changed: string, tab: string) =>
      `${added === '1' ? '1 item' : `${added} items`} added to the tab ${tab}${changed === '' ? '' : `, ${changed} changed`}.`,
    notReceived: (why: string) => `The spreadsheet did not take the news: ${why}.`,
    push: 'Push news',
    again: 'Push again',
    already: (at: string) => `The same news was posted to this address on ${at}. Push again?`,
    pushed: (group: string) => `News for ${group} was posted.`,
    answer: 'What the address answered',
    noAnswer: 'The answer was empty.',
    earlier: 'Earlier pushes',
    dayCount: (count: string) => (count === '1' ? '1 day' : `${count} days`),
    results: { answered: 'answered', failed: 'failed', unknown: 'no answer; it may have arrived' },
  },
  activity: {
    title: 'Credits today',
    spent: (spent: string, budget: string) => `${spent} of ${budget} credits`,
    capOf: (sharer: string) => `${sharer} shares the key up to this cap a day. Only ${sharer} can raise it.`,
    month: 'This month',
    balance: 'Left at the service',
    byDay: 'Last 30 days',
    byDayText: (sum: string, days: string, day: string, most: string) =>
      `${sum} credits on ${days === '1' ? '1 day' : `${days} days`}, most on ${day}: ${most}.`,
    budgetLine: (budget: string) => `The dashed line is the daily budget of ${budget}.`,
    byCell: 'By cell',
    byPerson: 'By person',
    held: 'Held back',
    heldText:
      'Requests without an answer. The service may have charged them, so they count as spent. When the same question runs again, its request is repeated at no second cost; after a day they count as spent for good.',
    release: 'Release…',
    releaseQuestion: (credits: string) =>
      `If the service has charged this request, the same question can pay up to ${credits} again. Release them?`,
    releaseYes: 'Release',
    released: 'Released.',
    calls: 'Latest requests',
    noCallsTitle: 'No requests yet',
    noCallsText: 'Each request to the service is listed here with its cost.',
    copy: 'Copy to a new sheet',
    sheet: 'Signals activity',
    columns: ['When', 'Who', 'Cell', 'Query', 'Records', 'New', 'Credits', 'Source', 'Seconds'],
    records: (records: string, fresh: string) => `${records} records, ${fresh} new`,
    sources: {
      service: 'queried the service',
      delta: 'queried for changes only',
    },
    someone: 'someone',
    rules: 'Budget and freshness',
    budget: 'Daily budget, in credits',
    budgetHint:
      'For all formulas in this spreadsheet. Stored answers stay visible when the budget is used up.',
    onlyPayer: (payer: string, budget: string) =>
      `Only ${payer === '' ? 'the owner of this spreadsheet' : payer} pays and can raise it above ${budget}. You can lower it.`,
    freshness: 'How often formulas update',
    modes: { daily: 'Once a day', manual: 'Only on refresh' },
    numberProblem: 'A whole number.',
    save: 'Save',
    saved: 'Saved.',
  },
};
