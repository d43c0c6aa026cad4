/** What a script may do with its authorization mode, scopes and person. */

import type { Environment } from '../bridge/modes.js';
import { Exception } from './exception.js';

export interface Permissions {
  /** @throws if the mode or the scopes do not allow it. `method` is the full name, `CacheService.getUserCache`. */
  service(method: string, need: Need): void;
  /** @throws in a custom function, which can read but not change the spreadsheet, and for a viewer. */
  write(method: string): void;
  /** Whether the person can change the spreadsheet. */
  mayEdit(): boolean;
  /** Those of the scopes that the person has not granted. */
  missing(scopes: readonly string[]): readonly string[];
}

/**
 * - `document`: the spreadsheet, its stores and locks: in every mode but NONE
 * - `network`: other servers: FULL and custom functions
 * - `screen`, `triggers`, `address`, `mail`: dialogs, triggers, who the person is, mail: FULL, with the scope
 */
export type Need = 'document' | 'network' | 'screen' | 'triggers' | 'address' | 'mail';

const ALLOWED = {
  NONE: [],
  LIMITED: ['document'],
  CUSTOM_FUNCTION: ['document', 'network'],
  FULL: ['document', 'network', 'screen', 'triggers', 'address', 'mail'],
} as const satisfies Record<Environment['authMode'], readonly Need[]>;

/** One of these scopes is enough; `document` is needed to use the spreadsheet itself. */
const SCOPES = {
  document: [],
  network: ['script.external_request'],
  screen: ['script.container.ui'],
  triggers: ['script.scriptapp'],
  address: ['userinfo.email'],
  mail: ['script.send_mail'],
} as const satisfies Record<Need, readonly string[]>;

const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';

export function createPermissions({ authMode, mode, role, scopes, switches }: Environment): Permissions {
  const allowed: readonly Need[] = ALLOWED[authMode];
  const missing = (wanted: readonly string[]) =>
    wanted.filter((scope) => switches.withheldScopes.includes(scope) || (scopes && !scopes.includes(scope)));
  const mayEdit = (): boolean => mode !== 'custom-function' && role !== 'viewer';
  return {
    service(method, need) {
      if (!allowed.includes(need)) throw denied(method);
      // custom functions run without a person's consent, so without scopes
      if (authMode !== 'FULL') return;
      const [scope] = missing(SCOPES[need].map((name) => SCOPE_PREFIX + name));
      if (scope !== undefined) throw denied(method, scope);
    },
    write(method) {
      if (!mayEdit()) throw denied(method);
    },
    mayEdit,
    missing,
  };
}

function denied(method: string, scope?: string): Exception {
  const missing = scope === undefined ? '' : `. Required permissions: ${scope}`;
  return new Exception(`You do not have permission to call ${method}${missing}`);
}
