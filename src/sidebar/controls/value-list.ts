/** A list of free values, typed one by one or pasted. A text that starts with `=` means cells instead. */
import type { Separators } from '../../contract/formula.js';
import { isExpression } from '../../contract/formula.js';
import type { BuilderValue } from '../../contract/formula-question.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { button } from './actions.js';
import { chips } from './choices.js';
import { textField } from './fields.js';

export interface Suggested {
  readonly value: string;
  readonly name: string;
  readonly detail: string;
  readonly badge: string;
}

export interface ValueListOptions {
  readonly id: string;
  readonly label: string;
  readonly labelUnseen?: boolean;
  readonly value: BuilderValue;
  readonly separators: Separators;
  readonly suggestions?: readonly string[];
  /** What a text being typed may become, to be chosen from a list below. */
  readonly suggest?: (typed: string) => readonly Suggested[];
  readonly onChange: (value: BuilderValue) => void;
}

export function valueList(page: Page, options: ValueListOptions): Child[] {
  const { id, label, labelUnseen = false, value, separators, suggestions, onChange } = options;
  const { draft, texts } = page;
  const typed = draft.typed[id] ?? '';
  const chosen = value.kind === 'texts' ? value.texts : [];
  const clear = () => page.edit({ typed: { ...page.draft.typed, [id]: '' } });
  const add = () => {
    const text = typed.trim();
    if (text === '') return;
    if (text.startsWith('=')) {
      if (!isExpression(text.slice(1), separators)) return;
      onChange({ kind: 'cells', text: text.slice(1).trim() });
    } else {
      const added = text.split(/[|\n\t]/).map((part) => part.trim());
      onChange({ kind: 'texts', texts: [...new Set([...chosen, ...added.filter((part) => part !== '')])] });
    }
    clear();
  };
  const wrongCells = typed.trim().startsWith('=') && !isExpression(typed.trim().slice(1), separators);
  const found = isTyped(typed) ? (options.suggest?.(typed.trim()) ?? []) : [];
  const choose = (picked: string) => {
    onChange({ kind: 'texts', texts: [...new Set([...chosen, picked])] });
    page.edit({ typed: { ...page.draft.typed, [id]: '' }, focus: id });
  };
  return [
    chips(page, { id, chosen, onChange: (left) => onChange({ kind: 'texts', texts: left }) }),
    el(
      'div',
      { class: labelUnseen ? 'row unlabelled' : 'row' },
      textField({
        id,
        label,
        labelUnseen,
        hint: texts.build.listHint,
        problem: wrongCells && typed.trim().length > 1 ? texts.build.cellsProblem : '',
        value: typed,
        onInput: (text) => page.edit({ typed: { ...page.draft.typed, [id]: text } }),
        onEnter: add,
        ...(suggestions && { suggestions }),
      }),
      button(page, { id: `${id}-add`, label: texts.build.addValue, onClick: add }),
    ),
    options.suggest && suggestionList(page, id, found, choose),
  ];
}

function isTyped(text: string): boolean {
  return text.trim() !== '' && !text.trim().startsWith('=');
}

/** Buttons, so that any hand and any reader finds them; how many there are is said. */
function suggestionList(
  { texts, format }: Page,
  id: string,
  found: readonly Suggested[],
  choose: (value: string) => void,
): Child {
  return [
    el(
      'p',
      { id: `${id}-found`, class: 'unseen', role: 'status' },
      found.length > 0 && texts.service.foundCount(format.count(found.length)),
    ),
    found.length > 0 &&
      el(
        'ul',
        { id: `${id}-suggested`, class: 'plain-list suggested', 'aria-label': texts.service.found },
        found.map(({ value, name, detail, badge }, index) =>
          el(
            'li',
            {},
            el(
              'button',
              { id: `${id}-suggested-${index}`, type: 'button', onclick: () => choose(value) },
              el('span', { class: 'ellipsis', title: name }, name),
              badge !== '' && el('span', { class: 'badge' }, badge),
              el('span', { class: 'hint ellipsis' }, detail),
            ),
          ),
        ),
      ),
  ];
}

export interface CellsFieldOptions {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly separators: Separators;
  readonly onChange: (text: string) => void;
}

/** A reference to cells, without the leading `=`. */
export function cellsField(
  page: Page,
  { id, label, text, separators, onChange }: CellsFieldOptions,
): HTMLElement {
  const { build } = page.texts;
  return textField({
    id,
    label,
    hint: build.cellsHint,
    problem: text === '' || isExpression(text, separators) ? '' : build.cellsProblem,
    value: text,
    onInput: (typed) => onChange(typed.trim().replace(/^=\s*/, '')),
  });
}
