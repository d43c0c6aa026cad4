/** Tables to start with: their questions, as formulas in the spreadsheet's locale, and their tabs. */
import { DATASETS } from '../../contract/datasets.js';
import type { Separators } from '../../contract/formula.js';
import { type BuilderQuestion, writeFormula } from '../../contract/formula-question.js';
import type { NewCell, SheetInsertion } from '../../contract/new-sheet.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { questionWith, valueWith } from './question-edit.js';
import { type ChartedTable, placeChart, type StarterChart } from './starter-charts.js';
import plans from './starters.json';

export type StarterName = keyof typeof plans;

/** The choice that a person makes before the click. */
export type ChoiceKind = 'group' | 'industry' | 'place';

/** '' means all. `limit` is the most records of a paid table, or 0 for no limits at all. */
type StarterChoice = Readonly<Partial<Record<ChoiceKind, string>>> & { readonly limit: number };

export interface Starter extends ChartedTable {
  /** Each is for a part of the table. A single one is the formula of the tab. */
  readonly questions: readonly BuilderQuestion[];
}

/** The most records of a free table: a part without headers cannot say that it is cut. */
const FREE_LIMIT = 1_000;

interface Plan {
  readonly functionName: string;
  /** A text in braces stands for a choice, `{each}` for one of the values of `each`. */
  readonly options: Readonly<Record<string, string>>;
  /** The service compares one title and one reason in each request. */
  readonly each?: readonly string[];
  /** Other columns than those of the dataset. */
  readonly columns?: string;
  readonly chooses?: ChoiceKind;
  /** True if the table needs the choice. */
  readonly needsChoice?: true;
  readonly picture: 'table' | 'chart' | 'people';
  readonly charts?: readonly StarterChart[];
}

export const PLANS = plans as Readonly<Record<StarterName, Plan>>;

const NAMES = Object.keys(plans) as StarterName[];
export const STARTERS = NAMES.filter((name) => !PLANS[name].charts);
/** Tables with charts for a kind of reader, below the starters. */
export const TEMPLATES = NAMES.filter((name) => PLANS[name].charts);

export function starterOf(name: StarterName, { limit, ...chosen }: StarterChoice): Starter {
  const { functionName, options, each = [''], columns = '', chooses, charts = [] } = PLANS[name];
  const questions = each.map((one, index) => {
    const values: Readonly<Record<string, string>> = { ...chosen, each: one };
    const fill = (text: string) => text.replace(/^\{(\w+)\}$/, (_, key: string) => values[key] ?? '');
    return questionWith(functionName, {
      ...Object.fromEntries(Object.entries(options).map(([option, text]) => [option, fill(text)])),
      columns,
      limit: limit > 0 ? String(functionName === 'EXPANSIONS' ? limit : FREE_LIMIT) : '',
      headers: index > 0 ? 'FALSE' : '',
    });
  });
  return {
    questions,
    columns: columns === '' ? DATASETS['business-expansion'].columns : columns.split('|'),
    // a territory also has a chart of the places of its projects
    charts: chooses === 'place' ? [...charts, placeChart(chosen.place ?? '')] : charts,
  };
}

/** Returns the starter with the add-on's sample records, which need no key. */
export function sampleStarterOf(name: StarterName): Starter {
  const { questions, ...others } = starterOf(name, { limit: 0 });
  return { ...others, questions: questions.map((one) => ({ ...one, first: valueWith('demo') })) };
}

export function formulasOf({ questions }: Starter, separators: Separators): string[] {
  return questions.map((question) => writeFormula(question, separators));
}

/** Returns the tab, with its formula in A1. */
export function sheetOf(name: string, starter: Starter, separators: Separators): SheetInsertion {
  const [first = '', ...others] = formulasOf(starter, separators);
  const { argument } = separators;
  const stacked = [first, ...others].map((formula) => formula.slice(1)).join(`${argument} `);
  // a chair of the board has both titles
  const formula = others.length === 0 ? first : `=UNIQUE(IFNA(VSTACK(${stacked})${argument} ""))`;
  return { name, rows: [[{ formula }]], ...tableStyleOf(starter.columns) };
}

/** A tab for the person's own companies, below a header in row 4. Without companies, it sends no query. */
export function watchListRows(words: Record<'name' | 'note', string>, separators: Separators): NewCell[][] {
  const companies = 'A5:A104';
  const first = { kind: 'cells', text: companies } as const;
  const question = { ...questionWith('EXPANSIONS', { startDate: '-90d' }), first };
  const call = writeFormula(question, separators).slice(1);
  const { argument } = separators;
  const formula = `=IF(COUNTA(${companies})=0${argument} ""${argument} ${call})`;
  return [[words.name], [words.note], [], ['Domain', '', { formula }]];
}
