/** Creates the parts of the add-on and connects them. No other file does. */
import type { SidebarApi } from '../contract/sidebar-api.js';
import { ConnectionStore } from './account/connection.js';
import { createFunctions, type Functions } from './formula/functions.js';
import { runDueJobs } from './jobs/dispatcher.js';
import { createJobs } from './jobs/jobs.js';
import { createMenu, type MenuActions } from './menu.js';
import { createNews } from './news/push-news.js';
import { createReceiver, type PostEvent } from './news/receiver.js';
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
  const news = createNews(platform, connections);
  const receiver = createReceiver(platform, connections);
  const jobs = createJobs(platform, { connections, news });
  return {
    ...createFunctions(platform),
    ...createMenu(platform, connections),
    ...createSidebarApi(platform, { connections, news, jobs, receiver }),
    runJobs: (event) => runDueJobs(platform, { connections, news }, event),
    doPost: (event) => platform.webApp.json(JSON.stringify(receiver.receive(event))),
  };
}
