/** The matches of a column's texts, to be confirmed: uncertain ones first, certain ones in a closed part. */
import type { ComponentChild } from 'preact';
import type { MatchStatus } from '../../contract/match-answer.js';
import { ClosedPart, NameList } from '../controls/card.js';
import { Checkbox, type Choice, Select } from '../controls/fields.js';
import type { TrackedText } from '../draft/tracking.js';
import { shownCompany, shownText } from '../page/service-answers.js';
import { texts } from '../page/store.js';

type TrackMatchesProps = { texts: readonly TrackedText[]; choose: (texts: readonly TrackedText[]) => void };

export function TrackMatches({ texts: all, choose }: TrackMatchesProps) {
  const setterOf = (at: number) => (chosen: string) =>
    choose(all.map((one, index) => (index === at ? { ...one, chosen } : one)));
  const matchesOf = (...statuses: readonly MatchStatus[]) =>
    all.flatMap((one, index) => {
      if (!statuses.includes(one.match.status)) return [];
      return [<Match key={index} id={`track-text-${index}`} one={one} set={setterOf(index)} />];
    });
  const exact = matchesOf('exact');
  const none = all.filter(({ match }) => match.status === 'none').map(({ text }) => shownText(text));
  return (
    <>
      <Unsure name="several" matches={matchesOf('several')} />
      <Unsure name="probable" matches={matchesOf('probable', 'renamed')} />
      {exact.length > 0 && (
        <ClosedPart id="track-exact" title={texts.track.exact({ count: exact.length })}>
          {exact}
        </ClosedPart>
      )}
      <NameList id="track-none" title={texts.track.none} names={none} />
    </>
  );
}

function Unsure({ name, matches }: { name: 'several' | 'probable'; matches: readonly ComponentChild[] }) {
  if (matches.length === 0) return null;
  return (
    <div class="part" role="group" aria-labelledby={`track-${name}`}>
      <h3 id={`track-${name}`}>{texts.track[name]({ count: matches.length })}</h3>
      {matches}
    </div>
  );
}

type MatchProps = { id: string; one: TrackedText; set: (chosen: string) => void };

/** The matching company, which the person can leave out. Without one, a choice among those that the text can mean. */
function Match({ id, one: { text, match, chosen }, set }: MatchProps) {
  const { company, status, alternatives } = match;
  if (company) {
    const tell = status === 'renamed' ? texts.track.renamed : texts.track.means;
    const label = tell({ text: shownText(text), company: shownCompany(company) });
    const turn = (isOn: boolean) => set(isOn ? company.id : '');
    return <Checkbox id={id} label={label} value={chosen !== ''} onChange={turn} />;
  }
  const companies = alternatives.map((other): Choice => [other.id, shownCompany(other, true)]);
  const choices = [['', texts.track.leaveOut] as const, ...companies];
  return <Select id={id} label={shownText(text)} value={chosen} choices={choices} onChange={set} />;
}
