/** The matches of a column's texts, to be confirmed: uncertain ones first, certain ones in a closed part. */
import { ClosedPart, NameList } from '../controls/card.js';
import { Checkbox, type Choice, Select } from '../controls/fields.js';
import type { TrackedText } from '../draft/tracking.js';
import { shownCompany, shownText } from '../page/service-answers.js';
import { texts } from '../page/store.js';

type TrackMatchesProps = { texts: readonly TrackedText[]; choose: (texts: readonly TrackedText[]) => void };

export function TrackMatches({ texts: all, choose }: TrackMatchesProps) {
  const withStatus = (...statuses: readonly string[]) =>
    all.flatMap((one, index) => (statuses.includes(one.match.status) ? [{ one, index }] : []));
  const exact = withStatus('exact');
  const set = (at: number, chosen: string) =>
    choose(all.map((one, index) => (index === at ? { ...one, chosen } : one)));
  const none = withStatus('none').map(({ one }) => shownText(one.text));
  const certain = exact.map((row) => <Company key={row.index} {...row} set={set} />);
  return (
    <>
      <Unsure name="several" rows={withStatus('several')} set={set} />
      <Unsure name="probable" rows={withStatus('probable', 'renamed')} set={set} />
      {exact.length > 0 && (
        <ClosedPart id="track-exact" title={texts.track.exact({ count: exact.length })}>
          {certain}
        </ClosedPart>
      )}
      <NameList id="track-none" title={texts.track.none} names={none} />
    </>
  );
}

type UnsureProps = Pick<RowProps, 'set'> & {
  readonly name: 'several' | 'probable';
  readonly rows: readonly Omit<RowProps, 'set'>[];
};

function Unsure({ name, rows, set }: UnsureProps) {
  const Match = name === 'several' ? Several : Company;
  if (rows.length === 0) return null;
  const matches = rows.map((row) => <Match key={row.index} {...row} set={set} />);
  return (
    <div class="part" role="group" aria-labelledby={`track-${name}`}>
      <h3 id={`track-${name}`}>{texts.track[name]({ count: rows.length })}</h3>
      {matches}
    </div>
  );
}

type RowProps = { one: TrackedText; index: number; set: (index: number, chosen: string) => void };

/** The matching company, which the person can leave out. */
function Company({ one: { text, match, chosen }, index, set }: RowProps) {
  const { company, status } = match;
  if (!company) return null;
  const tell = status === 'renamed' ? texts.track.renamed : texts.track.means;
  const label = tell({ text: shownText(text), company: shownCompany(company) });
  const turn = (isOn: boolean) => set(index, isOn ? company.id : '');
  return <Checkbox id={`track-text-${index}`} label={label} value={chosen !== ''} onChange={turn} />;
}

/** A choice among the companies that the text can mean, or none. */
function Several({ one: { text, match, chosen }, index, set }: RowProps) {
  const companies = match.alternatives.map((company): Choice => [company.id, shownCompany(company, true)]);
  const choices = [['', texts.track.leaveOut] as const, ...companies];
  return (
    <Select
      id={`track-text-${index}`}
      label={shownText(text)}
      value={chosen}
      choices={choices}
      onChange={(id) => set(index, id)}
    />
  );
}
