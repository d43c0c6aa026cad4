/** A column of companies that is being tracked: what each text means, what a person has chosen for it, and how a change is undone. */
import type { CompanyMatch, KnownCompany } from '../../contract/match-answer.js';
import type { ChangedGroup, GroupChange, MatchedColumn } from '../../contract/tracking.js';

export interface TrackedText {
  readonly text: string;
  readonly match: CompanyMatch;
  /** Id of the company that it stands for; empty where it is left out. */
  readonly chosen: string;
}

/** The company of which the service is sure is chosen. */
export function trackedTexts({ texts, matches = [] }: MatchedColumn): readonly TrackedText[] {
  return matches.map((match, index) => ({
    text: texts[index] ?? '',
    match,
    chosen: match.company?.id ?? '',
  }));
}

/** Each company counts once, however many texts mean it. */
export function chosenIds(texts: readonly TrackedText[]): readonly string[] {
  return [...new Set(texts.map(({ chosen }) => chosen).filter((id) => id !== ''))];
}

export interface LeftOut {
  /** Texts that mean no company. */
  readonly none: readonly string[];
  /** Texts that a person has left out. */
  readonly skipped: readonly string[];
}

export function leftOut(texts: readonly TrackedText[]): LeftOut {
  const out = texts.filter(({ chosen }) => chosen === '');
  const namesOf = (isNone: boolean) =>
    out.filter(({ match }) => (match.status === 'none') === isNone).map(({ text }) => text);
  return { none: namesOf(true), skipped: namesOf(false) };
}

/** All companies that the matches name, by id. */
export function companiesById(texts: readonly TrackedText[]): ReadonlyMap<string, KnownCompany> {
  const companies = texts.flatMap(({ match: { company, alternatives } }) => [
    ...(company ? [company] : []),
    ...alternatives,
  ]);
  return new Map(companies.map((company) => [company.id, company]));
}

/** Takes back what a change has done, and no more. */
export function undoOf({ added, removed }: ChangedGroup): Required<GroupChange> {
  return { add: removed, remove: added };
}
