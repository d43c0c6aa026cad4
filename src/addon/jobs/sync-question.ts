/** Reads a sync's question and columns from its formula. The job chooses the days. */
import { COMMA } from '../../contract/formula.js';
import { datasetOf, openFormula } from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { errors } from '../errors.js';
import { readFormula } from '../formula/parsed-formula.js';
import { refuseSamples } from '../formula/samples.js';
import type { Platform } from '../platform.js';
import { readArguments } from '../question/arguments.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import type { Question } from '../question/question.js';
import { createZone, todayIn } from '../question/zone.js';
import type { Shown } from '../table/shown-rows.js';
import type { ShownColumn } from '../table/view.js';

export interface SyncQuestion {
  readonly question: Question;
  /** The columns without the id, which every synced tab has. */
  readonly columns: readonly ShownColumn[];
  /** True if only whole-word matches of the companies count. */
  readonly exact: boolean;
  /** The rules that exclude, mark and score records when they are written. */
  readonly shown: Shown;
}

/** @param formula as it is stored, with commas @throws BAD_INPUT that names the formula's mistake */
export function readSyncQuestion(
  platform: Platform,
  formula: string,
  zone = createZone(platform.spreadsheet.timeZone()),
): SyncQuestion {
  const opened = openFormula(formula, COMMA);
  const dataset = opened && datasetOf(opened.question.functionName);
  if (!opened || !dataset) throw errors.noJobFormula();
  const args = opened.call.args.map((argument) =>
    valueOfArgument(platform.grid, argument, errors.noJobReference),
  );
  // a block of options in cells may contain some, too
  const { options } = readArguments(args, opened.question.functionName);
  const wrong = NOT_FOR_JOBS.find((name) => options.has(name));
  if (wrong) throw errors.notForJobs(wrong);
  const read = readFormula(dataset, args, { zone: () => zone, today: () => todayIn(zone, platform) });
  const { question, view } = read;
  refuseSamples(question);
  const { limit: _limit, ...filters } = question.filters;
  return {
    question: { ...question, filters },
    columns: view.columns.filter(({ fields }) => !(fields.length === 1 && fields[0]?.path === 'id')),
    exact: view.exact,
    // the query of each window already selects whole words
    shown: { ...read, view: { ...view, exact: false } },
  };
}
