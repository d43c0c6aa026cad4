/** Budget and freshness: how much formulas may spend per day, and how often they query the service. */
import { PROPERTY_CALLS_A_DAY, propertyCallsOfDay } from '../../contract/live-use.js';
import { actions, button, form, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { selectField, textField } from '../controls/fields.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

type Mode = 'daily' | 'manual' | 'live';

const MAX_MINUTES = 1_440;

export function rulesCard(page: Page): HTMLElement {
  const { state, draft, texts } = page;
  const { activity } = texts;
  const { dailyBudget, freshness } = state.rules;
  const budget = draft.budget ?? String(dailyBudget);
  const mode = draft.mode ?? freshness.mode;
  const minutes = draft.minutes ?? String(freshness.minutes);
  const { mine, name } = state.budgetPayer;
  const onlyPayer = mine ? '' : activity.onlyPayer(name, page.format.count(dailyBudget));
  const isRaise = !mine && Number(budget) > dailyBudget;
  const isNumber = isWhole(budget, 0, Number.MAX_SAFE_INTEGER);
  const budgetProblem = !isNumber ? activity.numberProblem : isRaise ? onlyPayer : '';
  const minutesProblem = isWhole(minutes, 1, MAX_MINUTES) ? '' : activity.minutesProblem;
  return card(
    'rules-title',
    activity.rules,
    form(
      {
        id: 'rules-form',
        onSubmit: () => {
          if (budgetProblem !== '' || minutesProblem !== '') return;
          const rules = { dailyBudget: Number(budget), freshness: { mode, minutes: Number(minutes) } };
          void page.call(
            'rules-save',
            (client) => client.saveRules(rules),
            () => ({
              draft: { budget: undefined, mode: undefined, minutes: undefined },
              notice: { kind: 'good', text: activity.saved },
            }),
          );
        },
      },
      textField({
        id: 'rules-budget',
        label: activity.budget,
        hint: onlyPayer !== '' && !isRaise ? `${activity.budgetHint} ${onlyPayer}` : activity.budgetHint,
        ...(!mine && { max: dailyBudget }),
        type: 'number',
        problem: budgetProblem,
        value: budget,
        onInput: (value) => page.edit({ budget: value }),
      }),
      selectField({
        id: 'rules-mode',
        label: activity.freshness,
        value: mode,
        choices: (['daily', 'manual', 'live'] as const).map((value) => ({
          value,
          label: activity.modes[value],
        })),
        onChange: (value) => page.edit({ mode: value as Mode }),
      }),
      mode === 'live' &&
        textField({
          id: 'rules-minutes',
          label: activity.minutes,
          type: 'number',
          problem: minutesProblem,
          value: minutes,
          onInput: (value) => page.edit({ minutes: value }),
        }),
      mode === 'live' && minutesProblem === '' && liveWarning(page, Number(minutes)),
      actions(button(page, { id: 'rules-save', label: activity.save, submit: true })),
    ),
    noticeAt(page, 'rules-save'),
  );
}

/** Google fails formulas for the rest of the day that have used up its limit. */
function liveWarning({ state, texts, format }: Page, minutes: number): Child {
  const { liveFormulas: formulas = 0 } = state;
  const calls = propertyCallsOfDay(formulas, minutes);
  if (calls <= PROPERTY_CALLS_A_DAY) return undefined;
  const { count } = format;
  const text = texts.activity.liveWarning(count(formulas), count(calls), count(PROPERTY_CALLS_A_DAY));
  return el('p', { id: 'live-warning', class: 'notice warning' }, icon('warning'), el('span', {}, text));
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
