/** Reruns formulas after a refresh: those with outdated tables, and those that could not be read. */
import { listOf, readJson } from '../../contract/json.js';
import { isLoading } from '../../contract/loading.js';
import { areaOf } from '../../contract/new-sheet.js';
import { groupedBy, inGroupsOf } from '../../core/grouped.js';
import { isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import { editableOf, type FoundFormula } from '../refresh/find-formulas.js';
import { byTab, runAgain } from '../refresh/run-again.js';
import { readCells, type TabCells } from '../refresh/shown.js';
import type { AnsweredCall, AskedFormula } from './asked-formula.js';
import type { Run } from './run.js';

interface Rerun {
  readonly formulas: readonly AskedFormula[];
  readonly answered: ReadonlyMap<string, AnsweredCall>;
  /** When to stop, in milliseconds since 1970. The next run reruns the other formulas. */
  readonly stopAt: number;
  /** Finds the formulas that the cells have now. */
  find(): FoundFormula[];
}

/** Property: checksums of the answers that formulas with more than a call were last calculated from. */
const SHOWN = 'shown:';
const MAX_SHOWN = 400;
/** Google may refuse a person's 31st simultaneous execution: 20 leave room for this run and colleagues. */
const GROUP_SIZE = 20;
/** The most that a run waits in all: it must renew its lease before the lease expires. */
const WAIT_MS = 20_000;
const POLL_MS = 250;
const isShownList = listOf((value): value is string => typeof value === 'string');

/** Adds a warning for formulas that stay. @returns false if formulas still have to run */
export function rerun(run: Run, request: Rerun): boolean {
  const { formulas, answered } = request;
  const name = SHOWN + run.job.id;
  const before = new Set(readJson(run.properties.get(name), isShownList));
  const checksumsOf = ({ calls = [], isBare }: AskedFormula): readonly string[] =>
    isBare || calls.some(({ key }) => !answered.has(key))
      ? []
      : calls.map(({ key }) => `${key.slice(0, 8)}${answered.get(key)?.checksum}`);

  function isDue(formula: AskedFormula, cells: TabCells): boolean {
    const { found, calls, isBare } = formula;
    if (calls === undefined) return true;
    const answers = calls.map((call) => answered.get(call.key)?.table(call));
    const { row, column } = found;
    if (answers.some((table) => table === undefined) || calls.length === 0) return false;
    if (isBare) return !cells.shows(row, column, answers[0]!);
    return (
      hasNoValue(cells.text(row, column)) || checksumsOf(formula).some((checksum) => !before.has(checksum))
    );
  }

  const byTabId = [...groupedBy(formulas, ({ found }) => String(found.tab.id)).values()];
  const due = byTabId.flatMap((group) => {
    const cells = readCells(group[0]!.found.tab);
    return group.filter((formula) => isDue(formula, cells)).map(({ found }) => found);
  });
  const editable = byTab(due).flatMap((found) => editableOf(found[0]!.tab, found));
  const { count, refused, left } = runInGroups(run, request, editable);
  // the person may not edit these formulas, or Google refused to clear their cells
  const stay = due.length - editable.length + refused;
  if (stay > 0) run.addWarning({ kind: 'not-run', formulas: stay });
  const leftNames = new Set(left.map(nameOf));
  const shown = formulas.filter(({ found }) => !leftNames.has(nameOf(found))).flatMap(checksumsOf);
  const values = shown.length > 0 && { [name]: JSON.stringify([...new Set(shown)].slice(0, MAX_SHOWN)) };
  run.commit({ changed: run.progress.changed + count }, { after: () => ({ ...values }) });
  return left.length === 0;
}

/** Reruns a few at a time, and halves a refused group: a protected cell must not block the others. */
function runInGroups(run: Run, { find, stopAt }: Rerun, due: readonly FoundFormula[]) {
  const { platform } = run;
  const findAgain = (wanted: readonly FoundFormula[]) => {
    const names = new Set(wanted.map(nameOf));
    return find().filter((found) => names.has(nameOf(found)));
  };
  const groups = inGroupsOf(GROUP_SIZE, due);
  const waitUntil = platform.clock.now() + WAIT_MS;
  let running: readonly FoundFormula[] = [];
  let count = 0;
  let refused = 0;
  while (groups.length > 0) {
    waitForAnswers(platform, running, waitUntil);
    run.renewLease();
    if (run.isStopped || platform.clock.now() >= stopAt) break;
    const group = groups[0]!;
    running = [];
    try {
      count += runAgain(platform, () => findAgain(group));
      running = groups.shift()!;
    } catch (error) {
      // another execution takes formulas out of their cells
      if (isSignalsError(error) && error.code === 'BUSY') break;
      const halves = group.length > 1 ? inGroupsOf(Math.ceil(group.length / 2), group) : [];
      groups.splice(0, 1, ...halves);
      if (halves.length > 0) continue;
      platform.log.warn(error);
      refused += 1;
    }
  }
  return { count, refused, left: groups.flat() };
}

/** Waits until the cells have results. The caller must not hold the document's lock: a formula may need it. */
function waitForAnswers({ clock }: Platform, formulas: readonly FoundFormula[], until: number): void {
  for (const { tab, row, column } of formulas) {
    const isRunning = () => isLoading(String(tab.values(areaOf(row, column))[0]?.[0]));
    while (clock.now() < until && isRunning()) clock.sleep(POLL_MS);
  }
}

/** Contains the formula, so that a cell with a changed formula does not match. */
function nameOf({ tab, row, column, formula }: FoundFormula): string {
  return `${tab.id} ${row} ${column} ${formula}`;
}
