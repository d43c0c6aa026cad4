/** The people of the sandbox, how an execution can start, and what Google allows it to do. */
import type { Switches } from './switches.js';

/** `owner` created the spreadsheet; editors can change it; viewers can only read it. */
export type Role = 'owner' | 'editor' | 'viewer';

export interface User {
  readonly role: Role;
  readonly email: string;
}

export const USERS = {
  owner: { role: 'owner', email: 'owner@example.com' },
  editor: { role: 'editor', email: 'editor@example.com' },
  viewer: { role: 'viewer', email: 'viewer@example.com' },
} as const satisfies Record<Role, User>;

/** Returns the person's role in a spreadsheet of `owner`; another spreadsheet's owner is an editor here. */
export function roleIn(owner: Role, person: Role): Role {
  if (person === owner) return 'owner';
  return person === 'owner' ? 'editor' : person;
}

export type AuthMode = 'NONE' | 'CUSTOM_FUNCTION' | 'LIMITED' | 'FULL';

const SHORT_LIMIT_MS = 30_000;
const LONG_LIMIT_MS = 6 * 60_000;

/**
 * The ways to start an execution, with its permissions and Google's time limit. `simple-trigger` is onOpen,
 * `trigger` is an installable trigger.
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

/** The error for a result that the caller of a function cannot receive. */
export const UNSUPPORTED = 'The script completed but the returned value is not a supported return type.';

/** One kind of Google's objects, as a script's realm knows it. */
export interface ObjectKind {
  readonly kind: string;
  readonly methods: readonly string[];
  /** Members that are not methods. */
  readonly constants: Readonly<Record<string, object>>;
  /** True for a service that scripts find as a global. */
  readonly isGlobal: boolean;
}

/** The facts of an execution that its realm knows, as JSON. */
export interface Environment {
  readonly mode: Mode;
  readonly switches: Pick<Switches, 'exceptionWords'>;
  /** Milliseconds by which the script's clock is ahead of the machine's. */
  readonly clockOffsetMs: number;
  readonly kinds: readonly ObjectKind[];
}

/**
 * The Content-Security-Policy of the frame of a script's page. Google documents that active content must load by
 * HTTPS; no source says what else its frames refuse, so this is the strictest interpretation.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');
