/** Checks what a script may do, by authorization mode, scopes and role. */
import type { AuthMode, Mode, Role } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';

export type Permissions = ReturnType<typeof createPermissions>;

const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';
const MAIL_SCOPE = `${SCOPE_PREFIX}script.send_mail`;
const WITH_DOCUMENT: readonly AuthMode[] = ['LIMITED', 'CUSTOM_FUNCTION', 'FULL'];
const FULL: readonly AuthMode[] = ['FULL'];

/** What a call requires: its scope, and the modes that allow it. */
const NEEDS = {
  /** The stores and locks of the spreadsheet. */
  document: { modes: WITH_DOCUMENT, scope: undefined },
  spreadsheet: { modes: WITH_DOCUMENT, scope: `${SCOPE_PREFIX}spreadsheets.currentonly` },
  network: { modes: ['CUSTOM_FUNCTION', 'FULL'], scope: `${SCOPE_PREFIX}script.external_request` },
  screen: { modes: FULL, scope: `${SCOPE_PREFIX}script.container.ui` },
  triggers: { modes: FULL, scope: `${SCOPE_PREFIX}script.scriptapp` },
  address: { modes: FULL, scope: `${SCOPE_PREFIX}userinfo.email` },
  mail: { modes: FULL, scope: MAIL_SCOPE },
} as const satisfies Record<string, { modes: readonly AuthMode[]; scope: string | undefined }>;

export type Permission = keyof typeof NEEDS;

interface PermissionOptions {
  readonly authMode: AuthMode;
  readonly mode: Mode;
  readonly role: Role;
  /** The scopes of the script's manifest; undefined if it names none: then the script has all scopes. */
  readonly scopes: readonly string[] | undefined;
  readonly switches: Switches;
}

export function createPermissions({ authMode, mode, role, scopes, switches }: PermissionOptions) {
  const isLost = (scope: string): boolean =>
    switches.lostAuthorization === 'all' ||
    (switches.lostAuthorization === 'all but mail' && scope !== MAIL_SCOPE);
  /** Returns the scopes that the person has not granted; by default, of those of the manifest. */
  const missing = (wanted = scopes ?? []): readonly string[] =>
    wanted.filter(
      (scope) =>
        isLost(scope) || switches.withheldScopes.includes(scope) || (scopes && !scopes.includes(scope)),
    );
  /** True if the person can change the spreadsheet. */
  const mayEdit = (): boolean => mode !== 'custom-function' && role !== 'viewer';
  return {
    mayEdit,
    missing,
    /** @throws if mode or scopes do not allow `method`, a full name such as `CacheService.getUserCache`. */
    service(method: string, need: Permission): void {
      const { modes, scope }: { modes: readonly AuthMode[]; scope: string | undefined } = NEEDS[need];
      if (!modes.includes(authMode)) throw denied(method);
      // only FULL has scopes; custom functions, for example, run without a person's consent
      if (authMode === 'FULL' && scope && missing([scope]).length > 0) throw denied(method, scope);
    },
    /** @throws for viewers, and in custom functions, which can read the spreadsheet but not change it. */
    write(method: string): void {
      if (!mayEdit()) throw denied(method);
    },
  };
}

function denied(method: string, scope?: string): Error {
  const missing = scope === undefined ? '' : `. Required permissions: ${scope}`;
  return new Error(`You do not have permission to call ${method}${missing}`);
}
