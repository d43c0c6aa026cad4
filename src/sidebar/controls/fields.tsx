/** Labelled controls of the browser. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { format } from '../page/store.js';
import { Hint } from './card.js';

interface FieldProps<T = string> {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Only screen readers get the label, because its name is already visible. */
  readonly hideLabel?: boolean;
  /** The problem of the value; empty or absent if it is valid. */
  readonly problem?: string | undefined;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** For controls that show neither a hint nor a problem, or have their own. */
export type PlainFieldProps<T> = Pick<FieldProps<T>, 'id' | 'label' | 'value' | 'onChange'>;

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'password' | 'url' | 'number' | 'search' | 'date';
  /** The number of lines; absent for one. */
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  readonly suggestions?: readonly string[] | undefined;
  readonly onEnter?: (() => void) | undefined;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

export function TextField({ type = 'text', rows, suggestions, onEnter, onPaste, ...props }: TextFieldProps) {
  const { id, value, onChange, placeholder } = props;
  const [typed, setTyped] = useState('');
  // a number field of the browser hides what it cannot read: the page would get 1,000 as an empty text
  const isNumber = type === 'number';
  const options = suggestions?.map((one) => <option key={one} value={one} />);
  const common = {
    ...ariaPropsOf(props),
    // the form may drop a space at the end, but a word may follow it
    value: typed.trimEnd() === value ? typed : value,
    placeholder,
    spellcheck: false,
    onInput({ currentTarget }: { currentTarget: { value: string } }) {
      const text = isNumber ? format().plain(currentTarget.value) : currentTarget.value;
      setTyped(text);
      onChange(text);
    },
    onKeyDown: onEnter && onKey('Enter', onEnter),
  };
  return (
    <Field {...props}>
      {rows ? (
        <textarea key={id} {...common} rows={rows} />
      ) : (
        <input
          key={id}
          {...common}
          // Preact has an element type for each type of input
          type={(isNumber ? 'text' : type) as 'text'}
          inputMode={isNumber ? 'numeric' : undefined}
          list={suggestions && `${id}-list`}
          autocomplete="off"
          onPaste={onPaste}
        />
      )}
      {options && <datalist id={`${id}-list`}>{options}</datalist>}
    </Field>
  );
}

/** Ignores the Enter that ends a text's composition, and Shift+Enter, which is a new line. */
export function onKey(key: 'Enter' | 'Escape', action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== key || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    action();
  };
}

export type Choice<T extends string = string> = readonly [value: T, label: string];

/** Returns the values with their names as labels. */
export function named<T extends string>(
  names: Readonly<Record<T, string>>,
  values: readonly T[] = Object.keys(names) as T[],
): Choice<T>[] {
  return values.map((value) => [value, names[value] ?? value]);
}

type SelectProps<T extends string> = FieldProps<T> & { readonly choices: readonly (T | Choice<T>)[] };

export function Select<T extends string>({ choices, ...props }: SelectProps<T>) {
  const { id, value: chosen, onChange } = props;
  const options = choices.map((choice) => {
    const [value, label] = typeof choice === 'string' ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {label}
      </option>
    );
  });
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value as T);
  return (
    <Field {...props}>
      <select key={id} {...ariaPropsOf(props)} value={chosen} onChange={change}>
        {options}
      </select>
    </Field>
  );
}

/** Such as 06:00. */
export function clockOf(hour: number | string): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

export const HOURS = Array.from({ length: 24 }, (_, hour): Choice => [String(hour), clockOf(hour)]);

export function Checkbox({ id, label, value, onChange }: PlainFieldProps<boolean>) {
  return (
    <label class="check" for={id}>
      <input
        id={id}
        key={id}
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

function Field(props: FieldDescription & { children: ComponentChildren }) {
  const { id, label, hideLabel, hint, problem, children } = props;
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {children}
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {problem && (
        <p id={`${id}-problem`} class="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

type FieldDescription = Omit<FieldProps, 'value' | 'onChange'>;

function ariaPropsOf({ id, hint, problem }: FieldDescription) {
  const texts = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': texts || undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
  };
}
