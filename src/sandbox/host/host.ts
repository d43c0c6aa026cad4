/** The host: one spreadsheet, one script, and the emulated Google services between them. For tests and the page's server. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IWorkbookData } from '@univerjs/core';
import {
  type AuthMode,
  DEFAULT_AUTH_MODE,
  type Mode,
  type Role,
  TIME_LIMIT_MS,
  USERS,
} from '../bridge/modes.js';
import type { CellArea, ChartsByTab } from '../bridge/operations.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { Executions } from '../executions/executions.js';
import { createDispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import { FIRST_DOCUMENT } from '../google/handlers.js';
import { createMails } from '../google/mails.js';
import type { StoredProperties } from '../google/properties.js';
import { Protections } from '../google/protections.js';
import { Quotas } from '../google/quotas.js';
import { rangeService } from '../google/range.js';
import { sheetService } from '../google/sheet.js';
import { type SpreadsheetProperties, spreadsheetServices } from '../google/spreadsheet.js';
import type { Trigger } from '../google/triggers.js';
import { type LogLine, screenServices } from '../google/ui.js';
import { UrlFetch } from '../google/url-fetch.js';
import { RecordedInterface, type UserInterface } from '../google/user-interface.js';
import { UTILITIES_SERVICES } from '../google/utilities.js';
import type { CustomAnswer, CustomCall } from '../grid/custom-functions.js';
import { readFunctionHelp } from '../grid/function-help.js';
import type { Mutation } from '../grid/mutations.js';
import { HostCharts } from '../workbook/charts.js';
import { createHostWorkbook, type HostWorkbook } from '../workbook/host-workbook.js';
import { argumentsForScript, outcomeOf } from './custom-answers.js';
import { SharedState } from './shared-state.js';

const POLL_MS = 10;

/** A script as clasp pushes it. */
export interface ScriptFiles {
  /** The text of the built script. */
  readonly code: string;
  /** The script's HTML files by name, without `.html`. */
  readonly htmlFiles?: Readonly<Record<string, string>>;
  /** The script's manifest. Without one it has all scopes that it needs, and a web app. */
  readonly manifest?: {
    readonly timeZone?: string;
    readonly oauthScopes?: readonly string[];
    readonly webapp?: object;
  };
}

export interface HostOptions extends ScriptFiles {
  readonly addOnName?: string;
  readonly spreadsheetTimeZone?: string;
  readonly spreadsheetLocale?: string;
  /** Who created the spreadsheet, whose properties its custom functions see. */
  readonly owner?: Role;
  /** The initial workbook; one empty tab by default. */
  readonly workbook?: Partial<IWorkbookData>;
  readonly stored?: StoredState;
  /** The id of the spreadsheet, for a further one of the same script. */
  readonly documentId?: string;
  /** Another spreadsheet's, for a further one of the same script and the same people: `stored` is ignored then. */
  readonly shared?: SharedState;
  /** Where Google behaves in several ways; the unkind one by default. */
  readonly switches?: Partial<Switches>;
  /** If false, the script has no spreadsheet and its document stores are null. */
  readonly inDocument?: boolean;
  /** Time limits of execution modes in milliseconds, if they differ from Google's. */
  readonly timeLimitMs?: Partial<Record<Mode, number>>;
  /** Custom functions wait for it before the first one runs. */
  readonly ready?: Promise<unknown>;
  /** Called when something that `save` returns has changed. */
  readonly onChange?: () => void;
  readonly onMutation?: (mutation: Mutation) => void;
  readonly onAnswer?: (answer: CustomAnswer) => void;
  /** Called with all charts when one came or went. */
  readonly onCharts?: (charts: ChartsByTab) => void;
  readonly onLog?: (line: LogLine) => void;
}

/** The persistent state of the host, as JSON. */
export interface StoredState {
  readonly properties?: StoredProperties;
  readonly triggers?: readonly Trigger[];
  readonly charts?: ChartsByTab;
  readonly timeZone?: string;
}

