/** Budget and freshness: how much formulas may spend per day, and how often they query the service. */
import { signal } from '@preact/signals';
import { Actions, Button, Form, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { call } from '../page/action.js';
import { change, count, server, texts } from '../page/store.js';

const MODES = ['daily', 'manual'] as const;
const UNCHANGED = { budget: undefined, mode: undefined };

/** What is undefined is as it is saved. */
const form = signal<{
  readonly budget?: string | undefined;
  readonly mode?: (typeof MODES)[number] | undefined;
}>({});

export function RulesCard() {
  const { activity } = texts.value;
  const { rules, budgetPayer } = server.value;
  const { dailyBudget, freshness } = rules;
  const { budget = String(dailyBudget), mode = freshness.mode } = form.value;
  const { mine, name } = budgetPayer;
  const onlyPayer = mine ? '' : activity.onlyPayer(name, count(dailyBudget));
  const isRaise = !mine && Number(budget) > dailyBudget;
  const isNumber = isWhole(budget, 0, Number.MAX_SAFE_INTEGER);
  const budgetProblem = !isNumber ? activity.numberProblem : isRaise ? onlyPayer : '';
  const save = () => {
    if (budgetProblem !== '') {
      change(form, {}, 'rules-budget');
      return;
    }
    const changed = { dailyBudget: Number(budget), freshness: { mode } };
    void call(
      'rules-save',
      (client) => client.saveRules(changed),
      () => {
        change(form, UNCHANGED);
        return { kind: 'good', text: activity.saved };
      },
    );
  };
  return (
    <Card id="rules-title" title={activity.rules}>
      <Form id="rules-form" onSubmit={save}>
        <TextField
          id="rules-budget"
          label={activity.budget}
          hint={onlyPayer !== '' && !isRaise ? `${activity.budgetHint} ${onlyPayer}` : activity.budgetHint}
          max={mine ? undefined : dailyBudget}
          type="number"
          problem={budgetProblem}
          value={budget}
          onInput={(value) => change(form, { budget: value })}
        />
        <Select
          id="rules-mode"
          label={activity.freshness}
          value={mode}
          choices={MODES.map((value) => ({ value, label: activity.modes[value] }))}
          onChange={(value) => change(form, { mode: MODES.find((one) => one === value) })}
        />
        <Actions>
          <Button id="rules-save" label={activity.save} submit />
        </Actions>
      </Form>
      <Notice of="rules-save" />
    </Card>
  );
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
