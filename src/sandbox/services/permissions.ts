/** Checks what a script may do, by authorization mode, scopes and role. */
import type { AuthMode, Mode, Permission, Role } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';

export type Permissions = ReturnType<typeof createPermissions>;

const ALLOWED = {
  NONE: [],
  LIMITED: ['document', 'spreadsheet'],
  CUSTOM_FUNCTION: ['document', 'spreadsheet', 'network'],
  FULL: ['document', 'spreadsheet', 'network', 'screen', 'triggers', 'address', 'mail'],
} as const satisfies Record<AuthMode, readonly Permission[]>;

/** A call needs only one of its scopes. */
const SCOPES = {
  document: [],
  spreadsheet: ['spreadsheets.currentonly', 'spreadsheets'],
  network: ['script.external_request'],
  screen: ['script.container.ui'],
  triggers: ['script.scriptapp'],
  address: ['userinfo.email'],
  mail: ['script.send_mail'],
} as const satisfies Record<Permission, readonly string[]>;

const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';
const MAIL_SCOPE = `${SCOPE_PREFIX}script.send_mail`;

interface PermissionOptions {
  readonly authMode: AuthMode;
  readonly mode: Mode;
  readonly role: Role;
  /** The scopes of the script's manifest; undefined if it names none: then the script has all scopes. */
  readonly scopes: readonly string[] | undefined;
  readonly switches: Switches;
}

export function createPermissions({ authMode, mode, role, scopes, switches }: PermissionOptions) {
  const allowed: readonly Permission[] = ALLOWED[authMode];
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
      if (!allowed.includes(need)) throw denied(method);
      // only FULL has scopes; custom functions, for example, run without a person's consent
      if (authMode !== 'FULL') return;
      const enough = SCOPES[need].map((name) => SCOPE_PREFIX + name);
      const absent = missing(enough);
      if (absent.length > 0 && absent.length === enough.length) throw denied(method, absent[0]);
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
