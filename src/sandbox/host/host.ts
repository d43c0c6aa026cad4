/** The host: a spreadsheet, a script and the emulated Google services, for tests and the page's server. */
import { MODES, USERS } from '../bridge/modes.js';
import type { FunctionHelp } from '../bridge/operations.js';
import { loadingText } from '../bridge/switches.js';
import { Executions, type Script } from '../executions/executions.js';
import { readFunctionHelp } from '../grid/function-help.js';
import { FIRST_DOCUMENT } from '../services/caller.js';
import { createCharts } from '../services/chart-list.js';
import type { LogLine, ServiceParts, SpreadsheetProperties } from '../services/define.js';
import type { Faults } from '../services/faults.js';
import { createProtections } from '../services/protections.js';
import type { Trigger } from '../services/triggers.js';
import { createNoScreen } from '../services/user-interface.js';
import { createHostWorkbook, type HostWorkbook } from '../workbook/host-workbook.js';
import { argumentsForScript, outcomeOf } from './custom-answers.js';
import type { HostOptions, RunOptions, ScriptFiles, StoredState } from './host-options.js';
import { createSharedState } from './shared-state.js';

const TOP_LEVEL_FUNCTION = /^function ([\w$]+)/gm;

export type { HostOptions, RunOptions, ScriptFiles, StoredState };

export type Host = ReturnType<typeof createHost>;

type Run = (functionName: string, args?: readonly unknown[], options?: RunOptions) => Promise<unknown>;

export function createHost(options: HostOptions) {
  const parts = createParts(options);
  let script = readScript(options);
  const webApp = {
    /** The address of `doPost`; undefined while no server serves it. */
    url: undefined as string | undefined,
    /** True if the manifest declares a web app. */
    exists: () => script.hasWebApp,
  };
  const workbook = openWorkbook(options, parts, script.functions, (...call) => run(...call));
  const charts = createCharts(workbook, options.stored?.charts ?? {}, (all) => {
    options.onCharts?.(all);
    parts.onChange();
  });
  const protections = createProtections(parts.owner, workbook);
  const executions = createExecutions(options, script, {
    ...parts,
    workbook,
    charts,
    protections,
    htmlFiles: () => script.htmlFiles,
    webAppUrl: () => (webApp.exists() ? webApp.url : undefined),
  });

  /** Runs a global function of the script; by default from the menu and as the owner. @throws ScriptError */
  const run: Run = async (functionName, args = [], { as = 'owner', mode = 'menu', ...rest } = {}) => {
    const defaults = { user: USERS[as], mode, authMode: MODES[mode].authMode, ui: parts.ui };
    return executions.run({ functionName, args, ...defaults, ...rest });
  };
  return {
    ...parts,
    workbook,
    protections,
    executions,
    webApp,
    run,
    /** Runs the due clock triggers of this spreadsheet. */
    runDueTriggers: createTriggerRuns(options, parts, run),
    functions: () => script.functions,
    /** The functions that `google.script.run` has: all that are not private. */
    callableNames: () => script.callableNames,
    charts: () => charts.list(),
    /** Runs each formula again, as Google sometimes does although no cell has changed. */
    runFormulasAgain: () => workbook.custom.invalidateAll(),
    settled: workbook.settled,
    /** Replaces the script for later executions and runs each formula again; the rest of the state stays. */
    load(files: ScriptFiles): void {
      script = readScript(files);
      executions.load(script);
      workbook.custom.register(script.functions);
      workbook.custom.invalidateAll();
    },
    save: (): StoredState => ({ ...parts.shared.save(), charts: charts.list() }),
    async close(): Promise<void> {
      await executions.close();
      await workbook.close();
    },
  };
}

type Parts = ReturnType<typeof createParts>;

function createExecutions(options: HostOptions, script: Script, parts: Parts & ServiceParts): Executions {
  return new Executions({
    ...parts,
    parts,
    script,
    owner: USERS[parts.owner],
    inDocument: options.inDocument ?? true,
    timeLimitMs: (mode) => options.timeLimitMs?.[mode] ?? MODES[mode].limitMs,
  });
}

/** @param run runs a function of the script */
function openWorkbook(
  options: HostOptions,
  { owner, spreadsheet, switches }: Parts,
  functions: readonly FunctionHelp[],
  run: Run,
): HostWorkbook {
  const workbook = createHostWorkbook(options.workbook ?? {}, {
    unitId: spreadsheet.id,
    functions,
    async ask(call) {
      const { sheetId, row, column, functionName, args } = call;
      const { timeZone } = spreadsheet;
      const cell = { sheetId, row: row + 1, column: column + 1, numRows: 1, numColumns: 1 };
      const runInCell = async () => {
        await options.ready;
        // on Google, a formula uses the quotas of the person who has the spreadsheet open; the host does not know
        // who that is, so it uses the owner's
        const runOptions: RunOptions = { cell, as: owner, mode: 'custom-function' };
        return run(functionName, argumentsForScript(args, timeZone), runOptions);
      };
      const answer = { call, outcome: await outcomeOf(runInCell, functionName, timeZone) };
      // after a rerun of the formulas, perhaps with another script, only the newest call of a cell counts
      if (!workbook.custom.isAwaited(call)) return;
      workbook.custom.storeAnswers([answer]);
      options.onAnswer?.(answer);
    },
    onMutation: (mutation) => {
      options.onMutation?.(mutation);
      options.onChange?.();
    },
  });
  workbook.custom.loadingText = () => loadingText(switches);
  return workbook;
}

/** Returns the function that runs the due clock triggers; executions record failures, so it never throws. */
function createTriggerRuns({ ready }: HostOptions, { spreadsheet, triggers }: Parts, run: Run) {
  /** Runs a trigger as the person who created it. */
  const fire = async ({ functionName, owner, id }: Trigger): Promise<void> => {
    const user = Object.values(USERS).find(({ email }) => email === owner) ?? USERS.owner;
    const event = { triggerUid: id, authMode: 'FULL' };
    await ready;
    await run(functionName, [event], { as: user.role, mode: 'trigger' }).catch(() => undefined);
  };
  return async (): Promise<void> => {
    await Promise.all(triggers.takeDue(spreadsheet.id).map(fire));
  };
}

function createParts(options: HostOptions) {
  const { owner = 'owner', stored = {}, documentId = FIRST_DOCUMENT, onChange = () => undefined } = options;
  const { shared = createSharedState(stored, options.switches, onChange) } = options;
  const spreadsheet: SpreadsheetProperties = {
    id: documentId,
    locale: options.spreadsheetLocale ?? 'en_US',
    timeZone: options.spreadsheetTimeZone ?? 'Etc/GMT',
  };
  return {
    ...shared,
    onChange,
    faults: {} as Faults,
    owner,
    spreadsheet,
    /** The `shared` option of a further spreadsheet. */
    shared,
    mails: [] as ServiceParts['mails'],
    addOnName: options.addOnName ?? 'Add-on',
    log: (line: LogLine) => options.onLog?.(line),
    /** The screen of executions that do not name one. */
    ui: options.ui ?? createNoScreen(),
  };
}

function readScript({ code, htmlFiles = {}, manifest = { webapp: {} } }: ScriptFiles) {
  const { timeZone = 'Etc/GMT', oauthScopes: scopes, webapp } = manifest;
  const hasWebApp = webapp !== undefined;
  const names = [...code.matchAll(TOP_LEVEL_FUNCTION)].map(([, name = '']) => name);
  const callableNames = names.filter((name) => !name.endsWith('_'));
  return { code, htmlFiles, timeZone, scopes, hasWebApp, callableNames, functions: readFunctionHelp(code) };
}
