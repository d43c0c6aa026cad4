/** The host: one spreadsheet, one script, and everything of Google that stands between them. */
import path from 'node:path';
import type { IWorkbookData } from '@univerjs/core';
import { argumentsForScript, outcomeFromError, outcomeFromScript } from './custom-answers.js';
import { createExecutions, type Executions } from './executions/executions.js';
import {
  type AuthMode,
  DEFAULT_AUTH_MODE,
  type Mode,
  type Role,
  TIME_LIMIT_MS,
  type User,
} from './executions/modes.js';
import type { ChartInfo } from './executions/operations.js';
import { type CacheStores, createCacheStores } from './google/cache.js';
import { type Clock, createClock } from './google/clock.js';
import type { Faults } from './google/faults.js';
import { createLocks, type Locks } from './google/locks.js';
import { createPropertyStores, type PropertyStores, type StoredProperties } from './google/properties.js';
import { createRange } from './google/range.js';
import { createSpreadsheet, type SpreadsheetProperties } from './google/spreadsheet.js';
import { createTriggers, type Trigger, type Triggers } from './google/triggers.js';
import { createUi, type LogLine } from './google/ui.js';
import { createUrlFetch, type UrlFetch } from './google/url-fetch.js';
import {
  createRecordedInterface,
  type RecordedInterface,
  type UserInterface,
} from './google/user-interface.js';
import { createUtilities } from './google/utilities.js';
import type { CustomAnswer, CustomCall } from './grid/custom-functions.js';
import { type FunctionHelp, readFunctionHelp } from './grid/function-help.js';
import type { Mutation } from './grid/mutations.js';
import { createHostWorkbook, type HostWorkbook } from './workbook/host-workbook.js';

export interface HostOptions {
  /** The text of the built script. */
  readonly code: string;
  /** The script's HTML files by name, without `.html`. */
  readonly htmlFiles?: Readonly<Record<string, string>>;
  readonly addOnName?: string;
  readonly spreadsheetTimeZone?: string;
  readonly scriptTimeZone?: string;
  /** The workbook to begin with; one empty tab otherwise. */
  readonly workbook?: Partial<IWorkbookData>;
  readonly stored?: StoredState;
  /** False: the script has no spreadsheet, its document stores are null. */
  readonly inDocument?: boolean;
  /** Milliseconds after which executions of a mode are ended, where they differ from Google's. */
  readonly timeLimitMs?: Partial<Record<Mode, number>>;
  /** Custom functions wait for it before the first one runs. */
  readonly ready?: Promise<unknown>;
  /** Called when something that `save` returns has changed. */
  readonly onChange?: () => void;
  readonly onMutation?: (mutation: Mutation) => void;
  readonly onAnswer?: (answer: CustomAnswer) => void;
  readonly onLog?: (line: LogLine) => void;
}

/** What outlives the host, as JSON. */
export interface StoredState {
  readonly properties?: StoredProperties;
  readonly triggers?: readonly Trigger[];
  readonly charts?: Readonly<Record<string, readonly ChartInfo[]>>;
  readonly timeZone?: string;
}

export interface RunOptions {
  readonly as?: Role;
  readonly mode?: Mode;
  readonly authMode?: AuthMode;
  readonly ui?: UserInterface;
  readonly killAfterCalls?: number;
}

export interface Host {
  readonly workbook: HostWorkbook;
  readonly executions: Executions;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly cache: CacheStores;
  readonly properties: PropertyStores;
  readonly locks: Locks;
  readonly triggers: Triggers;
  readonly urlFetch: UrlFetch;
  /** Where executions without a screen of their own show what they show. */
  readonly ui: RecordedInterface;
  readonly functions: readonly FunctionHelp[];
  readonly spreadsheet: SpreadsheetProperties;
  /** Runs a global function of the script; from the menu, as the owner, unless told otherwise. @throws ScriptError */
  run(functionName: string, args?: readonly unknown[], options?: RunOptions): Promise<unknown>;
  /** Runs the clock triggers that are due. Failures are in the records. */
  runDueTriggers(): Promise<void>;
  /** Resolves when no cell waits for its function and every formula is calculated. */
  settled(): Promise<void>;
  save(): StoredState;
  close(): Promise<void>;
}

export const USERS = {
  owner: { role: 'owner', email: 'owner@example.com' },
  editor: { role: 'editor', email: 'editor@example.com' },
  viewer: { role: 'viewer', email: 'viewer@example.com' },
} as const satisfies Record<Role, User>;

const UNIT_ID = 'spreadsheet';
const POLL_MS = 10;

