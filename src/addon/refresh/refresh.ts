/** Refresh from the menu: shows the possible cost, then reruns formulas. It loses no formula. */

import { readNumber } from '../../contract/amount-text.js';
import { DATASETS, DEFAULT_LIMIT, MAX_LIMIT } from '../../contract/datasets.js';
import {
  COMMA,
  type FormulaCall,
  findCall,
  type Separators,
  separatorsOf,
  translate,
} from '../../contract/formula.js';
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { withSheet } from '../../contract/formula-sheet.js';
import { DATASET_OPTIONS } from '../../contract/options.js';
import { committedBy } from '../../core/ledger.js';
import type { ConnectionStore } from '../account/connection.js';
import { startRefresh } from '../account/context.js';
import { budgetLeft, currentLimit } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import { ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { readArguments } from '../question/arguments.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { createZone, todayIn } from '../question/zone.js';
import { requireDocument } from '../storage/document-lock.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { RefreshCost } from '../texts/en.js';
import type { AddonTexts } from '../texts/language.js';
import { cellOf, type FoundFormula, findAllFormulas, findFormulas, findSelected } from './find-formulas.js';
import { completeJournal } from './journal.js';
import { findFailed, runAgain } from './run-again.js';

export type RefreshScope = 'selection' | 'sheet' | 'everything' | 'failed';

/** Asks the person, then reruns the formulas of the scope only. */
export function refreshFormulas(
  platform: Platform,
  connections: ConnectionStore,
  texts: AddonTexts,
  scope: RefreshScope,
): void {
  const { ui } = platform;
  const properties = requireDocument(platform);
  completeJournal(platform);
  const separators = separatorsOf(platform.spreadsheet.locale());
  const found = find(platform, scope, separators);
  if (found.length === 0) {
    ui.alert(texts.nothingToRefresh);
    return;
  }
  const settings = readSettings(properties);
  const limit = currentLimit(platform, connections, settings);
  const today = todayIn(createZone(platform.spreadsheet.timeZone()), platform);
  const committed = committedBy(new PurchaseStore(platform).ledger(), today, platform.clock.now());
  const cost = costOf(found, separators, platform.grid.values);
  const { left, isMonth } = budgetLeft(settings, limit, committed);
  const use = isMonth
    ? { spent: committed.month, budget: settings.monthlyBudget ?? 0, isMonth }
    : { spent: committed.today, budget: limit, isMonth };
  // do not offer a refresh that the budget does not allow
  if (cost.questions > 0 && left <= 0) ui.alert(isMonth ? texts.monthSpent : texts.budgetSpent);
  else if (ui.confirm(texts.refreshQuestion(cost, use))) {
    startRefresh(platform);
    // the dialog may have been open for long
    runAgain(platform, () => find(platform, scope, separators));
  }
}

function find({ grid }: Platform, scope: RefreshScope, separators: Separators): FoundFormula[] {
  if (scope === 'everything') return findAllFormulas(grid, separators);
  if (scope === 'failed') return findFailed(grid, separators);
  if (scope === 'selection') return findSelected({ grid }, separators);
  const selected = grid.selection();
  return selected ? findFormulas(selected.tab, separators) : [];
}

type RangeValues = Platform['grid']['values'];

/** Free datasets cost nothing; a question in several cells is paid once. */
export function costOf(
  found: readonly FoundFormula[],
  separators: Separators,
  values: RangeValues,
): RefreshCost {
  const limits = new Map<string, number>();
  for (const formula of found) {
    for (const call of callsIn(translate(formula.formula, separators, COMMA), formula.tab.name())) {
      const dataset = datasetOf(call.functionName);
      if (dataset === undefined || !DATASETS[dataset].paid) continue;
      const { key, limit } = costKeyOf(call, formula, values);
      limits.set(key, limit);
    }
  }
  const ceiling = [...limits.values()].reduce((sum, limit) => sum + limit, 0);
  return { formulas: found.length, questions: limits.size, ceiling };
}

/** Returns every call of our functions in a formula, also in arguments of others. */
function callsIn(formula: string, sheet: string): FormulaCall[] {
  const call = findCall(withSheet(formula, sheet, COMMA), FUNCTION_NAMES, COMMA);
  if (!call) return [];
  const rest = [...call.args.map(({ source }) => source), call.after.slice(1)];
  return [call, ...rest.flatMap((text) => callsIn(`=${text}`, sheet))];
}

/** Returns a key that is equal for equal questions, and the limit; an unknown one counts as the highest. */
function costKeyOf({ functionName, args }: FormulaCall, formula: FoundFormula, values: RangeValues) {
  // an argument that only Sheets can calculate is compared by its source text
  const given = args.map(
    (argument) =>
      ignoreErrors(() => valueOfArgument({ values }, argument)) ?? textIn(formula, argument.source),
  );
  const read = ignoreErrors(() => readArguments(given, functionName));
  if (!read) return { key: JSON.stringify([functionName, given]), limit: MAX_LIMIT };
  const shapesTable = (name: string) => name !== 'group' && DATASET_OPTIONS.some((one) => one === name);
  const asked = [...read.options].filter(([name]) => !shapesTable(name)).sort();
  const [cell = DEFAULT_LIMIT] = read.options.get('limit') ?? [];
  const limit = readNumber(String(cell)) ?? MAX_LIMIT;
  return {
    key: JSON.stringify([functionName, read.first, asked]),
    limit: limit >= 1 && limit <= MAX_LIMIT ? limit : MAX_LIMIT,
  };
}

/** Match what has another value in each cell, and the ranges that are others in each tab. */
const OF_CELL = /\b(?:ROW|COLUMN)\s*\(\s*\)/i;
const OF_TAB = /[A-Z]\$?\d|[A-Z]:\$?[A-Z]/i;

/** Returns the text of an argument, with the cell or tab of its formula if its value depends on that. */
function textIn(formula: FoundFormula, source: string): string {
  if (OF_CELL.test(source)) return `${cellOf(formula)} ${source}`;
  return OF_TAB.test(source) ? `${formula.tab.name()} ${source}` : source;
}
