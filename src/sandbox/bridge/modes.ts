/** The person who runs a script, the way it was started, and what Google allows it. */
import type { Switches } from './switches.js';

/** `owner` created the spreadsheet; editors can change it; viewers can only read it. */
export type Role = 'owner' | 'editor' | 'viewer';

export interface User {
  readonly role: Role;
  readonly email: string;
}

/** The people of the sandbox. */
export const USERS = {
  owner: { role: 'owner', email: 'owner@example.com' },
  editor: { role: 'editor', email: 'editor@example.com' },
  viewer: { role: 'viewer', email: 'viewer@example.com' },
} as const satisfies Record<Role, User>;

/** The role of a person in a spreadsheet that `owner` made: the owner of another spreadsheet is an editor here. */
export function roleIn(owner: Role, person: Role): Role {
  if (person === owner) return 'owner';
  return person === 'owner' ? 'editor' : person;
}

export type AuthMode = 'NONE' | 'CUSTOM_FUNCTION' | 'LIMITED' | 'FULL';

/**
 * - `document`: the stores and locks of the spreadsheet: in every mode but NONE
 * - `spreadsheet`: the spreadsheet itself: in every mode but NONE, with the scope where there are scopes
 * - `network`: other servers: FULL and custom functions
 * - `screen`, `triggers`, `address`, `mail`: dialogs, triggers, who the person is, mail: FULL, with the scope
 */
export type Need = 'document' | 'spreadsheet' | 'network' | 'screen' | 'triggers' | 'address' | 'mail';

const SHORT_LIMIT_MS = 30_000;
const LONG_LIMIT_MS = 6 * 60_000;

/**
 * The starts of an execution, with what each may do and the time after which Google ends it. `simple-trigger` is onOpen,
 * `trigger` an installable trigger.
 */
export const MODES = {
  'custom-function': { authMode: 'CUSTOM_FUNCTION', limitMs: SHORT_LIMIT_MS },
  'simple-trigger': { authMode: 'LIMITED', limitMs: SHORT_LIMIT_MS },
  menu: { authMode: 'FULL', limitMs: LONG_LIMIT_MS },
  sidebar: { authMode: 'FULL', limitMs: LONG_LIMIT_MS },
  trigger: { authMode: 'FULL', limitMs: LONG_LIMIT_MS },
  'web-app': { authMode: 'FULL', limitMs: LONG_LIMIT_MS },
} as const satisfies Record<string, { readonly authMode: AuthMode; readonly limitMs: number }>;

export type Mode = keyof typeof MODES;

/** Executions that one user may have at the same time. */
export const SIMULTANEOUS_EXECUTIONS = 30;

/** The facts about its own execution that a script gets, passed to its realm as JSON. */
export interface Environment {
  readonly mode: Mode;
  readonly authMode: AuthMode;
  readonly role: Role;
  readonly email: string;
  /** The scopes of the script's manifest; undefined if it names none and gets all that it needs. */
  readonly scopes: readonly string[] | undefined;
  readonly switches: Switches;
  /** The address of the script's web app; undefined if it is not deployed. */
  readonly webAppUrl: string | undefined;
  /** The name of the add-on in the menu Extensions. */
  readonly addOnName: string;
  /** False for a script without a spreadsheet: its document stores are null. */
  readonly inDocument: boolean;
  /** Milliseconds by which the script's clock is ahead of the machine's. */
  readonly clockOffsetMs: number;
  /** Content of the script's HTML files by name without its ending. */
  readonly htmlFiles: Readonly<Record<string, string>>;
}
