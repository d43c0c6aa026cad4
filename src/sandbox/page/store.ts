/** The state that the page shows beside the grid. The host's messages change it, and Preact draws what depends on it. */
import { signal } from '@preact/signals';
import type { Role, User } from '../bridge/modes.js';
import type { MenuInfo } from '../bridge/operations.js';
import type { Status } from '../server/protocol.js';

const ROLE_KEY = 'role';

export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
/** The person at this page: another one opens the spreadsheet anew. */
export const person = ROLES.find((one) => one === sessionStorage.getItem(ROLE_KEY)) ?? 'owner';

/** Undefined until the host has told it. */
export const status = signal<Status | undefined>(undefined);
/** Whether the connection to the host has ended. */
export const isLost = signal(false);
/** The spreadsheet of this page, and the person in it; undefined until it is open. */
export const opened = signal<{ readonly id: string; readonly user: User } | undefined>(undefined);
/** Those of the script. */
export const menus = signal<readonly MenuInfo[]>([]);

export function become(role: string): void {
  sessionStorage.setItem(ROLE_KEY, role);
  location.reload();
}
