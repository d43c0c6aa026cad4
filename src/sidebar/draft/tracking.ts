/** A column of companies to track: the match of each text, and the person's choices. */
import type { CompanyMatch, KnownCompany } from '../../contract/match-answer.js';
import { compareIds, type MatchedColumn } from '../../contract/tracking.js';

export interface TrackedText {
  readonly text: string;
  readonly match: CompanyMatch;
  /** Id of the chosen company; empty if the text is left out. */
  readonly chosen: string;
}

/** Chooses the company that the service matches with certainty. */
export function trackedTexts({ texts, matches = [] }: MatchedColumn): readonly TrackedText[] {
  return matches.map((match, index) => ({
    text: texts[index] ?? '',
    match,
    chosen: match.company?.id ?? '',
  }));
}

/** Returns each company once, even if several texts mean it. */
export function chosenIds(texts: readonly TrackedText[]): readonly string[] {
  return [...new Set(texts.map(({ chosen }) => chosen).filter((id) => id !== ''))];
}

/**
 * Compares the chosen companies with a group. A company that other texts of the column may mean is not missing in it.
 * @param left the number of texts of the column beyond the limit of one request
 */
export function compareWithGroup(left: number, texts: readonly TrackedText[], members: readonly string[]) {
  const { onlyInGroup, ...compared } = compareIds(chosenIds(texts), members);
  const undecided = texts.filter(({ chosen, match }) => chosen === '' && match.status === 'several');
  const possible = undecided.flatMap(({ match }) => match.alternatives.map(({ id }) => id));
  return { ...compared, onlyInGroup: left > 0 ? [] : onlyInGroup.filter((id) => !possible.includes(id)) };
}

/** Returns all companies that the matches name. */
export function companiesIn(texts: readonly TrackedText[]): readonly KnownCompany[] {
  return texts.flatMap(({ match: { company, alternatives } }) =>
    company ? [company, ...alternatives] : alternatives,
  );
}
