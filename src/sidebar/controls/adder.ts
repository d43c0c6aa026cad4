/** Chooses one of several things to add. Only the button adds, because arrow keys select each entry of a closed list. */
import { el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { button } from './actions.js';
import { selectField } from './fields.js';

export interface AdderOptions {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onAdd: (value: string) => void;
}

export function adder(page: Page, { id, label, choices, onAdd }: AdderOptions): HTMLElement {
  const { draft, texts } = page;
  const typed = draft.typed[id] ?? '';
  const chosen = choices.some(({ value }) => value === typed) ? typed : '';
  const choose = (value: string) => page.edit({ typed: { ...page.draft.typed, [id]: value } });
  return el(
    'div',
    { class: 'row' },
    selectField({
      id,
      label,
      value: chosen,
      choices: [{ value: '', label: texts.build.choose }, ...choices],
      onChange: choose,
    }),
    button(page, {
      id: `${id}-button`,
      label: texts.build.addValue,
      onClick: () => {
        if (chosen === '') return page.edit({ focus: id });
        choose('');
        onAdd(chosen);
      },
    }),
  );
}
