/**
 * A panel for what Sheets cannot do: move the clock, inject faults of the service, and switch between behaviours
 * of Google.
 */
import { SWITCHES, type Switches } from '../bridge/switches.js';
import type { FaultName, Status } from '../server/protocol.js';
import { send } from './host-link.js';
import { status } from './store.js';

const HOUR_MS = 3_600_000;
const STEPS = { '+1 hour': HOUR_MS, '+1 day': 24 * HOUR_MS, '+7 days': 7 * 24 * HOUR_MS };
const FAULTS: Readonly<Record<FaultName, string>> = {
  none: 'working',
  slow: 'slow (6 s)',
  down: 'down',
  wrong: 'sending garbage',
};
const LOCALES = { en: 'English', de: 'Deutsch', 'de-CH': 'Deutsch (Schweiz)', fr: 'Français' };
const NAMES: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

export function TestBench() {
  return (
    // the grid must not react to the panel's keys
    <div onKeyDown={(event) => event.stopPropagation()}>
      <button type="button" class="control" popovertarget="test-bench">
        Test bench ▾
      </button>
      <div id="test-bench" popover="auto" role="group" aria-label="Test bench">
        {status.value && <Panel {...status.value} />}
      </div>
    </div>
  );
}

function Panel({ clockOffsetMs, fault, service = '', demoKey = '', switches }: Status) {
  return (
    <>
      <h2>Clock</h2>
      <p>{describeOffset(clockOffsetMs)}</p>
      <p>
        {Object.entries(STEPS).map(([text, ms]) => (
          <button type="button" class="control" key={text} onClick={() => send({ type: 'advance', ms })}>
            {text}
          </button>
        ))}
      </p>
      <h2>Service</h2>
      <Choice
        label="The service is"
        value={fault}
        options={FAULTS}
        choose={(chosen) => send({ type: 'fault', fault: chosen as FaultName })}
      />
      <h2>Demo key</h2>
      <p>
        To try the section Connect: press Forget there, or start with SANDBOX_CONNECTED=no and a new
        SANDBOX_DATA.
      </p>
      <Shown name="Service address" text={service} />
      <Shown name="API key" text={demoKey} />
      <h2>Google, from the next execution on</h2>
      <Choice
        label="Language of the person"
        value={switches.userLocale}
        options={LOCALES}
        choose={(userLocale) => set({ userLocale })}
      />
      {Object.entries(SWITCHES).map(([name, { label, values }]) => (
        <Choice
          key={name}
          label={label}
          value={String(switches[name as keyof Switches])}
          options={Object.fromEntries(values.map((one) => [one, NAMES[String(one)] ?? String(one)]))}
          choose={(chosen) => set({ [name]: values.find((one) => String(one) === chosen) })}
        />
      ))}
    </>
  );
}

function set(change: Partial<Switches>): void {
  send({ type: 'switches', change });
}

/** A text to copy: Tab or a click selects it. */
function Shown({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <label class="switch">
      {name}
      <input class="demo" readOnly value={text} onClick={({ currentTarget }) => currentTarget.select()} />
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

function Choice({ label, value, options, choose }: ChoiceProps) {
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

function describeOffset(offsetMs: number): string {
  const hours = Math.round(offsetMs / HOUR_MS);
  const ahead = hours === 0 ? 'as on this machine' : `${Math.floor(hours / 24)} d ${hours % 24} h ahead`;
  const time = new Date(Date.now() + offsetMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${time} UTC, ${ahead}`;
}
