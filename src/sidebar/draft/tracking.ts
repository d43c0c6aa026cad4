/** A column of companies to track: the match of each text, the person's choices, undoing a change. */
import type { CompanyMatch, KnownCompany } from '../../contract/match-answer.js';
import {
  type ChangedGroup,
  compareIds,
  type GroupChange,
  type MatchedColumn,
} from '../../contract/tracking.js';

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

/** Counts the texts that the service matches with a company, whether or not the person leaves it out. */
export function matchedCount(texts: readonly TrackedText[]): number {
  return texts.filter(({ match }) => match.company !== undefined).length;
}

/** Returns each company once, even if several texts mean it. */
export function chosenIds(texts: readonly TrackedText[]): readonly string[] {
  return [...new Set(texts.map(({ chosen }) => chosen).filter((id) => id !== ''))];
}

/** Compares the chosen companies with a group. A company that other texts of the column may mean is not missing in it. */
export function compareWithGroup(
  { left }: Pick<MatchedColumn, 'left'>,
  texts: readonly TrackedText[],
  members: readonly string[],
): ReturnType<typeof compareIds> {
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

/** Returns the change that undoes exactly what another one did. */
export function undoOf({ added, removed }: ChangedGroup): Required<GroupChange> {
  return { add: removed, remove: added };
}
