/** Which formulas run again after a refresh: those that do not show what is known, and those of which nothing is known. */
import { listOf, readJson } from '../../contract/json.js';
import type { Platform, Properties } from '../platform.js';
import type { FoundFormula } from '../refresh/find-formulas.js';
import { byTab, runAgain } from '../refresh/run-again.js';
import { readCells, type TabCells } from '../refresh/shown.js';
import type { AnsweredCall, AskedFormula } from './asked-formula.js';

export interface Rerun {
  readonly job: string;
  readonly formulas: readonly AskedFormula[];
  readonly answered: ReadonlyMap<string, AnsweredCall>;
  /** What stands in the cells by now. */
  find(): FoundFormula[];
}

export interface RerunOutcome {
  readonly count: number;
  /** Formulas that Google did not let out of their cells: the person may not change them. */
  readonly refused: number;
  /** What has to be written afterwards. */
  readonly values: Readonly<Record<string, string>>;
}

/** Of formulas with more in them than a call: the digests of what they were calculated from. */
export const SHOWN = 'shown:';
const MAX_SHOWN = 400;
const isShownList = listOf((value): value is string => typeof value === 'string');

export function rerun(platform: Platform, properties: Properties, request: Rerun): RerunOutcome {
  const { job, formulas, answered, find } = request;
  const name = SHOWN + job;
  const before = new Set(readJson(properties.get(name), isShownList));
  const after: string[] = [];

  function isDue({ found, calls, isBare }: AskedFormula, cells: TabCells): boolean {
    if (calls === undefined) return true;
    const answers = calls.map((call) => answered.get(call.key)?.table(call));
    const { row, column } = found;
    const [call] = calls;
    if (answers.some((table) => table === undefined) || !call) return false;
    if (isBare) return !cells.shows(row, column, answers[0]!);
    const digests = calls.map(({ key }) => `${key.slice(0, 8)}${answered.get(key)?.digest}`);
    after.push(...digests);
    return cells.isError(row, column) || digests.some((digest) => !before.has(digest));
  }

  const due = byTab(formulas.map((formula) => ({ tab: formula.found.tab, formula }))).flatMap((group) => {
    const cells = readCells(group[0]!.tab);
    return group.flatMap(({ formula }) => (isDue(formula, cells) ? [formula.found] : []));
  });
  const still = (wanted: readonly FoundFormula[]) => () => {
    const names = new Set(wanted.map(nameOf));
    return find().filter((found) => names.has(nameOf(found)));
  };
  let count = 0;
  let refused = 0;
  if (due.length > 0) {
    try {
      count = runAgain(platform, properties, still(due));
    } catch {
      // one that is protected keeps the others from running
      for (const one of due) {
        try {
          count += runAgain(platform, properties, still([one]));
        } catch (error) {
          platform.log.warn(error);
          refused += 1;
        }
      }
    }
  }
  const values = after.length > 0 ? { [name]: JSON.stringify([...new Set(after)].slice(0, MAX_SHOWN)) } : {};
  return { count, refused, values };
}

/** Not for a cell whose formula was changed meanwhile. */
function nameOf({ tab, row, column, formula }: FoundFormula): string {
  return `${tab.id} ${row} ${column} ${formula}`;
}
