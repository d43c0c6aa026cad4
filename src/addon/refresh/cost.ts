/** What running formulas again can cost at the most, and what they cost the last time. */
import { DATASETS, DEFAULT_LIMIT, MAX_LIMIT } from '../../contract/datasets.js';
import { findCall, type Separators } from '../../contract/formula.js';
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
import type { RefreshCost } from '../texts/en.js';
import { cellOf, type FoundFormula } from './find-formulas.js';

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
