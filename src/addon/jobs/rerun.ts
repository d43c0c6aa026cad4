/** Runs formulas again after a refresh: those whose tables are out of date, and those of which nothing is known. */
import { listOf, readJson } from '../../contract/json.js';
import { isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import type { FoundFormula } from '../refresh/find-formulas.js';
import { columnBlocksOf } from '../refresh/find-formulas.js';
import { byTab, runAgain } from '../refresh/run-again.js';
import { isStillLoading, readCells, type TabCells } from '../refresh/shown.js';
import type { AnsweredCall, AskedFormula } from './asked-formula.js';

interface Rerun {
  readonly job: string;
  readonly formulas: readonly AskedFormula[];
  readonly answered: ReadonlyMap<string, AnsweredCall>;
  /** When it is to stop: what is left is due at the next run. Milliseconds since 1970. */
  readonly stopAt: number;
  /** Finds the formulas that are in the cells by now. */
  find(): FoundFormula[];
  /** Keeps the lease of the run. To be called between steps. */
  keep(): void;
}

/** The property with the digests of what formulas were calculated from that have more in them than a call. */
export const SHOWN = 'shown:';
const MAX_SHOWN = 400;
/** Google may refuse the 31st execution of a person at the same time: twenty leave room for this run and for colleagues. */
const AT_ONCE = 20;
/** A run waits no longer than this in all: it must renew its lease before the lease expires. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;
const isShownList = listOf((value): value is string => typeof value === 'string');

export function rerun(platform: Platform, properties: Properties, request: Rerun) {
  const { job, formulas, answered } = request;
  const name = SHOWN + job;
  const before = new Set(readJson(properties.get(name), isShownList));
  const digestsOf = ({ calls = [], isBare }: AskedFormula): readonly string[] =>
    isBare || calls.some(({ key }) => !answered.has(key))
      ? []
      : calls.map(({ key }) => `${key.slice(0, 8)}${answered.get(key)?.digest}`);

  function isDue(formula: AskedFormula, cells: TabCells): boolean {
    const { found, calls, isBare } = formula;
    if (calls === undefined) return true;
    const answers = calls.map((call) => answered.get(call.key)?.table(call));
    const { row, column } = found;
    if (answers.some((table) => table === undefined) || calls.length === 0) return false;
    if (isBare) return !cells.shows(row, column, answers[0]!);
    return hasNoValue(cells.text(row, column)) || digestsOf(formula).some((digest) => !before.has(digest));
  }

  const due = byTab(formulas.map((formula) => ({ tab: formula.found.tab, formula }))).flatMap((group) => {
    const cells = readCells(group[0]!.tab);
    return group.flatMap(({ formula }) => (isDue(formula, cells) ? [formula.found] : []));
  });
  const editable = editableOf(due);
  const { count, refused, left } = runInGroups(platform, properties, request, editable);
  const unshown = new Set(left.map(nameOf));
  const shown = formulas.filter(({ found }) => !unshown.has(nameOf(found))).flatMap(digestsOf);
  return {
    count,
    // those that the person may not change, or that Google did not let out of their cells
    refused: refused + due.length - editable.length,
    // whether formulas are left that are to run
    isCut: left.length > 0,
    // to be written afterwards
    values: shown.length > 0 ? { [name]: JSON.stringify([...new Set(shown)].slice(0, MAX_SHOWN)) } : {},
  };
}

/** A few at a time, and fewer where Google refuses some: one that is protected must not keep the others from running. */
function runInGroups(
  platform: Platform,
  properties: Properties,
  { find, keep, stopAt }: Rerun,
  due: readonly FoundFormula[],
) {
  const still = (wanted: readonly FoundFormula[]) => () => {
    const names = new Set(wanted.map(nameOf));
    return find().filter((found) => names.has(nameOf(found)));
  };
  const groups = inGroupsOf(AT_ONCE, due);
  const waitUntil = platform.clock.now() + WAIT_MS;
  let running: readonly FoundFormula[] = [];
  let count = 0;
  let refused = 0;
  for (let group = groups.shift(); group; group = groups.shift()) {
    waitForAnswers(platform, running, waitUntil);
    keep();
    if (platform.clock.now() >= stopAt) return { count, refused, left: [...group, ...groups.flat()] };
    try {
      count += runAgain(platform, properties, still(group));
      running = group;
    } catch (error) {
      // somebody else takes formulas out of their cells
      if (isSignalsError(error) && error.code === 'BUSY')
        return { count, refused, left: [...group, ...groups.flat()] };
      running = [];
      if (group.length > 1) groups.unshift(...inGroupsOf(Math.ceil(group.length / 2), group));
      else {
        platform.log.warn(error);
        refused += 1;
      }
    }
  }
  return { count, refused, left: [] };
}

function inGroupsOf<T>(size: number, all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** Those whose cells the person may change: asked for a block of cells at once, and for its halves where it may not. */
function editableOf(found: readonly FoundFormula[]): FoundFormula[] {
  return byTab(found).flatMap((cells) =>
    columnBlocksOf(cells).flatMap(({ cells: block }) => editableIn(block)),
  );
}

function editableIn(block: readonly FoundFormula[]): readonly FoundFormula[] {
  const [{ tab, row, column }] = block as [FoundFormula];
  if (tab.canEdit({ row, column, numRows: block.length, numColumns: 1 })) return block;
  return block.length > 1 ? inGroupsOf(Math.ceil(block.length / 2), block).flatMap(editableIn) : [];
}

/** Waits until the cells have results. The caller must not hold the document's lock: a formula may need it. */
function waitForAnswers({ clock }: Platform, formulas: readonly FoundFormula[], until: number): void {
  for (const { tab, ...place } of formulas) {
    while (clock.now() < until && isStillLoading(tab, place)) clock.sleep(LOOK_EVERY_MS);
  }
}

/** Not for a cell whose formula was changed meanwhile. */
function nameOf({ tab, row, column, formula }: FoundFormula): string {
  return `${tab.id} ${row} ${column} ${formula}`;
}
