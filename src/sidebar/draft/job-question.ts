/** The question of a sync as the fields of the builder edit it, and the formula that it is saved as. */
import { type Separators, separatorsOf } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  datasetOf,
  type OpenedFormula,
  openFormula,
  writeFormula,
} from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { contradictionsOf, type DayAndSeparators, MISSING } from './contradictions.js';
import { type Query, queryOf } from './query.js';
import { finished } from './question-edit.js';
import { settled } from './typed.js';

export interface JobQuestion extends Query {
  readonly opened?: OpenedFormula | undefined;
}

/** Undefined for a formula that the fields cannot show. */
export function questionOf(formula: string, locale: string): JobQuestion | undefined {
  const opened = openFormula(formula, separatorsOf(locale));
  if (!opened || !datasetOf(opened.question.functionName)) return undefined;
  return { ...queryOf(opened.question), opened };
}

/** The formula without dates and limit; what the fields leave as it was keeps its text. */
export function formulaOfJob(
  question: BuilderQuestion,
  separators: Separators,
  opened?: OpenedFormula,
): string {
  const { parts, ...others } = finished(question);
  const kept = parts.filter((part) => part.kind === 'kept' || !NOT_FOR_JOBS.includes(part.name));
  return writeFormula({ ...others, parts: kept }, separators, opened);
}

/** Why it cannot be saved yet: it would ask about all companies, or could not be asked. */
export function missingIn(build: JobQuestion | undefined, written: DayAndSeparators) {
  if (!build) return undefined;
  const { question, isWhole } = settled(build, written.separators);
  const found = contradictionsOf(finished(question), build.companyMode, written);
  const first = found.find((name) => MISSING.includes(name)) ?? found.find((name) => name.startsWith('bad-'));
  return first ?? (isWhole ? undefined : 'unfinished');
}
