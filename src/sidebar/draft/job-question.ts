/** The question of a sync as the fields of the builder edit it, and the formula that it is saved as. */
import { type Separators, separatorsOf } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  type OpenedFormula,
  openFormula,
  TRACKED_COMPANIES,
  writeFormula,
} from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { contradictionsOf, MISSING } from './contradictions.js';
import { type CompanyMode, finished, modeOf } from './question-edit.js';

export interface JobQuestion {
  readonly opened?: OpenedFormula | undefined;
  readonly question: BuilderQuestion;
  readonly origin?: BuilderQuestion | undefined;
  readonly companyMode: CompanyMode;
  readonly companiesOf: Partial<Readonly<Record<CompanyMode, BuilderValue>>>;
  readonly typed: Readonly<Record<string, string>>;
}

/** Undefined for a formula that the fields cannot show. */
export function questionOf(formula: string, locale: string): JobQuestion | undefined {
  const opened = openFormula(formula, separatorsOf(locale));
  if (!opened || opened.question.functionName === TRACKED_COMPANIES) return undefined;
  const { question } = opened;
  return { opened, question, companyMode: modeOf(question), companiesOf: {}, typed: {} };
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

/** Why it cannot be saved yet: it would ask about all companies. */
export function missingIn(build: JobQuestion | undefined) {
  if (!build) return undefined;
  const found = contradictionsOf(finished(build.question), build.companyMode);
  return found.find((name) => MISSING.includes(name));
}
