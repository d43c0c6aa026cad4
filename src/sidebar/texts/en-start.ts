/** The English texts of Start, of Connect's form, and of what is known of the service. */
import type { FieldProblem } from '../draft/remedies.js';
import type { StarterName } from '../draft/starters.js';

export const start = {
  lead: 'Or one click, one finished tab',
  link: '‹ Start',
  names: {
    'data-centres': 'Data centres announced this month',
    hiring: 'Who is hiring in my accounts',
    executives: 'New CEOs and CFOs in my industry',
    territory: 'Projects in my territory, the largest first',
    investors: 'Investments of 50 million or more',
    accounts: 'What my accounts announce',
    pipeline: 'Projects to build or equip, scored',
    suppliers: 'Executives who leave my suppliers',
    board: 'Board moves in my industry',
  } as Record<StarterName, string>,
  tabs: {
    'data-centres': 'Data centres',
    hiring: 'Hiring',
    executives: 'New CEOs and CFOs',
    territory: 'Territory watch',
    investors: 'Investor watch',
    accounts: 'Account watch',
    pipeline: 'Project pipeline',
    suppliers: 'Supplier risk',
    board: 'Board moves',
  } as Record<StarterName, string>,
  templates: 'Six more tables, by what you do',
  place: 'Where',
  placeExample: 'Where, such as Texas',
  chooseFirst: 'Choose first',
  accounts: 'Which accounts',
  allAccounts: 'All my accounts',
  industry: 'Which industry',
  allIndustries: 'All industries',
  free: 'Last 30 days · free',
  atMost: (credits: string) => `At most ${credits}`,
  newest: (count: string) => `the newest ${count}`,
  price: (credits: string) => `at most ${credits}`,
  noBudget: 'Today’s budget is used up. Raise it under Activity, or come back tomorrow.',
  making: 'Making the table…',
  own: 'Build your own',
  ownText: 'Companies, dates, filters',
  watchList: {
    name: 'Watch list',
    text: (price: string) => `Companies that you enter · free without any, then ${price} per change`,
    note: 'Enter website domains in column A, from row 5.',
  },
  left: (left: string, budget: string) => `${left} of ${budget} credits left today`,
  leftToday: (left: string) => `${left} left today`,
  made: (tab: string) => `Your table is in the tab “${tab}”.`,
  nothing: (tab: string) => `The tab “${tab}” is ready. No record matches yet.`,
  failed: (tab: string) => `The table in “${tab}” could not be filled.`,
  why: 'The message in its first cell says why.',
  notYet: 'Its first cell says how complete it is',
  rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
  nothingCharged: 'Nothing was charged.',
  charged: (credits: string) => `${credits} were charged.`,
  noCost: 'free',
  openTab: 'Open tab',
  change: 'Change the question',
  another: 'Another table',
  gateTitle: 'Connect first',
  gateText: (section: string) =>
    `${section} needs a key for your signals service. Enter yours, or ask a colleague to share one with this spreadsheet.`,
  gateButton: 'Connect your key',
  samples: {
    title: 'Try it first, without a key',
    text: 'Each makes a tab of sample records. Free, and nothing is sent.',
    tab: (name: string) => `${name} (sample)`,
  },
};

export const connecting = {
  noKeyTitle: 'No key of your own?',
  noKeyText: 'A colleague can share theirs with this spreadsheet and set how much it may spend.',
  safe: 'The key stays in your Google account. Nobody can read it back, not even this page.',
  keyPlaceholder: 'Paste it here',
  connect: 'Connect your key',
  answers: 'The service answers.',
  kept: 'Kept while you correct the address.',
  nothingCharged: 'Nothing was charged.',
  problems: {
    address: {
      missing: 'Enter the address of the service.',
      malformed: 'Enter an address like https://api.example.com, without a question mark or #.',
      nothing: 'Nothing answers at this address. Check the spelling.',
      other: 'Something else answers at this address, not the service. Check the spelling.',
    },
    key: {
      missing: 'Enter the key for this address.',
      malformed: 'A key has at least 8 letters and digits and no spaces. Copy it again, all of it.',
      refused: 'The service does not accept this key. Copy it again, all of it, or ask for a new one.',
    },
  } as Record<FieldProblem['field'], Partial<Record<FieldProblem['why'], string>>>,
};

export const condition = {
  silentTitle: 'The service does not answer.',
  silentText: 'Nothing was charged. Your tables keep what they show.',
  silentHeld: (credits: string) =>
    `Requests without an answer may have been charged: ${credits} are held. Your tables keep what they show.`,
  refusedTitle: 'The service refuses your key.',
  refusedText: 'It may have been replaced. Nothing was charged. Your tables keep what they show.',
  newKey: 'Enter a new key',
  testAgain: 'Test again',
  lines: {
    service: {
      unknown: 'The service: not checked yet',
      good: 'The service answers',
      bad: 'The service does not answer',
    },
    key: { unknown: 'Your key: not checked yet', good: 'Your key is accepted', bad: 'Your key is refused' },
  },
  held: (credits: string) => `${credits} are held`,
  see: 'See',
};
