/** Appearance: light, dark or as the system, for this person in every spreadsheet. */
import { APPEARANCES, appearanceOf } from '../../contract/appearance.js';
import { noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { selectField } from '../controls/fields.js';
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
        void page.call('appearance', (client) => client.saveAppearance(appearanceOf(value))),
    }),
    noticeAt(page, 'appearance'),
  );
}
