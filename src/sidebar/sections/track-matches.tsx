/** What the texts of a column mean, to be confirmed: what is not sure first, and what is sure closed. */
import { ClosedPart } from '../controls/card.js';
import { Checkbox, Select } from '../controls/fields.js';
import { NameList } from '../controls/name-list.js';
import type { TrackedText } from '../draft/tracking.js';
import { shownCompany, shownText } from '../page/service-answers.js';
import { count, texts } from '../page/store.js';

interface TrackMatchesProps {
  readonly texts: readonly TrackedText[];
  readonly choose: (texts: readonly TrackedText[]) => void;
}

export function TrackMatches({ texts: all, choose }: TrackMatchesProps) {
  const said = texts.value.track;
  const withStatus = (...statuses: readonly string[]) =>
    all.flatMap((one, index) => (statuses.includes(one.match.status) ? [{ one, index }] : []));
  const [several, probable, exact, none] = [
    withStatus('several'),
    withStatus('probable', 'renamed'),
    withStatus('exact'),
    withStatus('none'),
  ];
  const set = (at: number, chosen: string) =>
    choose(all.map((one, index) => (index === at ? { ...one, chosen } : one)));
  const boxes = (rows: typeof probable) => rows.map((row) => <Company key={row.index} {...row} set={set} />);
  return (
    <>
      {several.length > 0 && (
        <div class="part" role="group" aria-labelledby="track-several">
          <h3 id="track-several">{said.several(count(several.length))}</h3>
          {several.map((row) => (
            <Several key={row.index} {...row} set={set} />
          ))}
        </div>
      )}
      {probable.length > 0 && (
        <div class="part" role="group" aria-labelledby="track-probable">
          <h3 id="track-probable">{said.probable(count(probable.length))}</h3>
          {boxes(probable)}
        </div>
      )}
      {exact.length > 0 && (
        <ClosedPart id="track-exact" title={said.exact(count(exact.length))}>
          {boxes(exact)}
        </ClosedPart>
      )}
      <NameList id="track-none" title={said.none} names={none.map(({ one }) => shownText(one.text))} />
    </>
  );
}

interface RowProps {
  readonly one: TrackedText;
  readonly index: number;
  readonly set: (index: number, chosen: string) => void;
}

/** Its company, to be left out. */
function Company({ one: { text, match, chosen }, index, set }: RowProps) {
  const said = texts.value.track;
  const { company, status } = match;
  if (!company) return null;
  const tell = status === 'renamed' ? said.renamed : said.means;
  return (
    <Checkbox
      id={`track-text-${index}`}
      label={tell(shownText(text), shownCompany(company))}
      checked={chosen !== ''}
      onChange={(isChosen) => set(index, isChosen ? company.id : '')}
    />
  );
}

/** One of the companies that it can mean, or none. */
function Several({ one: { text, match, chosen }, index, set }: RowProps) {
  const choices = match.alternatives.map((company) => ({
    value: company.id,
    label: shownCompany(company, true),
  }));
  return (
    <Select
      id={`track-text-${index}`}
      label={shownText(text)}
      value={chosen}
      choices={[{ value: '', label: texts.value.track.leaveOut }, ...choices]}
      onChange={(id) => set(index, id)}
    />
  );
}
