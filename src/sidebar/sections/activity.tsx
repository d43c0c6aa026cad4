/** Activity: spending of today and by day, held credits, the latest requests, and the spending rules. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ActivityCall, HeldCredits, SpendingRules } from '../../contract/spending.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { Actions, Button, Confirm, Form, Line, Notice } from '../controls/actions.js';
import { Bar, Card, Facts, Hint, Item } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import { isWhole } from '../draft/amount.js';
import { payerOf } from '../draft/sections.js';
import { dayIn } from '../draft/today.js';
import { call, type Request, refreshState } from '../page/action.js';
import { joined } from '../page/format.js';
import { credits, format, formFields, limitOfToday, lookUps, server, texts } from '../page/store.js';
import { onSheetMade } from './insertion.js';

const SHOWN_SHARES = 7;
const RELEASE = 'held-release';
/** The columns of the copied log, in the order of `activity.columns`. */
const LOG_LOOK = tableStyleOf(['moment', '', 'place', 'question', 'count', 'count', 'count', '', '']);

export function ActivitySection() {
  useEffect(() => void refreshState(), []);
  return (
    <>
      <SpendingCard />
      <HeldCard />
      <CallsCard />
      <RulesCard />
    </>
  );
}

function SpendingCard() {
  const { activity: labels } = texts;
  const { activity, hasKey, rules, timeZone } = server.value;
  const { dailyBudget, monthlyBudget } = rules;
  const monthSpending = { spent: activity.month, budget: monthlyBudget };
  const { budget, sharer } = limitOfToday();
  const cap = sharer !== undefined ? labels.capOf({ sharer }) : budget < dailyBudget && labels.ownCap;
  // formulas here spend the credits of the person's own account
  const paysHere = hasKey && !['shared', 'other'].includes(payerOf(server.value));
  const account = paysHere ? lookUps.value.account() : undefined;
  const balance = account?.balance ?? activity.balance;
  const today = activity.days.at(-1)?.day;
  const calls = activity.calls.filter(({ at }) => dayIn(timeZone, at) === today);
  const people = sharesOf(calls, nameOf);
  const days = activity.days
    .filter((one) => one.credits > 0)
    .map((one) => [format().date(one.day), one.credits] as const)
    .reverse();
  const share = budget > 0 ? Math.min(1, activity.today / budget) : 1;
  const facts: [string, string][] = [
    [labels.month, monthlyBudget > 0 ? labels.spent(monthSpending) : credits(activity.month)],
  ];
  if (balance !== undefined) facts.push([labels.balance, credits(balance)]);
  return (
    <Card id="spending-title" title={labels.title}>
      <p class="figure" id="spent-today">
        {labels.spent({ spent: activity.today, budget })}
      </p>
      <Bar share={share} isFull={share >= 0.8} />
      {cap && <Hint id="spent-cap">{cap}</Hint>}
      <Facts of={facts} />
      {monthlyBudget > 0 && activity.month >= 0.8 * monthlyBudget && (
        <Line kind="warning">{labels.monthNearly(monthSpending)}</Line>
      )}
      <Shares title={labels.byDay} all={days} />
      <Shares title={labels.byCell} all={sharesOf(calls, ({ cell }) => cell)} />
      {/* a single person needs no comparison */}
      {people.length > 1 && <Shares title={labels.byPerson} all={people} />}
    </Card>
  );
}

function nameOf({ who }: ActivityCall): string {
  return who || texts.activity.someone;
}

/** Names with the credits of their calls, the most first. */
function sharesOf(calls: readonly ActivityCall[], nameOf: (call: ActivityCall) => string) {
  const sums = new Map<string, number>();
  for (const call of calls) sums.set(nameOf(call), (sums.get(nameOf(call)) ?? 0) + call.credits);
  return [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1]);
}

/** The first of the given sums, with bars that compare them. */
function Shares({ title, all }: { title: string; all: readonly (readonly [string, number])[] }) {
  const shown = all.slice(0, SHOWN_SHARES);
  const most = Math.max(...shown.map(([, sum]) => sum));
  if (shown.length === 0) return null;
  const items = shown.map(([name, sum]) => (
    <li key={name}>
      <span>{name}</span>
      <span>{credits(sum)}</span>
      <Bar share={sum / most} />
    </li>
  ));
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list shares">{items}</ul>
    </>
  );
}

/** Credits of requests without an answer, which the payer may release. */
function HeldCard() {
  const items = server.value.activity.held.map((one) => <HeldItem key={one.token} held={one} />);
  return (
    <>
      {items.length > 0 && (
        <Card id="held-title" title={texts.activity.held}>
          <Hint>{texts.activity.heldText}</Hint>
          <ul class="plain-list">{items}</ul>
        </Card>
      )}
      {/* outside of the card, which disappears with the last of them: a screen reader must announce the message */}
      <Notice of={RELEASE} />
    </>
  );
}

