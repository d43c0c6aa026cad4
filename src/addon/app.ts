/** Puts the add-on together. The one place where its parts meet. */
import type { SidebarApi } from '../contract/sidebar-api.js';
import { createFunctions, type Functions } from './functions.js';
import { createMenu, type MenuActions } from './menu.js';
import type { Platform } from './platform.js';
import { createSidebarApi } from './sidebar/api.js';

export interface App extends Functions, MenuActions, SidebarApi {}

export function createApp(platform: Platform): App {
  return {
    ...createFunctions(platform),
    ...createMenu(platform),
    ...createSidebarApi(platform),
  };
}
