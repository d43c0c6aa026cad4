/** The rows of the test bench for the switches of Google's behaviour. */
import { SWITCHES, type Switches } from '../bridge/switches.js';
import type { Status } from '../server/protocol.js';
import { send } from './host-link.js';

const LOCALES = { en: 'English', de: 'Deutsch', 'de-CH': 'Deutsch (Schweiz)', fr: 'Français' };

const set = (change: Partial<Switches>): void => send({ type: 'switches', change });

export function SwitchRows({ switches }: Pick<Status, 'switches'>) {
  return (
    <>
      <Choice
        label="Language of the person"
        value={switches.userLocale}
        options={LOCALES}
        choose={(userLocale) => set({ userLocale })}
      />
      {Object.entries(SWITCHES).map(([name, { label, values }]) => {
        const value = switches[name as keyof Switches];
        if (typeof value === 'boolean')
          return <Check key={name} label={label} isOn={value} turn={(isOn) => set({ [name]: isOn })} />;
        const options = Object.fromEntries(values.map((one) => [one, String(one)]));
        const choose = (chosen: string) => set({ [name]: chosen });
        return <Choice key={name} label={label} value={String(value)} options={options} choose={choose} />;
      })}
    </>
  );
}

function Check({ label, isOn, turn }: { label: string; isOn: boolean; turn: (isOn: boolean) => void }) {
  return (
    <label class="switch">
      {label}
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Labels by value. */
  readonly options: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="switch">
      {label}
      <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {Object.entries(options).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
