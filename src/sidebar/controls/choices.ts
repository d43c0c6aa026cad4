/** Several of many values: the chosen ones as removable chips, the others as check boxes with a search. */
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';
import { checkbox, textField } from './fields.js';

export interface ChoicesOptions {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Lists shorter than this need no search. */
const SEARCHABLE = 12;

export function choices(page: Page, { id, label, values, chosen, onChange }: ChoicesOptions): Child[] {
  const { draft, texts } = page;
  const typed = draft.typed[id] ?? '';
  const wanted = typed.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const type = (text: string) => page.edit({ typed: { ...page.draft.typed, [id]: text } });
  return [
    chips(page, { id, chosen, onChange }),
    values.length >= SEARCHABLE &&
      textField({
        id: `${id}-search`,
        label: texts.build.searchIn(label),
        type: 'search',
        value: typed,
        onInput: type,
        onEnter: () => {
          if (found[0] === undefined) return;
          toggle(found[0]);
          type('');
        },
      }),
    el(
      'div',
      { id: `${id}-list`, class: 'choices', role: 'group', 'aria-label': label },
      found.map((value) =>
        checkbox({
          id: `${id}-${values.indexOf(value)}`,
          label: value,
          checked: chosen.includes(value),
          onChange: () => toggle(value),
        }),
      ),
    ),
  ];
}

/** The chosen values, each with a button that removes it. */
export function chips(
  page: Page,
  { id, chosen, onChange }: Pick<ChoicesOptions, 'id' | 'chosen' | 'onChange'>,
): Child {
  if (chosen.length === 0) return undefined;
  return el(
    'ul',
    { class: 'chips' },
    chosen.map((value, index) =>
      el(
        'li',
        { class: 'chip' },
        el('span', { class: 'ellipsis', title: value }, value),
        chipRemove(page, `${id}-chip-${index}`, value, () =>
          onChange(chosen.filter((_, other) => other !== index)),
        ),
      ),
    ),
  );
}

/** @param name of what the chip stands for */
export function chipRemove(page: Page, id: string, name: string, onClick: () => void): HTMLElement {
  const label = page.texts.remove(name);
  return el(
    'button',
    { id, type: 'button', class: 'chip-remove', 'aria-label': label, title: label, onclick: onClick },
    icon('remove'),
  );
}
