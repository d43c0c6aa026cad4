/** Health: each known problem with its remedy. */
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { card } from '../controls/card.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

export function healthCard(page: Page): HTMLElement {
  const { state, texts } = page;
  const { title, good } = texts.health;
  if (state.health.length === 0) {
    return card('health-title', title, el('p', { class: 'notice good' }, icon('good'), el('span', {}, good)));
  }
  return card('health-title', title, problemList(page, state.health));
}

/** Problems with their remedies. */
export function problemList({ texts }: Page, found: readonly HealthProblem[]): HTMLElement {
  return el(
    'ul',
    { class: 'plain-list' },
    found.map((problem) => {
      const [name, cure] = texts.health.problems[problem];
      return el(
        'li',
        { class: 'notice warning', 'data-problem': problem },
        icon('warning'),
        el('span', {}, el('strong', {}, name), el('br', {}), cure),
      );
    }),
  );
}
