/** Tables to start with: what each asks, in formulas for the spreadsheet's locale, and how its tab looks. */
import { DATASETS, DEFAULT_LIMIT } from '../../contract/datasets.js';
import type { Separators } from '../../contract/formula.js';
import { type BuilderQuestion, type Part, writeFormula } from '../../contract/formula-question.js';
import { lookOf } from '../../contract/looks.js';
import type { NewCell, SheetInsertion } from '../../contract/new-sheet.js';
import { NOTHING, valueWith } from './question-edit.js';

export const STARTERS = ['data-centres', 'hiring', 'executives'] as const;
export type StarterName = (typeof STARTERS)[number];

/** What a person chooses before the click; empty for all. */
interface StarterChoice {
  readonly group: string;
  readonly industry: string;
  /** The most records of a paid table. */
  readonly limit: number;
}

export interface Starter {
  /** Each asks for a part of the table; one alone is the formula of the tab. */
  readonly questions: readonly BuilderQuestion[];
  readonly columns: readonly string[];
}

const HIRING_COLUMNS = [
  'lastModified',
  'company.name',
  'numberOfJobs',
  'location.city',
  'location.country',
  'title',
  'url',
];
const EXECUTIVE_COLUMNS = [
  'lastModified',
  'company.name',
  'executiveName',
  'executiveTitle',
  'executiveTitleCategory',
  'executivePreviousCompany.name',
  'url',
];
const TITLES = ['CEO', 'CFO'];

/** Its questions and columns. */
export function starterOf(name: StarterName, { group, industry, limit }: StarterChoice): Starter {
  if (name === 'data-centres') {
    return {
      questions: [
        asking('EXPANSIONS', [
          ['expansionType', 'Data Centre'],
          ['startDate', 'this month'],
          ['limit', String(limit)],
        ]),
      ],
      columns: DATASETS['business-expansion'].columns,
    };
  }
  if (name === 'hiring') {
    return {
      questions: [
        asking('HIRINGS', [
          ['group', group],
          ['startDate', '-30d'],
          ['columns', ...HIRING_COLUMNS],
        ]),
      ],
      columns: HIRING_COLUMNS,
    };
  }
  return {
    // the service compares one title in each request
    questions: TITLES.map((title, index) =>
      asking('EXEC_CHANGES', [
        ['startDate', '-30d'],
        ['title', title],
        ['reason', 'New Appointment'],
        ['industries', industry],
        ['columns', ...EXECUTIVE_COLUMNS],
        ['headers', index > 0 ? 'FALSE' : ''],
      ]),
    ),
    columns: EXECUTIVE_COLUMNS,
  };
}

/** The same on the sample records of the add-on, which need no key: all of the last 30 days. */
export function sampleStarterOf(name: StarterName): Starter {
  const { questions, columns } = starterOf(name, { group: '', industry: '', limit: 1 });
  const days: Part = { kind: 'option', name: 'startDate', value: valueWith('-30d') };
  const asked = (part: Part) => (part.kind === 'option' && part.name === 'startDate' ? days : part);
  const isAsked = (part: Part) => part.kind !== 'option' || part.name !== 'limit';
  return {
    questions: questions.map(({ functionName, parts }) => ({
      functionName,
      first: valueWith('demo'),
      parts: parts.filter(isAsked).map(asked),
    })),
    columns,
  };
}

/** The formula of each question. */
export function formulasOf({ questions }: Starter, separators: Separators): string[] {
  return questions.map((question) => writeFormula(question, separators));
}

/** The tab with its formula in A1. */
export function sheetOf(name: string, starter: Starter, separators: Separators): SheetInsertion {
  const [first = '', ...others] = formulasOf(starter, separators);
  const { argument } = separators;
  const stacked = [first, ...others].map((formula) => formula.slice(1)).join(`${argument} `);
  const formula = others.length === 0 ? first : `=IFNA(VSTACK(${stacked})${argument} "")`;
  return {
    name,
    rows: [[{ formula }]],
    ...lookOf(starter.columns),
  };
}

/** The most records that a paid table may ask for within the day's budget. Nothing is left where it is not positive. */
export function affordable({ today, budget }: { readonly today: number; readonly budget: number }): number {
  return Math.min(DEFAULT_LIMIT, budget - today);
}

const FIRST_ROW = 4;

/** A tab for the person's own companies. It sends no query before there is one. */
export function watchListRows(
  { name, note }: { readonly name: string; readonly note: string },
  separators: Separators,
): NewCell[][] {
  const companies = `A${FIRST_ROW + 1}:A${FIRST_ROW + 100}`;
  const first = { kind: 'cells', text: companies } as const;
  const call = writeFormula({ ...asking('EXPANSIONS', [['startDate', '-90d']]), first }, separators).slice(1);
  const { argument } = separators;
  const formula = `=IF(COUNTA(${companies})=0${argument} ""${argument} ${call})`;
  return [[name], [note], [], ['Domain', '', { formula }]];
}

/** Options without a value are left out. */
function asking(functionName: string, options: readonly (readonly string[])[]): BuilderQuestion {
  const parts = options.flatMap(([name = '', ...values]): Part[] =>
    values.join('') === '' ? [] : [{ kind: 'option', name, value: valueWith(...values) }],
  );
  return { functionName, first: NOTHING, parts };
}