export interface RunOptions {
  readonly as?: Role;
  readonly mode?: Mode;
  readonly authMode?: AuthMode;
  readonly ui?: UserInterface;
  readonly killAfterCalls?: number;
  /** That calls, in a custom function. */
  readonly cell?: CellArea;
}

export type Host = ReturnType<typeof createHost>;

export function createHost(options: HostOptions) {
  const { owner = 'owner', stored = {}, onChange = () => undefined, documentId = FIRST_DOCUMENT } = options;
  const { shared = new SharedState(stored.properties ?? {}, stored.triggers ?? [], onChange) } = options;
  const { clock, cache, properties, locks, triggers } = shared;
  let script = readScript(options);
  const faults: Faults = {};
  const switches: Switches = { ...DEFAULT_SWITCHES, ...options.switches };
  const urlFetch = new UrlFetch(faults);
  const quotas = new Quotas(shared.dayUse, switches);
  const mails = createMails(clock, quotas);
  const protections = new Protections(owner);
  const ui = new RecordedInterface();
  const webApp = createWebApp(() => script.hasWebApp);
  const spreadsheet: SpreadsheetProperties = {
    id: documentId,
    url: `https://docs.google.com/spreadsheets/d/${documentId}/edit`,
    locale: options.spreadsheetLocale ?? 'en_US',
    timeZone: stored.timeZone ?? options.spreadsheetTimeZone ?? 'Etc/GMT',
  };
  const workbook = createHostWorkbook({
    data: { ...emptyWorkbook(), ...options.workbook, id: documentId },
    functions: script.functions,
    ask: (call) => void answerCell(call),
    onMutation: (mutation) => {
      options.onMutation?.(mutation);
      onChange();
    },
  });
  const charts = new HostCharts(workbook, stored.charts ?? {}, (all) => {
    options.onCharts?.(all);
    onChange();
  });
  const services = [
    ...[cache.service, locks.service, mails.service, properties.service(faults), urlFetch.service],
    ...[...triggers.services, ...UTILITIES_SERVICES, sheetService({ workbook, charts })],
    ...spreadsheetServices({ workbook, charts, properties: spreadsheet, onChange }),
    ...screenServices(switches, (line) => options.onLog?.(line)),
    rangeService({ workbook, properties: spreadsheet, protections }),
  ];
  const executions = new Executions({
    ...{ script, documentId, clock, locks, faults, quotas, switches },
    workerFile: path.join(__dirname, 'worker.cjs'),
    realmFile: path.join(__dirname, 'realm.js'),
    owner: USERS[owner],
    nextId: () => shared.nextExecutionId(),
    turns: shared.turns,
    dispatch: createDispatch(services, quotas, switches),
    waitForFormulas: (operation, isOver) => waitForFormulas(workbook, operation, isOver),
    timeLimitMs: { ...TIME_LIMIT_MS, ...options.timeLimitMs },
    environment: () => ({
      addOnName: options.addOnName ?? 'Add-on',
      htmlFiles: script.htmlFiles,
      webAppUrl: webApp.exists ? webApp.url : undefined,
      userLocale: switches.userLocale,
      ...(script.scopes && { scopes: script.scopes }),
      inDocument: options.inDocument ?? true,
    }),
  });

  async function answerCell(call: CustomCall): Promise<void> {
    const { sheetId, row, column, functionName } = call;
    const cell = { sheetId, row: row + 1, column: column + 1, numRows: 1, numColumns: 1 };
    const runInCell = async () => {
      await options.ready;
      const args = argumentsForScript(call.args, spreadsheet.timeZone);
      return run(functionName, args, { mode: 'custom-function', cell });
    };
    const answer = { call, outcome: await outcomeOf(runInCell, functionName, spreadsheet.timeZone) };
    workbook.custom.settle(answer);
    options.onAnswer?.(answer);
  }
  /** Runs a global function of the script; from the menu and as the owner by default. @throws ScriptError */
  async function run(
    functionName: string,
    args: readonly unknown[] = [],
    { as = 'owner', mode = 'menu', ...rest }: RunOptions = {},
  ): Promise<unknown> {
    const authMode = DEFAULT_AUTH_MODE[mode];
    return executions.run({ functionName, args, user: USERS[as], mode, authMode, ui, ...rest });
  }
  /** As the person who created it. Failures are in the records. */
  async function fire({ functionName, owner: creator, id }: Trigger): Promise<void> {
    const user = Object.values(USERS).find(({ email }) => email === creator) ?? USERS.owner;
    const event = { triggerUid: id, authMode: 'FULL' };
    await run(functionName, [event], { as: user.role, mode: 'trigger' }).catch(() => undefined);
  }

  return {
    ...{ workbook, executions, clock, faults, switches, owner, cache, properties, locks, triggers },
    ...{ urlFetch, mails, protections, spreadsheet, run },
    /** For the options of a further spreadsheet. */
    shared,
    /** What each person has used of Google's quotas in the last 24 hours, in all spreadsheets of the script. */
    quotas,
    /** The screen of executions that have none of their own. */
    ui,
    webApp,
    /** The custom functions of the script. */
    functions: () => script.functions,
    charts: () => charts.list(),
    /** Runs the due clock triggers of this spreadsheet. */
    async runDueTriggers(): Promise<void> {
      await Promise.all(triggers.takeDue(documentId).map(fire));
    },
    /** Runs one trigger of this spreadsheet now. */
    async runTrigger(id: string): Promise<void> {
      const trigger = triggers.list().find((one) => one.id === id);
      if (trigger?.documentId === documentId) await fire(trigger);
    },
    /** Runs each formula again, as Google does for reasons of its own; nothing else does while the cells stay as they are. */
    runFormulasAgain: () => workbook.custom.forgetAll(),
    /** Resolves when all custom functions have answered and all formulas are calculated. */
    settled: () => settled(workbook),
    /** Runs these files from the next execution on, and each formula again; everything else stays as it is. */
    load(files: ScriptFiles): void {
      script = readScript(files);
      executions.load(script);
      workbook.custom.register(script.functions);
      workbook.custom.forgetAll();
    },
    save: (): StoredState => ({
      properties: properties.save(),
      triggers: triggers.list(),
      charts: charts.list(),
      timeZone: spreadsheet.timeZone,
    }),
    async close(): Promise<void> {
      await executions.close();
      workbook.univer.dispose();
    },
  };
}

