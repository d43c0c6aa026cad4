/** Budget and freshness: how much formulas may spend per day, and how often they query the service. */
import { signal } from '@preact/signals';
import type { SpendingRules } from '../../contract/spending.js';
import { Actions, Button, Form, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import { call } from '../page/action.js';
import { bound, change, keepFocus, server, texts } from '../page/store.js';

/** The rules as they are saved. */
const UNCHANGED = {
  budget: undefined as string | undefined,
  /** The month's budget; empty for none. */
  month: undefined as string | undefined,
  mode: undefined as 'daily' | 'manual' | undefined,
};

const form = signal(UNCHANGED);

export function RulesCard() {
  const { activity } = texts;
  const { rules, budgetPayer } = server.value;
  const { dailyBudget, monthlyBudget = 0, freshness } = rules;
  const { budget = String(dailyBudget), mode = freshness.mode } = form.value;
  const { month = monthlyBudget > 0 ? String(monthlyBudget) : '' } = form.value;
  const problem = dayProblemOf(budget);
  const monthProblem = monthProblemOf(month);
  const onlyPayer = payerHint(dailyBudget);
  const save = () => {
    if (problem !== '') return keepFocus('rules-budget');
    if (monthProblem !== '') return keepFocus('rules-month');
    saveRules({ dailyBudget: Number(budget), monthlyBudget: Number(month), freshness: { mode } });
  };
  return (
    <Card id="rules-title" title={activity.rules}>
      <Form id="rules-form" onSubmit={save}>
        <TextField
          id="rules-budget"
          label={activity.budget}
          hint={
            onlyPayer !== '' && problem !== onlyPayer
              ? `${activity.budgetHint} ${onlyPayer}`
              : activity.budgetHint
          }
          max={budgetPayer.mine ? undefined : dailyBudget}
          type="number"
          problem={problem}
          {...bound(form, 'budget')}
          value={budget}
        />
        <TextField
          id="rules-month"
          label={activity.monthBudget}
          hint={activity.monthHint}
          type="number"
          problem={monthProblem}
          {...bound(form, 'month')}
          value={month}
        />
        <Select
          id="rules-mode"
          label={activity.freshness}
          choices={named(activity.modes)}
          {...bound(form, 'mode')}
          value={mode}
        />
        <Actions>
          <Button id="rules-save" label={activity.save} submit />
        </Actions>
      </Form>
      <Notice of="rules-save" />
    </Card>
  );
}

function saveRules(rules: SpendingRules): void {
  void call(
    'rules-save',
    (client) => client.saveRules(rules),
    () => {
      change(form, UNCHANGED);
      return { kind: 'good', text: texts.activity.saved };
    },
  );
}

/** Who alone may raise a budget; empty where the person may. */
function payerHint(budget: number): string {
  const { mine, name } = server.value.budgetPayer;
  if (mine) return '';
  const { onlyOwner, onlyPayer } = texts.activity;
  return name === '' ? onlyOwner({ budget }) : onlyPayer({ payer: name, budget });
}

/** What is wrong with a daily budget as it is typed; empty for nothing. */
function dayProblemOf(typed: string): string {
  const { dailyBudget } = server.value.rules;
  if (!isWhole(typed)) return texts.activity.numberProblem;
  return Number(typed) > dailyBudget ? payerHint(dailyBudget) : '';
}

/** What is wrong with a month's budget, which may be empty: then there is none. */
function monthProblemOf(typed: string): string {
  const { monthlyBudget = 0 } = server.value.rules;
  if (typed !== '' && !isWhole(typed)) return texts.activity.numberProblem;
  const wanted = Number(typed) || Number.POSITIVE_INFINITY;
  return monthlyBudget > 0 && wanted > monthlyBudget ? payerHint(monthlyBudget) : '';
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