function HeldItem({ held: { token, job, question, since, credits: amount } }: { held: HeldCredits }) {
  const { activity } = texts;
  const { jobs, budgetPayer } = server.value;
  const at = format().moment(since);
  const nameAndQuestion = joined([jobs.find(({ id }) => id === job)?.name, question]);
  return (
    <Item name={at} beside={<span class="badge">{credits(amount)}</span>}>
      {nameAndQuestion !== '' && <p>{nameAndQuestion}</p>}
      {budgetPayer.mine && (
        <Actions of={at}>
          <Confirm
            id={`held-${token}`}
            actionId={RELEASE}
            label={activity.release}
            question={activity.releaseQuestion({ credits: amount })}
            yes={activity.releaseYes}
            request={(client) => client.releaseCredits(token)}
            done={() => activity.released}
          />
        </Actions>
      )}
    </Item>
  );
}

function CallsCard() {
  const { calls: title, copy, noCallsTitle, noCallsText } = texts.activity;
  const { calls } = server.value.activity;
  const isEmpty = calls.length === 0;
  const items = calls.map((call) => <CallItem key={`${call.at} ${call.cell}`} call={call} />);
  const label = copy({ count: calls.length });
  return (
    <Card id="calls-title" title={isEmpty ? noCallsTitle : title}>
      {isEmpty && <p class="lead">{noCallsText}</p>}
      {!isEmpty && (
        <ol class="plain-list calls" tabIndex={0} aria-labelledby="calls-title">
          {items}
        </ol>
      )}
      {!isEmpty && <Button id="activity-copy" label={label} request={copyCalls} done={onSheetMade} />}
      <Notice of="activity-copy" />
    </Card>
  );
}

function CallItem({ call }: { call: ActivityCall }) {
  const { activity: labels } = texts;
  const facts = [
    format().moment(call.at),
    nameOf(call),
    labels.records({ records: call.records, fresh: call.fresh }),
    labels.sources[call.source],
    `${format().seconds(call.ms)}\u00a0s`,
  ];
  const cost = <span class={call.credits > 0 ? 'badge spent' : 'badge'}>{credits(call.credits)}</span>;
  return (
    <Item name={call.cell} beside={cost}>
      <p>{call.question}</p>
      <Hint>{facts.join(' · ')}</Hint>
    </Item>
  );
}

const copyCalls: Request = (client) => {
  const { activity: labels } = texts;
  const rows = server.value.activity.calls.map((call) => {
    const { at, who, cell, question, records, fresh, source, ms } = call;
    return [{ at }, who, cell, question, records, fresh, call.credits, labels.sources[source], ms / 1000];
  });
  const table = [Object.values(labels.columns), ...rows];
  return client.insertSheet({ name: labels.sheet, rows: table, ...LOG_LOOK });
};

/** The budgets as typed: that of the month is empty for none. */
type RulesFields = Record<'budget' | 'month', string> & SpendingRules['freshness'];

/** The fields of the spending rules that the person has changed. */
const rulesForm = signal<Partial<RulesFields>>({});

/** How much formulas may spend, and how often they query the service. */
function RulesCard() {
  const { activity, build } = texts;
  const { dailyBudget, monthlyBudget, freshness } = server.value.rules;
  const saved = { budget: String(dailyBudget), month: monthlyBudget > 0 ? String(monthlyBudget) : '' };
  const fields: RulesFields = { ...saved, mode: freshness.mode, ...rulesForm.value };
  const field = formFields('rules', rulesForm, fields);
  const problem = isWhole(fields.budget) ? '' : build.contradictions['bad-number'];
  // a saved 0 is no limit, which a typed 0 does not mean
  const monthProblem = fields.month === '' || isWhole(fields.month, 1) ? '' : texts.sharing.capProblem;
  const hint = joined([activity.budgetHint, payerHint(dailyBudget)], ' ');
  return (
    <Card id="rules-title" title={activity.rules}>
      <Form id="rules-form" isValidated onSubmit={saveRules}>
        <TextField {...field('budget', activity.budget)} hint={hint} type="number" problem={problem} />
        <TextField
          {...field('month', activity.monthBudget)}
          hint={activity.monthHint}
          type="number"
          problem={monthProblem}
        />
        <Select {...field('mode', activity.freshness)} choices={named(activity.modes)} />
        <Button id="rules-save" label={build.save} submit />
      </Form>
      <Notice of="rules-save" />
    </Card>
  );
}

function saveRules(): void {
  const sent = rulesForm.value;
  const { budget, month, mode } = sent;
  const changes = {
    ...(budget !== undefined && { dailyBudget: Number(budget) }),
    ...(month !== undefined && { monthlyBudget: Number(month) }),
    ...(mode && { freshness: { mode } }),
  };
  void call(
    'rules-save',
    // only what the person has changed: a colleague may have changed the others
    (client) => client.saveRules(changes),
    () => {
      if (rulesForm.value !== sent) return { kind: 'warning', text: texts.jobs.savedBefore };
      rulesForm.value = {};
      return texts.activity.saved;
    },
  );
}

/** Says who alone may raise a budget, as the add-on decides; empty for the current user. */
function payerHint(budget: number): string {
  const { mine, name } = server.value.budgetPayer;
  if (mine) return '';
  const { onlyOwner, onlyPayer } = texts.activity;
  return name === '' ? onlyOwner({ budget }) : onlyPayer({ payer: name, budget });
}
