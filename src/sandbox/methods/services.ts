/** Google's services that scripts find as globals. */
import { CACHE_SERVICE } from './cache.js';
import { CHARTS } from './charts.js';
import { CONSOLE } from './console.js';
import { CONTENT_SERVICE } from './content.js';
import type { Table } from './define.js';
import { URL_FETCH_APP } from './fetch.js';
import { HTML_SERVICE } from './html.js';
import { LOCK_SERVICE } from './lock.js';
import { MAIL_APP } from './mail.js';
import { PROPERTIES_SERVICE } from './properties.js';
import { SCRIPT_APP } from './script.js';
import { SESSION } from './session.js';
import { SPREADSHEET_APP } from './spreadsheet.js';
import { UTILITIES } from './utilities.js';

export const SERVICES: readonly Table[] = [
  CACHE_SERVICE,
  CHARTS,
  CONSOLE,
  CONTENT_SERVICE,
  HTML_SERVICE,
  LOCK_SERVICE,
  MAIL_APP,
  PROPERTIES_SERVICE,
  SCRIPT_APP,
  SESSION,
  SPREADSHEET_APP,
  URL_FETCH_APP,
  UTILITIES,
];
