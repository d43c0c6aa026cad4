/** A card that is a button, with a picture, a name and a line of text. */
import { flag } from '../controls/actions.js';
import { Icon, type IconName } from '../controls/icon.js';
import { busy } from '../page/store.js';

interface OwnRowProps {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  readonly text: string;
  readonly onClick: () => void;
}

export function OwnRow({ id, icon, name, text, onClick }: OwnRowProps) {
  return (
    <button
      id={id}
      type="button"
      class="card own-row"
      data-busy={flag(busy.value === id)}
      aria-disabled={busy.value === '' ? undefined : 'true'}
      onClick={() => busy.value === '' && onClick()}
    >
      <Icon name={icon} />
      <span>
        <strong>{name}</strong>
        {text !== '' && <br />}
        {text !== '' && <span class="hint">{text}</span>}
      </span>
      <Icon name="next" />
    </button>
  );
}
