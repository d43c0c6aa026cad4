/** Labelled controls. Each has an id, so that it keeps its focus when the page is drawn again. */
import { type Child, type ElementProperties, el } from '../page/element.js';

interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Whether only screen readers get the label, because its name is already visible. */
  readonly labelUnseen?: boolean;
  /** What is wrong with the value; empty or absent if it is valid. */
  readonly problem?: string | undefined;
}

export interface TextFieldOptions extends FieldOptions {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'url' | 'number' | 'search' | 'date';
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
  readonly onEnter?: () => void;
  readonly required?: boolean;
  /** The greatest number. */
  readonly max?: number;
}

export function textField(options: TextFieldOptions): HTMLElement {
  const { id, value, onInput, type = 'text', placeholder, suggestions, onEnter, required, max } = options;
  return field(
    options,
    el('input', {
      ...common(options),
      type,
      value,
      placeholder,
      required,
      min: type === 'number' ? 0 : undefined,
      max,
      list: suggestions && `${id}-list`,
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (event) => onInput((event.target as HTMLInputElement).value),
      onkeydown: onEnter && enter(onEnter),
    }),
    suggestions &&
      el(
        'datalist',
        { id: `${id}-list` },
        suggestions.map((suggestion) => el('option', { value: suggestion })),
      ),
  );
}

/** Not while a text is composed, whose Enter ends it; with Shift it is a new line. */
function enter(action: () => void): (event: Event) => void {
  return (event) => {
    const { key, shiftKey, isComposing } = event as KeyboardEvent;
    if (key !== 'Enter' || shiftKey || isComposing) return;
    event.preventDefault();
    action();
  };
}

export function textArea(
  options: FieldOptions &
    Pick<TextFieldOptions, 'value' | 'onInput' | 'placeholder' | 'onEnter'> & { readonly rows?: number },
): HTMLElement {
  const { value, onInput, placeholder, onEnter, rows = 4 } = options;
  return field(
    options,
    el('textarea', {
      ...common(options),
      value,
      placeholder,
      rows,
      spellcheck: 'false',
      oninput: (event) => onInput((event.target as HTMLTextAreaElement).value),
      onkeydown: onEnter && enter(onEnter),
    }),
  );
}

export interface SelectOptions extends FieldOptions {
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice that is called what it is. */
export function asChoice(value: string): SelectOptions['choices'][number] {
  return { value, label: value };
}

export function selectField(options: SelectOptions): HTMLElement {
  const { value, choices, onChange } = options;
  return field(
    options,
    el(
      'select',
      { ...common(options), value, onchange: (event) => onChange((event.target as HTMLSelectElement).value) },
      choices.map((choice) => el('option', { value: choice.value }, choice.label)),
    ),
  );
}

export function checkbox(options: {
  readonly id: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): HTMLElement {
  const { id, label, checked, onChange } = options;
  return el(
    'label',
    { class: 'check', for: id },
    el('input', {
      id,
      type: 'checkbox',
      checked,
      onchange: (event) => onChange((event.target as HTMLInputElement).checked),
    }),
    el('span', {}, label),
  );
}

function field({ id, label, labelUnseen, hint, problem }: FieldOptions, ...control: Child[]): HTMLElement {
  return el(
    'div',
    { class: 'field' },
    el('label', { for: id, class: labelUnseen ? 'unseen' : undefined }, label),
    control,
    hint !== undefined && el('p', { id: `${id}-hint`, class: 'hint' }, hint),
    problem !== undefined && problem !== '' && el('p', { id: `${id}-problem`, class: 'problem' }, problem),
  );
}

function common({ id, hint, problem }: FieldOptions): ElementProperties {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem ? 'true' : undefined,
  };
}
