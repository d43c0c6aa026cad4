/** Refresh from the menu: says what it can cost, then has formulas run again. No formula is lost. */

import { DATASETS, DEFAULT_LIMIT, MAX_LIMIT } from '../../contract/datasets.js';
import { findCall, type Separators, separatorsOf } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  datasetOf,
  FUNCTION_NAMES,
  filtersOf,
  openFormula,
} from '../../contract/formula-question.js';
import { sheetPrefix } from '../../contract/formula-sheet.js';
import { type OwnOption, resolveOption } from '../../contract/options.js';
import type { ActivityCall } from '../../contract/spending.js';
import { readActivity } from '../account/activity.js';
import type { ConnectionStore } from '../account/connection.js';
import { startRefresh } from '../account/context.js';
import { budgetLeft, limitInForce } from '../account/payer.js';
import { readSettings, type Settings } from '../account/settings.js';
import type { Platform } from '../platform.js';
import { createZone } from '../question/zone.js';
import { requireDocument } from '../storage/document-lock.js';
import type { RefreshCost } from '../texts/en.js';
import type { AddonTexts } from '../texts/language.js';
import { cellOf, type FoundFormula, findAllFormulas, findFormulas, findSelected } from './find-formulas.js';
import { completeJournal } from './journal.js';
import { runAgain } from './run-again.js';

export type RefreshScope = 'selection' | 'sheet' | 'everything';

/** @returns a function that asks the person first; formulas elsewhere than in the scope stay as they are */
export function createRefresh(
  platform: Platform,
  connections: ConnectionStore,
  texts: () => AddonTexts,
): (scope: RefreshScope) => void {
  return (scope) => {
    const { ui } = platform;
    const properties = requireDocument(platform);
    completeJournal(platform);
    const separators = separatorsOf(platform.spreadsheet.locale());
    const found = find(platform, scope, separators);
    if (found.length === 0) {
      ui.alert('Signals', texts().nothingToRefresh);
      return;
    }
    const settings = readSettings(properties);
    const budgets = { settings, limit: limitInForce(platform, connections, settings) };
    const [isSpent, question] = questionOf(platform, found, separators, budgets, texts());
    // what cannot be done is not offered
    if (isSpent) return ui.alert('Signals', question);
    if (!ui.confirm('Signals', question)) return;
    startRefresh(platform);
    // the question may have stood for long
    runAgain(platform, properties, () => find(platform, scope, separators));
  };
}

function find({ grid }: Platform, scope: RefreshScope, separators: Separators): FoundFormula[] {
  if (scope === 'everything') return findAllFormulas(grid, separators);
  if (scope === 'selection') return findSelected({ grid }, separators);
  const selected = grid.selection();
  return selected ? findFormulas(selected.tab, separators) : [];
}

function questionOf(
  platform: Platform,
  found: readonly FoundFormula[],
  separators: Separators,
  { settings, limit }: { readonly settings: Settings; readonly limit: number },
  texts: AddonTexts,
): [isSpent: boolean, question: string] {
  const { clock, sheets, spreadsheet } = platform;
  const today = createZone(spreadsheet.timeZone()).dayOf(new Date(clock.now()));
  const activity = readActivity(platform, today, limit);
  const cost = costOf(found, { separators, calls: activity.calls, values: sheets.values });
  const { left, isMonth } = budgetLeft(settings, limit, activity);
  const use = isMonth
    ? { spent: activity.month, budget: settings.monthlyBudget ?? 0, isMonth }
    : { spent: activity.today, budget: limit, isMonth };
  if (cost.questions > 0 && left <= 0) return [true, isMonth ? texts.monthSpent : texts.budgetSpent];
  return [false, texts.refreshQuestion(cost, use)];
}

export interface CostOptions {
  readonly separators: Separators;
  /** The ledger's log, newest first. */
  readonly calls: readonly ActivityCall[];
  /** The values of a range such as 'Sheet 1'!A1:B2. @throws when the text names none */
  values(reference: string): unknown[][];
}

/** Options that shape the table: the question stays the same. */
const SHAPING: readonly string[] = [
  'columns',
  'headers',
  'sort',
  'exact',
  'since',
  'refresh',
  'exclude',
  'score',
] satisfies OwnOption[];

/** Free datasets cost nothing; a question in several cells is paid once. */
export function costOf(found: readonly FoundFormula[], options: CostOptions): RefreshCost {
  const limits = new Map<string, number>();
  const cells = new Map<string, Set<string>>();
  for (const formula of found) {
    const sheet = formula.tab.name();
    for (const question of questionsOf(formula.formula, options.separators)) {
      const dataset = datasetOf(question.functionName);
      if (dataset === undefined || !DATASETS[dataset].paid) continue;
      const key = keyOf(question, sheet);
      limits.set(key, limitOf(question, sheet, options));
      const named = cells.get(key) ?? new Set();
      cells.set(key, named.add(cellOf(formula)));
    }
  }
  const costs = [...cells.values()].map(
    (names) => options.calls.find(({ cell }) => names.has(cell))?.credits,
  );
  return {
    formulas: found.length,
    questions: limits.size,
    ceiling: [...limits.values()].reduce((sum, limit) => sum + limit, 0),
    last: costs.reduce<number>((sum, credits) => sum + (credits ?? 0), 0),
    unknown: costs.filter((credits) => credits === undefined).length,
  };
}

/** Every call of ours in a formula, those within the arguments of others too. */
function questionsOf(formula: string, separators: Separators): BuilderQuestion[] {
  const opened = openFormula(formula, separators);
  const call = opened?.call ?? findCall(formula, FUNCTION_NAMES, separators);
  if (!call) return [];
  const rest = [...call.args.map(({ source }) => source), call.after.slice(1)];
  return [
    ...(opened ? [opened.question] : []),
    ...rest.flatMap((text) => questionsOf(`=${text}`, separators)),
  ];
}

/** The same for calls that ask the same. References without a sheet mean the formula's own. */
function keyOf({ functionName, first, parts }: BuilderQuestion, sheet: string): string {
  const asked = parts.filter((part) => part.kind === 'kept' || !SHAPING.includes(part.name));
  const texts = [first, ...asked].map((part) => JSON.stringify(part)).sort();
  const key = JSON.stringify([functionName, texts]);
  return /"kind":"(?:cells|kept)"/.test(key) ? `${sheet} ${key}` : key;
}

/** A limit that cannot be known counts as the highest there is. */
function limitOf({ functionName, parts }: BuilderQuestion, sheet: string, { values }: CostOptions): number {
  const valuesOf = (reference: string): unknown[][] | undefined => {
    try {
      return values(reference.includes('!') ? reference : sheetPrefix(sheet) + reference);
    } catch {
      return undefined;
    }
  };
  const read = (value: BuilderValue): number => {
    const cell = value.kind === 'texts' ? value.texts[0] : valuesOf(value.text)?.[0]?.[0];
    if (cell === '') return DEFAULT_LIMIT;
    const limit = Number(String(cell ?? '').replace(/,/g, '') || Number.NaN);
    return limit >= 1 && limit <= MAX_LIMIT ? limit : MAX_LIMIT;
  };
  for (const part of parts) {
    if (part.kind === 'option' && part.name === 'limit') return read(part.value);
    if (part.kind !== 'kept') continue;
    const rows = valuesOf(part.text);
    if (!rows) return MAX_LIMIT;
    const row = rows.find(([name]) => resolveOption(filtersOf(functionName), String(name)) === 'limit');
    if (row) return read({ kind: 'texts', texts: [String(row[1] ?? '')] });
  }
  return DEFAULT_LIMIT;
}
