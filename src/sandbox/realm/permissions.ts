/** What the authorization mode of an execution lets a script do. */
import type { Environment } from '../executions/modes.js';

export interface Permissions {
  /** @throws where the mode does not allow the service at all. `method` is the full name, `CacheService.getUserCache`. */
  service(method: string, need: Need): void;
  /** @throws in a custom function: it may read the spreadsheet, not change it. */
  write(method: string): void;
}

/**
 * - `document`: the spreadsheet, its stores and locks: all but NONE
 * - `network`: other servers: FULL and custom functions
 * - `person`: triggers, dialogs, whatever needs a person's consent: FULL only
 */
export type Need = 'document' | 'network' | 'person';

const ALLOWED = {
  NONE: [],
  LIMITED: ['document'],
  CUSTOM_FUNCTION: ['document', 'network'],
  FULL: ['document', 'network', 'person'],
} as const satisfies Record<Environment['authMode'], readonly Need[]>;

export function createPermissions({ authMode, mode }: Environment): Permissions {
  const allowed: readonly Need[] = ALLOWED[authMode];
  return {
    service(method, need) {
      if (!allowed.includes(need)) throw denied(method);
    },
    write(method) {
      if (mode === 'custom-function') throw denied(method);
    },
  };
}

function denied(method: string): Error {
  return new Error(`You do not have permission to call ${method}`);
}
