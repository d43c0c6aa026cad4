/** Health: each known problem with its remedy. */
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

const ALLOW = 'health-allow';

export function healthCard(page: Page): HTMLElement {
  const { state, texts } = page;
  const { title, good } = texts.health;
  if (state.health.length === 0) {
    const isGood = el('p', { class: 'notice good' }, icon('good'), el('span', {}, good));
    return card('health-title', title, isGood, noticeAt(page, ALLOW));
  }
  return card('health-title', title, problemList(page, state.health), noticeAt(page, ALLOW));
}

/** Problems with their remedies. */
export function problemList(page: Page, found: readonly HealthProblem[]): HTMLElement {
  const { texts } = page;
  return el(
    'ul',
    { class: 'plain-list' },
    found.map((problem) => {
      const [name, cure] = texts.health.problems[problem];
      return el(
        'li',
        { class: 'notice warning', 'data-problem': problem },
        icon('warning'),
        el(
          'span',
          {},
          el('strong', {}, name),
          el('br', {}),
          cure,
          problem === 'not-allowed' && allowance(page),
        ),
      );
    }),
  );
}

/** The rules as they are, saved by the person who pays. */
function allowance(page: Page): HTMLElement {
  const { state, texts, format } = page;
  return actions(
    button(page, {
      id: ALLOW,
      label: texts.health.allow(format.count(state.rules.dailyBudget)),
      onClick: () =>
        void page.call(
          ALLOW,
          (client) => client.saveRules(state.rules),
          () => ({ notice: { kind: 'good', text: texts.health.allowed } }),
        ),
    }),
  );
}
