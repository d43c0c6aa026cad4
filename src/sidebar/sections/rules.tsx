/** Budget and freshness: how much formulas may spend per day, and how often they query the service. */
import { signal } from '@preact/signals';
import { Actions, Button, Form, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import { isWhole } from '../draft/amount.js';
import { call } from '../page/action.js';
import { joined } from '../page/format.js';
import { formFields, keepFocus, server, texts } from '../page/store.js';

interface Fields {
  readonly budget: string;
  /** The month's budget; empty for none. */
  readonly month: string;
  readonly mode: 'daily' | 'manual';
}

/** Stands for no monthly budget, because it must compare as the greatest one. */
const NO_LIMIT = String(Number.MAX_SAFE_INTEGER);

/** The fields that differ from the saved rules. */
const form = signal<Partial<Fields>>({});

export function RulesCard() {
  const { activity, build } = texts;
  const { dailyBudget, monthlyBudget, freshness } = server.value.rules;
  const saved = { budget: String(dailyBudget), month: monthlyBudget > 0 ? String(monthlyBudget) : '' };
  const fields: Fields = { ...saved, mode: freshness.mode, ...form.value };
  const field = formFields('rules', form, fields);
  const problem = problemOf(fields.budget, dailyBudget);
  const monthProblem = monthProblemOf(fields.month, monthlyBudget || Number.POSITIVE_INFINITY);
  const onlyPayer = payerHint(dailyBudget);
  const hint = joined([activity.budgetHint, problem !== onlyPayer && onlyPayer], ' ');
  const save = () => {
    if (problem !== '') return keepFocus('rules-budget');
    if (monthProblem !== '') return keepFocus('rules-month');
    return saveRules(fields);
  };
  return (
    <Card id="rules-title" title={activity.rules}>
      <Form id="rules-form" onSubmit={save}>
        <TextField {...field('budget', activity.budget)} hint={hint} type="number" problem={problem} />
        <TextField
          {...field('month', activity.monthBudget)}
          hint={activity.monthHint}
          type="number"
          problem={monthProblem}
        />
        <Select {...field('mode', activity.freshness)} choices={named(activity.modes)} />
        <Actions>
          <Button id="rules-save" label={build.save} submit />
        </Actions>
      </Form>
      <Notice of="rules-save" />
    </Card>
  );
}

function saveRules({ budget, month, mode }: Fields): void {
  const sent = form.value;
  const changes = {
    ...(sent.budget !== undefined && { dailyBudget: Number(budget) }),
    ...(sent.month !== undefined && { monthlyBudget: Number(month) }),
    ...(sent.mode && { freshness: { mode } }),
  };
  void call(
    'rules-save',
    async (client) => {
      // a colleague may have changed the freshness: save budgets only if the person has changed them
      const { freshness } = (await client.sidebarState()).rules;
      return client.saveRules({ freshness, ...changes });
    },
    () => {
      if (form.value === sent) form.value = {};
      return texts.activity.saved;
    },
  );
}

/** Returns a text on the only person who may raise a budget; empty if the current user may. */
function payerHint(budget: number): string {
  const { mine, name } = server.value.budgetPayer;
  if (mine) return '';
  const { onlyOwner, onlyPayer } = texts.activity;
  return name === '' ? onlyOwner({ budget }) : onlyPayer({ payer: name, budget });
}

/** Returns the problem of a typed budget of the month. A saved 0 is no limit, which a typed 0 does not mean. */
function monthProblemOf(typed: string, saved: number): string {
  if (typed !== '' && !isWhole(typed, 1)) return texts.sharing.capProblem;
  return problemOf(typed === '' ? NO_LIMIT : typed, saved);
}

/** Returns the problem of a typed budget; empty for none. */
function problemOf(typed: string, saved: number): string {
  if (!isWhole(typed)) return texts.build.contradictions['bad-number'];
  return Number(typed) > saved ? payerHint(saved) : '';
}
