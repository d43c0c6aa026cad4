/** Puts the add-on together. The one place where its parts meet. */
import type { SidebarApi } from '../contract/sidebar-api.js';
import { createFunctions, type Functions } from './functions.js';
import type { Platform } from './platform.js';
import { createSidebarApi } from './sidebar.js';

export interface App extends Functions, SidebarApi {
  /** Adds the menu. Works before the add-on may do anything else: it asks no service but the menu's. */
  addMenu(): void;
  openSidebar(): void;
}

export function createApp(platform: Platform): App {
  return {
    ...createFunctions(platform),
    ...createSidebarApi(platform),
    addMenu: () => platform.ui.addMenu([{ caption: 'Open sidebar', functionName: 'openSidebar' }]),
    openSidebar: () => platform.ui.showSidebar('sidebar', 'Signals', ''),
  };
}
