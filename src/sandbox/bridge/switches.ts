/** Switches for behaviour of Google that differs by deployment or by consent, or on which its sources disagree. */

/**
 * Each switch with its name on the test bench and its values, the default first: a published add-on with all permissions, and
 * the unkind reading.
 */
export const SWITCHES = {
  /** Whether the add-on runs as a test deployment, which has no installable triggers. */
  testDeployment: { label: 'Test deployment (no triggers)', values: [false, true] },
  /** Whether the spreadsheet is on a shared drive, which has no owner: then formulas have nobody's user properties. */
  sharedDrive: { label: 'On a shared drive (no owner)', values: [false, true] },
  /** Whether the custom functions of an installed add-on get document properties, on which reports disagree. */
  documentPropertiesInFormulas: { label: 'Formulas have document properties', values: [true, false] },
  /** The lost part of the person's authorization. Google's guide has an add-on send a mail then, so mail may be left. */
  lostAuthorization: { label: 'Authorization lost', values: ['nothing', 'all', 'all but mail'] },
  /** The person's locale where the add-on may do nothing yet (AuthMode.NONE): the documented one, none, or an exception. */
  localeWithoutConsent: { label: 'Locale without consent', values: ['known', 'unknown', 'refused'] },
  /** Whether `getUserTriggers(spreadsheet)` lists clock triggers, too: they belong to a person and a spreadsheet, but wait for no event of it. */
  clockTriggersByDocument: { label: 'Clock triggers listed by spreadsheet', values: [false, true] },
  /** A cache's lifetime out of range ends in an exception, or becomes the nearest one that is allowed. */
  cacheLifetimes: { label: 'Cache lifetime out of range', values: ['throw', 'clamp'] },
  /** In English, or in words that no script can look for. */
  exceptionWords: { label: 'Words of exceptions', values: ['english', 'foreign'] },
  /** True if exceptions of services pass `instanceof Error`. */
  exceptionsAreErrors: { label: 'Exceptions are instances of Error', values: [false, true] },
  /** The kind of Google account that everyone has: it decides the quotas per day. */
  account: { label: 'Google account', values: ['consumer', 'workspace'] },
  /** The quota of properties counts each call, each written key, or each read key too: no source says which. */
  propertyCount: { label: 'Quota of properties counts', values: ['written keys', 'calls', 'keys'] },
  /** A call past its quota of the day ends in an exception, or is delayed by a minute, as some people report. */
  spentQuota: { label: 'A call past its quota', values: ['refuse', 'delay'] },
  /** Whether calls take as long as on Google, in real time. */
  latency: { label: 'Calls take as long as', values: ['none', 'google'] },
  /** A formula of a person who has thirty executions already waits for its turn, or is refused like any other execution. */
  crowded: { label: 'The 31st formula at once', values: ['queue', 'refuse'] },
  /**
   * Whether what a script calls of the spreadsheet waits for the custom functions that run, and flush() for all: reports
   * disagree about which calls wait. Custom functions themselves never do.
   */
  spreadsheetCalls: { label: 'Calls to the spreadsheet', values: ['at once', 'wait for formulas'] },
  /** A page of the script may load nothing but itself, or anything by HTTPS: no source says which. */
  contentPolicy: { label: 'The script’s pages may use', values: ['page only', 'https'] },
} as const;

type Table = typeof SWITCHES;

/** Set a member at any time; it holds from the next execution on. */
export type Switches = { -readonly [Name in keyof Table]: Table[Name]['values'][number] } & {
  /** Scopes of the manifest that the person has not granted. */
  withheldScopes: readonly string[];
  /** The person's locale, such as de or de_AT. */
  userLocale: string;
};

export const DEFAULT_SWITCHES = {
  ...Object.fromEntries(Object.entries(SWITCHES).map(([name, { values }]) => [name, values[0]])),
  withheldScopes: [],
  userLocale: 'en',
} as unknown as Switches;
