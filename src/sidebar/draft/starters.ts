/** Sheets to start with: a block of options, which the person can change, and a formula that reads it. */
import { DEFAULT_LIMIT } from '../../contract/datasets.js';
import type { Separators } from '../../contract/formula.js';
import { type BuilderQuestion, type Part, writeFormula } from '../../contract/formula-question.js';
import type { NewCell } from '../../contract/sidebar-api.js';
import { NOTHING, valueWith } from './question-edit.js';

export const STARTERS = ['data-centres', 'watchlist', 'hiring', 'executives'] as const;
export type StarterName = (typeof STARTERS)[number];

interface Recipe {
  readonly functionName: string;
  /** Names and values of the options, one row each. */
  readonly block: readonly (readonly [string, string])[];
  /** The person fills a column with companies. */
  readonly watches: boolean;
  /** Maximum credits that the formula spends when the sheet is created. */
  readonly credits: number;
}

const RECIPES: Readonly<Record<StarterName, Recipe>> = {
  'data-centres': {
    functionName: 'EXPANSIONS',
    block: [
      ['expansionType', 'Data Centre'],
      ['startDate', '-30d'],
      ['limit', String(DEFAULT_LIMIT)],
    ],
    watches: false,
    credits: DEFAULT_LIMIT,
  },
  watchlist: {
    functionName: 'EXPANSIONS',
    block: [],
    watches: true,
    credits: 0,
  },
  hiring: {
    functionName: 'HIRINGS',
    block: [
      ['startDate', '-90d'],
      ['count', '100'],
      ['limit', String(DEFAULT_LIMIT)],
    ],
    watches: false,
    credits: 0,
  },
  executives: {
    functionName: 'EXEC_CHANGES',
    block: [
      ['startDate', '-30d'],
      ['reason', 'New Appointment'],
      ['title', 'CEO'],
      ['limit', String(DEFAULT_LIMIT)],
    ],
    watches: false,
    credits: 0,
  },
};

const FIRST_ROW = 4;

/** Maximum credits that the formula of a starter spends immediately. */
export function creditsOf(starter: StarterName): number {
  return RECIPES[starter].credits;
}

/** The rows of the sheet; formulas use the separators of the spreadsheet. */
export function rowsOf(
  starter: StarterName,
  { name, note }: { readonly name: string; readonly note: string },
  separators: Separators,
): NewCell[][] {
  const { functionName, block, watches } = RECIPES[starter];
  const heading: NewCell[][] = [[name], [note], []];
  if (watches) return [...heading, ['Domain', '', { formula: watchFormula(functionName, separators) }]];
  const parts: Part[] = [{ kind: 'kept', text: `A${FIRST_ROW}:B${FIRST_ROW + block.length - 1}` }];
  const formula = writeFormula({ functionName, first: NOTHING, parts }, separators);
  return [...heading, ...block.map(([option, value]): NewCell[] => [option, value]), [], [{ formula }]];
}

/** Sends no query before there is a company. */
function watchFormula(functionName: string, separators: Separators): string {
  const companies = `A${FIRST_ROW + 1}:A${FIRST_ROW + 100}`;
  const question: BuilderQuestion = {
    functionName,
    first: { kind: 'cells', text: companies },
    parts: [{ kind: 'option', name: 'startDate', value: valueWith('-90d') }],
  };
  const call = writeFormula(question, separators).slice(1);
  return `=IF(COUNTA(${companies})=0${separators.argument} ""${separators.argument} ${call})`;
}
