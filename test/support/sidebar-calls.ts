/** The names of the sidebar's calls, as the add-on implements them. */
import type { Platform } from '../../src/addon/platform.js';
import { createSidebarApi, type SidebarParts } from '../../src/addon/sidebar/api.js';
import type { SidebarApi } from '../../src/contract/sidebar-api.js';

const PARTS = { jobs: {}, news: {}, receiver: {} } as SidebarParts;

export const SIDEBAR_CALLS = Object.keys(createSidebarApi({} as Platform, PARTS)) as (keyof SidebarApi)[];
