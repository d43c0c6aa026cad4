/** Creates the parts of the add-on and connects them. No other file does. */
import type { SidebarApi } from '../contract/sidebar-api.js';
import { ConnectionStore } from './account/connection.js';
import { createFunctions, type Functions } from './formula/functions.js';
import { runDueJobs } from './jobs/dispatcher.js';
import { createMenu, type MenuActions } from './menu.js';
import { type PostEvent, receiveNews } from './news/receiver.js';
import type { Platform } from './platform.js';
import { createSidebarApi } from './sidebar/api.js';
import { createSteadyPlatform } from './storage/platforms.js';

export interface App extends Functions, MenuActions, SidebarApi {
  /** Called by the hourly trigger. */
  runJobs(event: unknown): void;
  /** Called by the web app. */
  doPost(event: PostEvent | undefined): object;
}

export function createApp(google: Platform): App {
  const platform = createSteadyPlatform(google);
  const connections = new ConnectionStore(platform);
  return {
    ...createFunctions(platform),
    ...createMenu(platform, connections),
    ...createSidebarApi(platform, connections),
    runJobs: (event) => runDueJobs(platform, connections, event),
    doPost: (event) => platform.webApp.json(JSON.stringify(receiveNews(platform, connections, event))),
  };
}
