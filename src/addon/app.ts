/** Puts the add-on together. The one place where its parts meet. */
import type { SidebarApi } from '../contract/sidebar-api.js';
import { createConnectionStore } from './account/connection.js';
import { createFunctions, type Functions } from './formula/functions.js';
import { createDispatcher } from './jobs/dispatcher.js';
import { createMenu, type MenuActions } from './menu.js';
import { createReceiver, type PostEvent } from './news/receiver.js';
import type { Platform } from './platform.js';
import { createSidebarApi } from './sidebar/api.js';

export interface App extends Functions, MenuActions, SidebarApi {
  /** For the hourly trigger. */
  runJobs(event: unknown): void;
  /** For the web app. */
  doPost(event: PostEvent): object;
}

export function createApp(platform: Platform): App {
  return {
    ...createFunctions(platform),
    ...createMenu(platform),
    ...createSidebarApi(platform),
    runJobs: (event) => createDispatcher(platform, createConnectionStore(platform))(event),
    doPost: (event) => platform.webApp.json(JSON.stringify(createReceiver(platform).receive(event))),
  };
}
