/** All of Google's objects that the sandbox emulates. */
import { CHART_TABLES } from './charts.js';
import type { Table } from './define.js';
import { FETCH_TABLES } from './fetch.js';
import { CONTENT_TABLES } from './html.js';
import { MAIL_APP } from './mail.js';
import { SCRIPT_TABLES } from './script.js';
import { SESSION_TABLES } from './session.js';
import { SPREADSHEET_TABLES } from './spreadsheet.js';
import { STORE_TABLES } from './stores.js';
import { SCREEN_TABLES } from './ui.js';
import { UTILITY_TABLES } from './utilities.js';

export const TABLES: readonly Table[] = [
  ...CHART_TABLES,
  ...CONTENT_TABLES,
  ...FETCH_TABLES,
  MAIL_APP,
  ...SCREEN_TABLES,
  ...SCRIPT_TABLES,
  ...SESSION_TABLES,
  ...SPREADSHEET_TABLES,
  ...STORE_TABLES,
  ...UTILITY_TABLES,
];
