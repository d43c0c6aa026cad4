/** Appearance, for this person in every spreadsheet: light, dark or as the system, and stripes in new tables. */
import { APPEARANCES, appearanceOf } from '../../contract/appearance.js';
import { noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { checkbox, selectField } from '../controls/fields.js';
import type { Child } from '../page/element.js';
import type { Page } from '../page/page.js';

export function appearanceCard(page: Page): HTMLElement {
  const { state, texts } = page;
  const { title, label, choices } = texts.appearance;
  return card(
    'appearance-title',
    title,
    selectField({
      id: 'appearance',
      label,
      value: state.appearance,
      choices: APPEARANCES.map((value) => ({ value, label: choices[value] })),
      onChange: (value) =>
        void page.call('appearance', (client) => client.saveAppearance(appearanceOf(value), state.stripes)),
    }),
    stripesField(page, 'appearance-stripes'),
    noticeAt(page, 'appearance'),
  );
}

/** Whether new tables are striped: what is there already stays as it is. */
export function stripesField(page: Page, id: string): Child {
  const { state, texts, busy } = page;
  const { appearance, stripes } = state;
  return [
    checkbox({
      id,
      label: texts.appearance.stripes,
      // as the person has just set it, while the call runs
      checked: stripes !== (busy === id),
      // what is clicked during another call changes nothing, and is shown so
      onChange: (checked) => {
        if (busy === '') void page.call(id, (client) => client.saveAppearance(appearance, checked));
        else page.edit({});
      },
    }),
    noticeAt(page, id),
  ];
}
