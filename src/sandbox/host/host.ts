/** The host: one spreadsheet, one script, and the emulated Google services between them. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IWorkbookData } from '@univerjs/core';
import { DEFAULT_AUTH_MODE, TIME_LIMIT_MS, USERS } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { type ExecutionRequest, Executions } from '../executions/executions.js';
import type { Faults } from '../google/faults.js';
import { FIRST_DOCUMENT } from '../google/handlers.js';
import { createMails } from '../google/mails.js';
import { createProtections } from '../google/protections.js';
import { createQuotas } from '../google/quotas.js';
import type { SpreadsheetProperties } from '../google/spreadsheet.js';
import type { Trigger } from '../google/triggers.js';
import { createUrlFetch } from '../google/url-fetch.js';
import { createRecordedInterface, type UserInterface } from '../google/user-interface.js';
import type { CustomCall } from '../grid/custom-functions.js';
import { readFunctionHelp } from '../grid/function-help.js';
import { createHostWorkbook } from '../workbook/host-workbook.js';
import { createCharts } from './charts.js';
import { argumentsForScript, outcomeOf } from './custom-answers.js';
import type { Host, HostOptions, RunOptions, ScriptFiles } from './host-types.js';
import { emulateServices } from './services.js';
import { createSharedState } from './shared-state.js';

const POLL_MS = 10;

export function createHost(options: HostOptions): Host {
  const { stored = {}, onChange = () => undefined, ready = Promise.resolve() } = options;
  const { documentId = FIRST_DOCUMENT, shared = createSharedState({ ...stored, onChange }) } = options;
  const { clock, cache, properties, locks, triggers } = shared;
  const { owner = 'owner' } = options;
  const faults: Faults = {};
  const { userLocale = DEFAULT_SWITCHES.userLocale } = options;
  const switches: Switches = { ...DEFAULT_SWITCHES, userLocale, ...options.switches };
  const urlFetch = createUrlFetch(faults);
  const quotas = createQuotas(shared.dayUse, switches);
  const mails = createMails({ clock, quotas });
  const ui = createRecordedInterface();
  const protections = createProtections(owner);
  let script = readScript(options);
  const webApp: Host['webApp'] = {
    url: undefined,
    get exists() {
      return script.hasWebApp;
    },
  };
  const spreadsheet: SpreadsheetProperties = {
    id: documentId,
    url: `https://docs.google.com/spreadsheets/d/${documentId}/edit`,
    locale: options.spreadsheetLocale ?? 'en_US',
    timeZone: stored.timeZone ?? options.spreadsheetTimeZone ?? 'Etc/GMT',
  };

  const answerCell = async (call: CustomCall): Promise<void> => {
    const { sheetId, row, column } = call;
    const cell = { sheetId, row: row + 1, column: column + 1, numRows: 1, numColumns: 1 };
    const runInCell = async () => {
      await ready;
      const args = argumentsForScript(call.args, spreadsheet.timeZone);
      return run(call.functionName, args, { mode: 'custom-function', cell });
    };
    const outcome = await outcomeOf(runInCell, call.functionName, spreadsheet.timeZone);
    const answer = { call, outcome };
    workbook.custom.settle(answer);
    options.onAnswer?.(answer);
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
  const charts = createCharts(workbook, stored.charts, (all) => {
    options.onCharts?.(all);
    onChange();
  });

  const settled = async (isOver = () => false): Promise<void> => {
    do {
      await workbook.calculation.settled();
      await sleep(POLL_MS);
    } while (!isOver() && (workbook.custom.waiting() > 0 || workbook.calculation.busy()));
  };
  /** Those that run, and for flush() those that are to run, too. */
  const waitForFormulas = async (operation: string, isOver: () => boolean): Promise<void> => {
    if (operation === 'Spreadsheet.flush') return settled(isOver);
    while (!isOver() && workbook.custom.waiting() > 0) await sleep(POLL_MS);
  };

  const parts = {
    ...{ cache, faults, locks, mails, properties, protections },
    ...{ quotas, spreadsheet, switches, triggers, urlFetch, workbook },
  };
  const executions = new Executions({
    script,
    workerFile: path.join(__dirname, 'worker.cjs'),
    realmFile: path.join(__dirname, 'realm.js'),
    owner: USERS[owner],
    documentId,
    nextId: shared.nextExecutionId,
    turns: shared.turns,
    clock,
    locks,
    faults,
    quotas,
    switches,
    waitForFormulas,
    environment: () => ({
      addOnName: options.addOnName ?? 'Add-on',
      htmlFiles: script.htmlFiles,
      webAppUrl: webApp.exists ? webApp.url : undefined,
      userLocale: switches.userLocale,
      ...(script.scopes && { scopes: script.scopes }),
      inDocument: options.inDocument ?? true,
    }),
    timeLimitMs: { ...TIME_LIMIT_MS, ...options.timeLimitMs },
    dispatch: emulateServices({ ...parts, charts, onChange, onLog: (line) => options.onLog?.(line) }),
  });
  const run = (functionName: string, args: readonly unknown[] = [], runOptions: RunInCell = {}) =>
    executions.run(requestOf(functionName, args, { ui, ...runOptions }));
  const fire = ({ functionName, owner, id }: Trigger): Promise<unknown> => {
    const user = Object.values(USERS).find(({ email }) => email === owner) ?? USERS.owner;
    return run(functionName, [{ triggerUid: id, authMode: 'FULL' }], { as: user.role, mode: 'trigger' });
  };

  return {
    ...parts,
    ...{ clock, executions, owner, shared, ui, webApp },
    get functions() {
      return script.functions;
    },
    charts: charts.list,
    run,
    async runDueTriggers() {
      await Promise.allSettled(triggers.takeDue(documentId).map(fire));
    },
    async runTrigger(id) {
      const trigger = triggers.list().find((one) => one.id === id);
      if (trigger?.documentId === documentId) await Promise.allSettled([fire(trigger)]);
    },
    runFormulasAgain: () => workbook.custom.forgetAll(),
    settled,
    load(files) {
      script = readScript(files);
      executions.load(script);
      workbook.custom.register(script.functions);
      workbook.custom.forgetAll();
    },
    save: () => ({
      properties: properties.save(),
      triggers: triggers.list(),
      charts: charts.list(),
      timeZone: spreadsheet.timeZone,
    }),
    async close() {
      await executions.close();
      workbook.univer.dispose();
    },
  };
}

interface RunInCell extends RunOptions {
  readonly cell?: CellArea;
}

function requestOf(
  functionName: string,
  args: readonly unknown[],
  {
    as = 'owner',
    mode = 'menu',
    authMode = DEFAULT_AUTH_MODE[mode],
    ...rest
  }: RunInCell & { ui: UserInterface },
): ExecutionRequest {
  return { functionName, args, user: USERS[as], mode, authMode, ...rest };
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
