/** A check box whose click is a call of the add-on. */
import { useState } from 'preact/hooks';
import { busy } from '../page/store.js';
import { Checkbox } from './fields.js';

interface SwitchProps {
  /** Also the id of its call. */
  readonly id: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onTurn: () => void;
}

export function Switch({ id, label, isOn, onTurn }: SwitchProps) {
  const [, redraw] = useState({});
  return (
    <Checkbox
      id={id}
      label={label}
      // as the person has just set it, while the call runs
      checked={isOn !== (busy.value === id)}
      // what is clicked during another call changes nothing, and is shown so
      onChange={() => (busy.value === '' ? onTurn() : redraw({}))}
    />
  );
}
