/** Several of many values: the chosen ones as removable chips, the others as check boxes with a search. */
import { texts } from '../page/store.js';
import { Cut } from './card.js';
import { Checkbox, TextField } from './fields.js';
import { Icon } from './icon.js';

interface ChosenProps {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

interface ChoicesProps extends ChosenProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Lists shorter than this need no search. */
const SEARCHABLE = 12;

export function Choices({ id, label, values, search, onSearch, chosen, onChange }: ChoicesProps) {
  const wanted = search.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const takeFirst = () => {
    if (found[0] === undefined) return;
    toggle(found[0]);
    onSearch('');
  };
  return (
    <>
      <Chips id={id} chosen={chosen} onChange={onChange} />
      {values.length >= SEARCHABLE && (
        <TextField
          id={`${id}-search`}
          label={texts.build.searchIn({ name: label })}
          type="search"
          value={search}
          problem={wanted !== '' && found.length === 0 ? texts.build.noChoice : ''}
          onChange={onSearch}
          onEnter={takeFirst}
        />
      )}
      <div id={`${id}-list`} class="choices" role="group" aria-label={label}>
        {found.map((value) => (
          <Checkbox
            key={value}
            id={`${id}-${values.indexOf(value)}`}
            label={value}
            value={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </>
  );
}

/** The chosen values, each with a button that removes it. */
export function Chips({ id, chosen, onChange }: ChosenProps) {
  if (chosen.length === 0) return null;
  return (
    <ul class="chips">
      {chosen.map((value, index) => (
        <li key={value} class="chip">
          <Cut text={value} />
          <ChipRemove
            id={`${id}-chip-${index}`}
            name={value}
            onClick={() => onChange(chosen.filter((_, other) => other !== index))}
          />
        </li>
      ))}
    </ul>
  );
}

/** @param name of what the chip stands for */
export function ChipRemove({ id, name, onClick }: { id: string; name: string; onClick: () => void }) {
  const label = texts.remove({ what: name });
  return (
    <button
      id={id}
      key={id}
      type="button"
      class="chip-remove"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name="remove" />
    </button>
  );
}
