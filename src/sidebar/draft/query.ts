/** A question while it is edited, in Build or in the form of a job, and the question that it asks as it stands. */
import type { Separators } from '../../contract/formula.js';
import type { BuilderQuestion, BuilderValue } from '../../contract/formula-question.js';
import { type CompanyMode, modeOf, withFunction } from './question-edit.js';
import { settled } from './typed.js';

export interface Query {
  readonly question: BuilderQuestion;
  /** The question before its function was changed, so that trying other functions loses nothing. */
  readonly origin?: BuilderQuestion | undefined;
  readonly companyMode: CompanyMode;
  /** The companies of the other modes, in case the person returns to them. */
  readonly companiesOf: Partial<Readonly<Record<CompanyMode, BuilderValue>>>;
  /** Texts typed into the fields of lists, by the id of the field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The filter that is open to be changed, `+` for the names of those that can be added; empty for none. */
  readonly filter: string;
}

/** What a question editor shows, and how it changes it. */
export interface Editor {
  readonly query: Query;
  /** @param focus the element that gets the focus */
  edit(change: Partial<Query>, focus?: string): void;
}

export function queryOf(question: BuilderQuestion): Query {
  return {
    question,
    origin: undefined,
    companyMode: modeOf(question),
    companiesOf: {},
    typed: {},
    filter: '',
  };
}

/** After a change, the question no longer belongs to the previous function. */
export function edited<T extends Query>(query: T, change: Partial<T>): T {
  return { ...query, ...(change.question && { origin: undefined }), ...change };
}

/** With what stands in the fields of lists as values of the question. */
export function asked<T extends Query>(query: T, separators: Separators): T {
  const { question, typed } = settled(query, separators);
  return { ...query, question, typed };
}

/** The same question of another function. */
export function ofFunction(query: Query, functionName: string, separators: Separators): Partial<Query> {
  const { question, typed, origin = question } = asked(query, separators);
  const next = functionName === origin.functionName ? origin : withFunction(origin, functionName);
  return { question: next, origin, typed, companyMode: modeOf(next), filter: '' };
}
