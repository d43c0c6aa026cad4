/** Labelled controls of the browser. */
import type { ComponentChildren } from 'preact';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Whether only screen readers get the label, because its name is already visible. */
  readonly labelUnseen?: boolean;
  /** What is wrong with the value; empty or absent if it is valid. */
  readonly problem?: string | undefined;
}

interface TypedProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly onEnter?: (() => void) | undefined;
}

interface TextFieldProps extends TypedProps {
  readonly type?: 'text' | 'password' | 'url' | 'number' | 'search' | 'date';
  readonly suggestions?: readonly string[] | undefined;
  readonly onPaste?: (event: ClipboardEvent) => void;
  /** The greatest number. */
  readonly max?: number | undefined;
}

export function TextField({ value, onInput, type = 'text', suggestions, onEnter, ...props }: TextFieldProps) {
  const { id, placeholder, onPaste, max } = props;
  return (
    <Field {...props}>
      <input
        key={id}
        {...common(props)}
        // Preact's types know each type of input as an element of its own
        type={type as 'text'}
        value={value}
        placeholder={placeholder}
        min={type === 'number' ? 0 : undefined}
        max={max}
        list={suggestions && `${id}-list`}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onEnter && enter(onEnter)}
        onPaste={onPaste}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

/** Not while a text is composed, whose Enter ends it; with Shift it is a new line. */
function enter(action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    action();
  };
}

export function TextArea({ value, onInput, onEnter, rows = 4, ...props }: TypedProps & { rows?: number }) {
  return (
    <Field {...props}>
      <textarea
        key={props.id}
        {...common(props)}
        value={value}
        placeholder={props.placeholder}
        rows={rows}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onEnter && enter(onEnter)}
      />
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A choice that is called what it is. */
export function asChoice(value: string): Choice {
  return { value, label: value };
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

export function Select({ value, choices, onChange, ...props }: SelectProps) {
  return (
    <Field {...props}>
      <select
        key={props.id}
        {...common(props)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckboxProps {
  readonly id: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ id, label, checked, onChange }: CheckboxProps) {
  return (
    <label class="check" for={id}>
      <input
        id={id}
        key={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

function Field({
  id,
  label,
  labelUnseen,
  hint,
  problem,
  children,
}: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id} class={labelUnseen ? 'unseen' : undefined}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} class="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function common({ id, hint, problem }: FieldProps) {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
  };
}
