/** The page's state beside the grid: signals that the host's messages change, and that Preact draws. */
import { signal } from '@preact/signals';
import type { Role, User } from '../bridge/modes.js';
import type { ChartsByTab, MenuInfo } from '../bridge/operations.js';
import type { Status } from '../server/protocol.js';
import type { PageGrid } from './grid.js';

const ROLE_KEY = 'role';

export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
/** The person at this page. Switching to another person reloads the page. */
export const person = ROLES.find((one) => one === sessionStorage.getItem(ROLE_KEY)) ?? 'owner';

/** Undefined until the host sends it. */
export const status = signal<Status | undefined>(undefined);
/** True after the connection to the host has ended. */
export const isLost = signal(false);
/** The page's spreadsheet and the person in it; undefined until it is open. */
export const opened = signal<
  { readonly id: string; readonly user: User; readonly grid: PageGrid } | undefined
>(undefined);
/** The open grid: a new object, at most once per frame, when its cells or tabs may have changed. */
export const view = signal<{ readonly grid: PageGrid } | undefined>(undefined);
export const charts = signal<ChartsByTab>({});
/** The menus that the script has added. */
export const menus = signal<readonly MenuInfo[]>([]);

export function become(role: string): void {
  sessionStorage.setItem(ROLE_KEY, role);
  location.reload();
}
