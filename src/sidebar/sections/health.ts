/** Health: each known problem with its remedy. */
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { isTrouble } from '../page/condition.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

const ALLOW = 'health-allow';

export function healthCard(page: Page): HTMLElement {
  const { state, texts } = page;
  return card(
    'health-title',
    texts.health.title,
    el('ul', { class: 'plain-list lines' }, conditionLines(page)),
    state.health.length > 0
      ? problemList(page, state.health)
      : !isTrouble(page.condition) &&
          el('p', { class: 'notice good' }, icon('good'), el('span', {}, texts.health.good)),
    noticeAt(page, ALLOW),
  );
}

/** What is known of the service, of the key and of credits that are held. */
function conditionLines(page: Page): Child[] {
  const { condition, state, texts, format, edit } = page;
  const { lines, held, see } = texts.condition;
  const asked = { unknown: 'unknown', answers: 'good', silent: 'bad', refused: 'good' } as const;
  const key = { unknown: 'unknown', answers: 'good', silent: 'unknown', refused: 'bad' } as const;
  const line = (kind: string, ...content: Child[]) =>
    el('li', { class: 'line', 'data-kind': kind }, el('span', {}, content));
  const credits = state.activity.held.reduce((sum, one) => sum + one.credits, 0);
  return [
    line(asked[condition], lines.service[asked[condition]]),
    line(key[condition], lines.key[key[condition]]),
    credits > 0 &&
      line(
        'warning',
        held(texts.credits(format.count(credits))),
        ' ',
        button(page, {
          id: 'health-held',
          label: see,
          kind: 'link',
          onClick: () => edit({ section: 'activity', asking: '', focus: 'tab-activity' }),
        }),
      ),
  ];
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
