/** The services of Google that scripts find as globals. */
import type { Operations } from '../bridge/operations.js';
import { type CACHE, CACHE_SERVICE } from './cache.js';
import type { CallsOf, Table } from './define.js';
import { type LOCK, LOCK_SERVICE } from './lock.js';
import { MAIL_APP } from './mail.js';
import { type PROPERTIES, PROPERTIES_SERVICE } from './properties.js';
import { type CLOCK_TRIGGER, SCRIPT_APP } from './script.js';
import { SESSION } from './session.js';

export const SERVICES: readonly Table<object>[] = [
  CACHE_SERVICE,
  LOCK_SERVICE,
  MAIL_APP,
  PROPERTIES_SERVICE,
  SCRIPT_APP,
  SESSION,
];

/** The name under which a call is recorded. */
export type OperationName =
  | keyof Operations
  | `CacheService.${CallsOf<typeof CACHE>}`
  | `LockService.${CallsOf<typeof LOCK>}`
  | `MailApp.${CallsOf<typeof MAIL_APP>}`
  | `ScriptApp.${CallsOf<typeof CLOCK_TRIGGER> | CallsOf<typeof SCRIPT_APP>}`
  | `PropertiesService.${CallsOf<typeof PROPERTIES>}`;
