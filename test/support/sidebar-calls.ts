/** The names of the sidebar's calls, as the add-on implements them. */
import type { ConnectionStore } from '../../src/addon/account/connection.js';
import type { Platform } from '../../src/addon/platform.js';
import { createSidebarApi } from '../../src/addon/sidebar/api.js';
import type { SidebarApi } from '../../src/contract/sidebar-api.js';

const API = createSidebarApi({} as Platform, {} as ConnectionStore);

export const SIDEBAR_CALLS = Object.keys(API) as (keyof SidebarApi)[];
