/** Switches for behaviour of Google that depends on deployment or consent, or on which sources disagree. */

/**
 * The switches: label on the test bench and possible values. The first value is the default: that of a
 * published add-on with all permissions, and otherwise the stricter interpretation.
 */
export const SWITCHES = {
  /** If true, the add-on runs as a test deployment, which has no installable triggers. */
  testDeployment: { label: 'Test deployment (no triggers)', values: [false, true] },
  /** If true, the file is on a shared drive and has no owner, so formulas have an empty user store. */
  sharedDrive: { label: 'On a shared drive (no owner)', values: [false, true] },
  /** If true, custom functions have document properties. Reports about installed add-ons disagree. */
  documentPropertiesInFormulas: { label: 'Formulas have document properties', values: [true, false] },
  /** Scopes that the person has revoked. Google's guide makes add-ons send a mail then: mail can remain. */
  lostAuthorization: { label: 'Authorization lost', values: ['nothing', 'all', 'all but mail'] },
  /** The locale in AuthMode.NONE: the person's as Google documents it, none, or an exception. */
  localeWithoutConsent: { label: 'Locale without consent', values: ['known', 'unknown', 'refused'] },
  /** If true, `getUserTriggers(spreadsheet)` includes clock triggers, which no event of the file fires. */
  clockTriggersByDocument: { label: 'Clock triggers listed by spreadsheet', values: [false, true] },
  /** Exceptions in English, or in words that a script cannot search for; cells load in German then. */
  exceptionWords: { label: 'Words of exceptions', values: ['english', 'foreign'] },
  /** A call over its daily quota throws, or takes a minute longer, as some people report. */
  spentQuota: { label: 'A call past its quota', values: ['refuse', 'delay'] },
  /** With `limited`, LockService refuses a script's operations beyond a number that Google does not document. */
  lockOperations: { label: 'Operations of locks', values: ['unlimited', 'limited'] },
  /** With `google`, calls take as long as Google's, in real time. */
  latency: { label: 'Calls take as long as', values: ['none', 'google'] },
  /** A custom function of a person with 30 running executions waits, or is refused like others. */
  crowded: { label: 'The 31st formula at once', values: ['queue', 'refuse'] },
  /**
   * With `wait for formulas`, calls wait until all formulas are calculated. Otherwise only those that read values wait,
   * and not for custom functions. Reports disagree about which calls wait. Those of custom functions never do.
   */
  spreadsheetCalls: { label: 'Calls to the spreadsheet', values: ['at once', 'wait for formulas'] },
} as const;

type Table = typeof SWITCHES;

/** You can set a member at any time; it takes effect at the next execution. */
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

/** Returns what a cell shows while its custom function runs: a word in the language of the person. */
export function loadingText({ exceptionWords, userLocale }: Switches): string {
  return exceptionWords === 'foreign' || userLocale.startsWith('de') ? 'Wird geladen...' : 'Loading...';
}
