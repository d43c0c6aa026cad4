/** Tables to start with: what each asks, in formulas for the spreadsheet's locale, and how its tab looks. */
import { DATASETS, DEFAULT_LIMIT } from '../../contract/datasets.js';
import type { Separators } from '../../contract/formula.js';
import { type BuilderQuestion, type Part, writeFormula } from '../../contract/formula-question.js';
import { lookOf } from '../../contract/looks.js';
import type { NewCell, SheetInsertion } from '../../contract/new-sheet.js';
import { NOTHING, valueWith } from './question-edit.js';

export const STARTERS = ['data-centres', 'hiring', 'executives'] as const;
/** Tables for a kind of reader, below the starters. */
export const TEMPLATES = ['territory', 'investors', 'accounts', 'pipeline', 'suppliers', 'board'] as const;
export type StarterName = (typeof STARTERS)[number] | (typeof TEMPLATES)[number];

/** What a person chooses before the click; empty for all. */
interface StarterChoice {
  readonly group: string;
  readonly industry: string;
  /** Of the projects of a territory. */
  readonly place?: string;
  /** The most records of a paid table. */
  readonly limit: number;
}

export interface Starter {
  /** Each asks for a part of the table; one alone is the formula of the tab. */
  readonly questions: readonly BuilderQuestion[];
  readonly columns: readonly string[];
}

type Options = readonly (readonly string[])[];

const EXPANSION_COLUMNS = DATASETS['business-expansion'].columns;
const SCORED_COLUMNS = [
  'score',
  'announcedDate',
  'company.name',
  'expansionType',
  'expansionLocation.city',
  'expansionLocation.country',
  'investment',
  'currency',
  'jobs',
  'why',
  'url',
];
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
const PROJECTS = ['Factory/Plant', 'Data Centre', 'HQ', 'Research/Lab/Innovation'];
const PROJECT_RULES = ['jobs >=100: 10', 'amount >=50M: 10', 'days <=7: 3'];

/** What a choice has to name before the table is made; undefined for nothing. */
export function neededFor(name: StarterName): 'group' | 'place' | undefined {
  return name === 'accounts' ? 'group' : name === 'territory' ? 'place' : undefined;
}

/** Its questions and columns. */
export function starterOf(name: StarterName, choice: StarterChoice): Starter {
  const { group, industry, place = '', limit } = choice;
  const since = (day: string) => ['startDate', day];
  switch (name) {
    case 'data-centres':
      return expansions([['expansionType', 'Data Centre'], since('this month')], limit);
    case 'territory':
      return expansions([['expansionLocation', place], since('-90d'), ['sort', '-investment']], limit);
    case 'investors': {
      const large = [
        ['investment', '>=50000000'],
        ['currency', 'any'],
      ];
      return expansions([...large, since('-90d'), ['sort', '-investment']], limit);
    }
    case 'accounts':
      return expansions([['group', group], since('-90d')], limit);
    case 'pipeline': {
      const score = ['score', ...PROJECT_RULES];
      const options = [['expansionType', ...PROJECTS], since('-30d'), score, ['columns', ...SCORED_COLUMNS]];
      return expansions(options, limit, SCORED_COLUMNS);
    }
    case 'hiring':
      return {
        questions: [asking('HIRINGS', [['group', group], since('-30d'), ['columns', ...HIRING_COLUMNS]])],
        columns: HIRING_COLUMNS,
      };
    case 'suppliers':
      return executives([['group', group]], 'reason', ['Resigned', 'Terminated']);
    case 'board':
      return executives([['industries', industry]], 'title', ['Board', 'Chair']);
    case 'executives': {
      const others = [
        ['reason', 'New Appointment'],
        ['industries', industry],
      ];
      return executives(others, 'title', ['CEO', 'CFO']);
    }
  }
}

function expansions(
  options: Options,
  limit: number,
  columns: readonly string[] = EXPANSION_COLUMNS,
): Starter {
  return { questions: [asking('EXPANSIONS', [...options, ['limit', String(limit)]])], columns };
}

/** The service compares one title and one reason in each request. */
function executives(options: Options, name: string, values: readonly string[]): Starter {
  return {
    questions: values.map((value, index) =>
      asking('EXEC_CHANGES', [
        ['startDate', '-30d'],
        [name, value],
        ...options,
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
function asking(functionName: string, options: Options): BuilderQuestion {
  const parts = options.flatMap(([name = '', ...values]): Part[] =>
    values.join('') === '' ? [] : [{ kind: 'option', name, value: valueWith(...values) }],
  );
  return { functionName, first: NOTHING, parts };
}