export function createHost(options: HostOptions): Host {
  const { code, stored = {}, onChange = () => undefined, ready = Promise.resolve() } = options;
  const clock = createClock();
  const faults: Faults = {};
  const cache = createCacheStores(clock);
  const properties = createPropertyStores({
    ...(stored.properties && { stored: stored.properties }),
    onChange,
  });
  const triggers = createTriggers({ clock, ...(stored.triggers && { stored: stored.triggers }), onChange });
  const locks = createLocks();
  const urlFetch = createUrlFetch(faults);
  const ui = createRecordedInterface();
  const functions = readFunctionHelp(code);
  const charts = new Map(Object.entries(stored.charts ?? {}));
  const spreadsheet: SpreadsheetProperties = {
    id: UNIT_ID,
    url: `https://docs.google.com/spreadsheets/d/${UNIT_ID}/edit`,
    locale: 'en_US',
    timeZone: stored.timeZone ?? options.spreadsheetTimeZone ?? 'Etc/GMT',
  };

  const answerCell = async (call: CustomCall): Promise<void> => {
    const { functionName, args, sheetId, row, column } = call;
    let outcome: CustomAnswer['outcome'];
    try {
      await ready;
      const value = await run(functionName, argumentsForScript(args, spreadsheet.timeZone), {
        mode: 'custom-function',
        cell: { sheetId, row: row + 1, column: column + 1, numRows: 1, numColumns: 1 },
      });
      outcome = outcomeFromScript(value, functionName, spreadsheet.timeZone);
    } catch (error) {
      outcome = outcomeFromError(error);
    }
    const answer = { call, outcome };
    workbook.custom.settle(answer);
    options.onAnswer?.(answer);
  };
  const workbook = createHostWorkbook({
    data: { ...emptyWorkbook(), ...options.workbook, id: UNIT_ID },
    functions,
    ask: (call) => void answerCell(call),
    onMutation: (mutation) => {
      options.onMutation?.(mutation);
      onChange();
    },
  });

  const scriptTimeZone = options.scriptTimeZone ?? 'Etc/GMT';
  const executions = createExecutions({
    code,
    workerFile: path.join(__dirname, 'worker.cjs'),
    realmFile: path.join(__dirname, 'realm.js'),
    owner: USERS.owner,
    clock,
    faults,
    scriptTimeZone,
    environment: {
      addOnName: options.addOnName ?? 'Add-on',
      htmlFiles: options.htmlFiles ?? {},
      scriptId: 'script',
      userLocale: 'en',
      scriptTimeZone,
      inDocument: options.inDocument ?? true,
    },
    timeLimitMs: { ...TIME_LIMIT_MS, ...options.timeLimitMs },
    handlers: {
      ...cache.handlers,
      ...properties.handlers,
      ...locks.handlers,
      ...triggers.handlers,
      ...urlFetch.handlers,
      ...createUtilities(),
      ...createUi((line) => options.onLog?.(line)),
      ...createSpreadsheet({ workbook, properties: spreadsheet, charts, onChange }),
      ...createRange({ workbook, properties: spreadsheet }),
    },
  });
  const run: (
    functionName: string,
    args?: readonly unknown[],
    runOptions?: RunOptions & { cell?: NonNullable<Parameters<Executions['run']>[0]['cell']> },
  ) => Promise<unknown> = (functionName, args = [], runOptions = {}) => {
    const {
      as = 'owner',
      mode = 'menu',
      authMode = DEFAULT_AUTH_MODE[mode],
      cell,
      killAfterCalls,
    } = runOptions;
    return executions.run({
      functionName,
      args,
      user: USERS[as],
      mode,
      authMode,
      ui: runOptions.ui ?? ui,
      ...(cell && { cell }),
      ...(killAfterCalls !== undefined && { killAfterCalls }),
    });
  };

  return {
    workbook,
    executions,
    clock,
    faults,
    cache,
    properties,
    locks,
    triggers,
    urlFetch,
    ui,
    functions,
    spreadsheet,
    run,
    async runDueTriggers() {
      const byEmail = Object.values(USERS);
      await Promise.allSettled(
        triggers.takeDue().map(({ functionName, owner, id }) => {
          const user = byEmail.find(({ email }) => email === owner) ?? USERS.owner;
          return run(functionName, [{ triggerUid: id, authMode: 'FULL' }], {
            as: user.role,
            mode: 'trigger',
          });
        }),
      );
    },
    async settled() {
      const busy = () => workbook.custom.waiting() > 0;
      do {
        await workbook.calculation.settled();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      } while (busy());
      await workbook.calculation.settled();
    },
    save: () => ({
      properties: properties.save(),
      triggers: triggers.list(),
      charts: Object.fromEntries(charts),
      timeZone: spreadsheet.timeZone,
    }),
    async close() {
      await executions.close();
      workbook.univer.dispose();
    },
  };
}

function emptyWorkbook(): Partial<IWorkbookData> {
  const id = 'sheet-1';
  return {
    name: 'Untitled spreadsheet',
    sheetOrder: [id],
    sheets: { [id]: { id, name: 'Sheet1', rowCount: 1000, columnCount: 26, cellData: {} } },
  };
}
