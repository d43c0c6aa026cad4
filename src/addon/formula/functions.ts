/** The custom functions: from the arguments of a formula to its table. */
import { DATASETS, type DatasetName, DEFAULT_LIMIT } from '../../contract/datasets.js';
import { TRACKED_COMPANY_OPTIONS } from '../../contract/options.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { TRACKED_COLUMNS } from '../answers/tracked-companies.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { readArguments } from '../question/arguments.js';
import { type Table, tokenOf } from '../question/cells.js';
import { readTexts } from '../question/lists.js';
import { refuseLargeLimit, refuseLargeTable } from '../table/result-size.js';
import { toTable } from '../table/table.js';
import { readView } from '../table/view.js';
import { beginExecution, type FormulaExecution } from './execution.js';
import { readCellFormula, showAnswer } from './parsed-formula.js';

export interface Functions {
  /** @throws SignalsError, whose message the cell shows */
  dataset(name: DatasetName, args: readonly unknown[]): Table;
  trackedCompanies(args: readonly unknown[]): Table;
}

/** A custom function may take 30 s; what is left at the end is for reading the answer and handing it over. */
const BUDGET_MS = 25_000;
const TRACKED_DEFAULTS = ['name', 'domain', 'id'];

export function createFunctions(google: Platform): Functions {
  return {
    dataset(name, args) {
      const execution = beginExecution(google, BUDGET_MS);
      const asked = readCellFormula(name, args, execution);
      const { paid } = DATASETS[name];
      if (paid) refuseLargeLimit(asked.view, Number(asked.question.filters['limit'] ?? DEFAULT_LIMIT));
      const answer = execution.answer(asked.question, asked.token);
      return refuseLargeTable(showAnswer(answer, asked, execution.zone()));
    },
    trackedCompanies: (args) => refuseLargeTable(trackedTable(beginExecution(google, BUDGET_MS), args)),
  };
}

/** @throws what a cell shows */
export function trackedTable(execution: FormulaExecution, args: readonly unknown[]): Table {
  const { first, options } = readArguments(args, {
    functionName: 'TRACKED_COMPANIES',
    filters: {},
    own: TRACKED_COMPANY_OPTIONS,
  });
  const view = readView(TRACKED_COMPANY, TRACKED_DEFAULTS, options);
  const named = readTexts('group', [...first, ...(options.get('group') ?? [])], false);
  const context = execution.context();
  const groups = named.length > 0 ? named : context.settings.groups;
  if (groups.length === 0) throw errors.nameGroup();
  const rows = execution.trackedCompanies(groups, tokenOf(options.get('refresh') ?? []), context);
  return toTable({ rows, columns: TRACKED_COLUMNS, view, zone: execution.zone(), notes: [] });
}
