/** The host: one spreadsheet, one script, and the emulated Google services between them. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IWorkbookData } from '@univerjs/core';
import { DEFAULT_AUTH_MODE, TIME_LIMIT_MS, USERS } from '../bridge/modes.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { Executions } from '../executions/executions.js';
import { createDispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import { FIRST_DOCUMENT } from '../google/handlers.js';
import { createMails } from '../google/mails.js';
import { withPartialWrites } from '../google/partial-writes.js';
import { createProtections } from '../google/protections.js';
import { createQuotas } from '../google/quotas.js';
import { createRange } from '../google/range.js';
import { createSheet } from '../google/sheet.js';
import { createSpreadsheet, type SpreadsheetProperties } from '../google/spreadsheet.js';
import type { Trigger } from '../google/triggers.js';
import { createConsole, createUi } from '../google/ui.js';
import { createUrlFetch } from '../google/url-fetch.js';
import { createRecordedInterface } from '../google/user-interface.js';
import { BLOB_HANDLERS, UTILITIES_HANDLERS } from '../google/utilities.js';
import type { CustomAnswer, CustomCall } from '../grid/custom-functions.js';
import { readFunctionHelp } from '../grid/function-help.js';
import { BLOB } from '../services/blob.js';
import { CACHE } from '../services/cache.js';
import { CONSOLE } from '../services/console.js';
import { URL_FETCH_APP } from '../services/fetch.js';
import { LOCK } from '../services/lock.js';
import { MAIL_APP } from '../services/mail.js';
import { PROPERTIES } from '../services/properties.js';
import { RANGE } from '../services/range.js';
import { CLOCK_TRIGGER, SCRIPT_APP } from '../services/script.js';
import { SHEET } from '../services/sheet.js';
import { SPREADSHEET, SPREADSHEET_APP } from '../services/spreadsheet.js';
import { MENU, UI } from '../services/ui.js';
import { UTILITIES } from '../services/utilities.js';
import { shiftCharts } from '../workbook/chart-areas.js';
import { createHostWorkbook } from '../workbook/host-workbook.js';
import { onShift } from '../workbook/shifts.js';
import { argumentsForScript, outcomeFromError, outcomeFromScript } from './custom-answers.js';
import type { Host, HostOptions, RunOptions, ScriptFiles } from './host-types.js';
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
  const chartsOf = new Map(Object.entries(stored.charts ?? {}));
  /** Without those of tabs that a person has deleted, who may yet undo it. */
  const charts = () =>
    Object.fromEntries([...chartsOf].filter(([id]) => workbook.workbook.getSheetBySheetId(id)));
  const onCharts = () => {
    options.onCharts?.(charts());
    onChange();
  };
  const spreadsheet: SpreadsheetProperties = {
    id: documentId,
    url: `https://docs.google.com/spreadsheets/d/${documentId}/edit`,
    locale: options.spreadsheetLocale ?? 'en_US',
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
    data: { ...emptyWorkbook(), ...options.workbook, id: documentId },
    functions: script.functions,
    ask: (call) => void answerCell(call),
    onMutation: (mutation) => {
      options.onMutation?.(mutation);
      onChange();
    },
  });
  onShift(workbook.univer, (shift) => {
    const before = Object.fromEntries(chartsOf);
    const after = shiftCharts(before, shift);
    if (after === before) return;
    for (const [id, all] of Object.entries(after)) chartsOf.set(id, all);
    onCharts();
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

  const screen = createUi(switches);
  const file = createSpreadsheet({ workbook, properties: spreadsheet, charts: chartsOf, onChange, onCharts });
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
    dispatch: createDispatch(
      [
        [BLOB, BLOB_HANDLERS],
        [CACHE, cache.handlers],
        [CLOCK_TRIGGER, triggers.handlers],
        [CONSOLE, createConsole((line) => options.onLog?.(line))],
        [LOCK, locks.handlers],
        [MAIL_APP, mails.handlers],
        [MENU, screen],
        [PROPERTIES, withPartialWrites(properties.handlers, faults)],
        [RANGE, createRange({ workbook, properties: spreadsheet, protections })],
        [SCRIPT_APP, triggers.handlers],
        [SHEET, createSheet({ workbook, charts: chartsOf, onCharts })],
        [SPREADSHEET, file.spreadsheet],
        [SPREADSHEET_APP, file.app],
        [UI, screen],
        [URL_FETCH_APP, urlFetch.handlers],
        [UTILITIES, UTILITIES_HANDLERS],
      ],
      quotas,
      switches,
    ),
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

  const fire = ({ functionName, owner, id }: Trigger): Promise<unknown> => {
    const user = Object.values(USERS).find(({ email }) => email === owner) ?? USERS.owner;
    return run(functionName, [{ triggerUid: id, authMode: 'FULL' }], { as: user.role, mode: 'trigger' });
  };

  return {
    workbook,
    executions,
    clock,
    faults,
    switches,
    owner,
    shared,
    cache,
    properties,
    locks,
    triggers,
    urlFetch,
    mails,
    quotas,
    protections,
    ui,
    webApp,
    get functions() {
      return script.functions;
    },
    spreadsheet,
    charts,
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
      charts: charts(),
      timeZone: spreadsheet.timeZone,
    }),
    async close() {
      await executions.close();
      workbook.univer.dispose();
    },
  };
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
