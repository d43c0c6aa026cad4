/** All services that a spreadsheet's script can call. */
import type { createCaches } from './cache.js';
import type { SpreadsheetParts } from './cell-writer.js';
import type { Table } from './define.js';
import type { Faults } from './faults.js';
import type { createUrlFetch } from './fetch.js';
import { contentTables } from './html.js';
import { type Locks, lockTables } from './lock.js';
import type { createMails } from './mail.js';
import { type Properties, propertyTables } from './properties.js';
import { scriptTables, type Triggers } from './script.js';
import { SESSION_TABLES } from './session.js';
import { spreadsheetTables } from './spreadsheet.js';
import { type LogLine, screenTables } from './ui.js';
import { UTILITY_TABLES } from './utilities.js';

export interface ServiceParts extends SpreadsheetParts {
  readonly cache: ReturnType<typeof createCaches>;
  readonly faults: Faults;
  readonly locks: Locks;
  readonly mails: ReturnType<typeof createMails>;
  readonly properties: Properties;
  readonly triggers: Triggers;
  readonly urlFetch: ReturnType<typeof createUrlFetch>;
}

/** The facts about a script that its services tell it. */
export interface ScriptFacts {
  /** The name of the add-on in the menu Extensions. */
  readonly addOnName: string;
  /** Returns the content of the script's HTML files by file name without `.html`. */
  readonly htmlFiles: () => Readonly<Record<string, string>>;
  /** Returns the address of the script's web app; undefined if it is not deployed. */
  readonly webAppUrl: () => string | undefined;
  readonly log: (line: LogLine) => void;
}

export function createTables(parts: ServiceParts, facts: ScriptFacts): readonly Table[] {
  const { cache, faults, locks, mails, properties, triggers, urlFetch } = parts;
  const screen = screenTables(facts.addOnName, facts.log);
  return [
    ...cache.tables,
    ...contentTables(facts.htmlFiles),
    ...lockTables(locks),
    ...mails.tables,
    ...propertyTables(properties, faults),
    ...screen.tables,
    ...scriptTables(triggers, facts.webAppUrl),
    ...SESSION_TABLES,
    ...spreadsheetTables(parts, screen.ui),
    ...urlFetch.tables,
    ...UTILITY_TABLES,
  ];
}
