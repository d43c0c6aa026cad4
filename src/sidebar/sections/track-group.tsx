/** The group that companies are added to: one that there is, or a new one. */
import { isGroupName } from '../../contract/tracking.js';
import { Select, TextField } from '../controls/fields.js';
import { texts } from '../page/store.js';
import { groupChoices } from './group-choices.js';

interface TrackGroupProps {
  /** Empty for a new one. */
  readonly group: string;
  /** Of a new one. */
  readonly name: string;
  readonly choose: (group: string) => void;
  readonly rename: (name: string) => void;
}

export function TrackGroup({ group, name, choose, rename }: TrackGroupProps) {
  const said = texts.value.track;
  const choices = groupChoices(group);
  return (
    <>
      {choices.length > 0 && (
        <Select
          id="track-group"
          label={said.group}
          value={group}
          choices={[...choices, { value: '', label: said.newGroup }]}
          onChange={choose}
        />
      )}
      {group === '' && (
        <TextField
          id="track-name"
          label={said.newName}
          value={name}
          problem={name === '' || isGroupName(name) ? '' : said.badName}
          onInput={rename}
        />
      )}
    </>
  );
}