/** `url` is that of `doPost` and `doGet`, and undefined while they are not served. They exist only if the manifest says so. */
function createWebApp(exists: () => boolean) {
  return {
    url: undefined as string | undefined,
    get exists(): boolean {
      return exists();
    },
  };
}

async function settled({ calculation, custom }: HostWorkbook, isOver = () => false): Promise<void> {
  do {
    await calculation.settled();
    await sleep(POLL_MS);
  } while (!isOver() && (custom.waiting() > 0 || calculation.busy()));
}

/** Those that run, and for flush() those that are to run, too. */
async function waitForFormulas(
  workbook: HostWorkbook,
  operation: string,
  isOver: () => boolean,
): Promise<void> {
  if (operation === 'Spreadsheet.flush') return settled(workbook, isOver);
  while (!isOver() && workbook.custom.waiting() > 0) await sleep(POLL_MS);
}

function readScript({ code, htmlFiles = {}, manifest = { webapp: {} } }: ScriptFiles) {
  const { timeZone = 'Etc/GMT', oauthScopes: scopes, webapp } = manifest;
  const hasWebApp = webapp !== undefined;
  return { code, htmlFiles, timeZone, scopes, hasWebApp, functions: readFunctionHelp(code) };
}

function emptyWorkbook(): Partial<IWorkbookData> {
  const id = 'sheet-1';
  return {
    name: 'Untitled spreadsheet',
    sheetOrder: [id],
    sheets: { [id]: { id, name: 'Sheet1', rowCount: 1000, columnCount: 26, cellData: {} } },
  };
}
