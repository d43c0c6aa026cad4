/** Activity: spending of today and by day, held credits, the latest requests, and the spending rules. */
import { useEffect } from 'preact/hooks';
import { addDays, daysBetween } from '../../contract/dates.js';
import type { ActivityCall, HeldCredits } from '../../contract/spending.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { Actions, Button, Confirm, Line, Notice } from '../controls/actions.js';
import { Bar, Card, Facts, Hint, ItemHead } from '../controls/card.js';
import { payerOf } from '../draft/sections.js';
import { dayIn } from '../draft/today.js';
import { refreshState } from '../page/action.js';
import type { SidebarClient } from '../page/client.js';
import { joined } from '../page/format.js';
import { count, credits, format, limitOfToday, lookUps, server, texts } from '../page/store.js';
import { onSheetMade } from './insertion.js';
import { FreshCard } from './keep-fresh.js';
import { RulesCard } from './rules.js';

const SHOWN_SHARES = 5;
const RELEASE = 'held-release';
/** The columns of the copied log, in the order of `activity.columns`. */
const LOG_LOOK = tableStyleOf(['moment', '', 'place', 'question', 'count', 'count', 'count', '', '']);

export function ActivitySection() {
  useEffect(() => void refreshState(), []);
  return (
    <>
      <SpendingCard />
      <HeldCard />
      <FreshCard />
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
  const paysHere = hasKey && !['sharer', 'owner'].includes(payerOf(server.value));
  const account = paysHere ? lookUps.value.account() : undefined;
  const balance = account?.balance ?? activity.balance;
  const today = activity.days.at(-1)?.day;
  const calls = activity.calls.filter(({ at }) => dayIn(timeZone, at) === today);
  const people = sharesOf(calls, nameOf);
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
      <SpendingDays />
      <Shares title={labels.byCell} all={sharesOf(calls, ({ cell }) => cell)} />
      {/* a single person needs no comparison */}
      {people.length > 1 && <Shares title={labels.byPerson} all={people} />}
    </Card>
  );
}

const DAYS = 30;
/** Units of the picture: each day is a column, with room for the line at the top. */
const COLUMN = 9;
const HEIGHT = 64;
const TOP = 3;
const LEAST = 1.5;

/** A small picture of the last thirty days with the daily budget, and the same in words. */
function SpendingDays() {
  const { byDay, byDayText, budgetLine } = texts.activity;
  const { days } = server.value.activity;
  const { dailyBudget: budget } = server.value.rules;
  const { date } = format();
  const today = days.at(-1)?.day ?? '';
  const shown = days
    .map(({ day, credits }) => ({ day, credits, at: DAYS - 1 - daysBetween(day, today) }))
    .filter(({ credits, at }) => credits > 0 && at >= 0);
  const [most] = [...shown].sort((a, b) => b.credits - a.credits);
  if (!most) return null;
  const heightOf = (credits: number) => (credits / Math.max(budget, most.credits)) * (HEIGHT - TOP);
  const columns = shown.map(({ day, credits, at }) => {
    const height = Math.max(LEAST, heightOf(credits));
    return (
      <rect key={day} x={at * COLUMN + 1} y={HEIGHT - height} width={COLUMN - 2} height={height} rx={1}>
        <title>{`${date(day)}: ${count(credits)}`}</title>
      </rect>
    );
  });
  const sum = shown.reduce((all, { credits }) => all + credits, 0);
  return (
    <>
      <h3>{byDay}</h3>
      <svg
        id="spending-days"
        class="days"
        viewBox={`0 0 ${DAYS * COLUMN} ${HEIGHT}`}
        role="img"
        aria-label={byDay}
        aria-describedby="spending-days-text"
      >
        <path class="axis" d={`M0 ${HEIGHT - 0.5}h${DAYS * COLUMN}`} />
        {columns}
        {budget > 0 && <path class="limit" d={`M0 ${HEIGHT - heightOf(budget)}h${DAYS * COLUMN}`} />}
      </svg>
      <p class="ends hint" aria-hidden="true">
        <span>{date(addDays(today, 1 - DAYS))}</span>
        <span>{date(today)}</span>
      </p>
      <Hint id="spending-days-text">
        {byDayText({ sum, days: shown.length, day: date(most.day), most: most.credits })}
        {budget > 0 && ` ${budgetLine({ budget })}`}
      </Hint>
    </>
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

function Shares({ title, all }: { title: string; all: readonly (readonly [string, number])[] }) {
  const [first] = all;
  if (!first) return null;
  const items = all.slice(0, SHOWN_SHARES).map(([name, sum]) => (
    <li key={name}>
      <span>{name}</span>
      <span>{credits(sum)}</span>
      <Bar share={sum / first[1]} />
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
    <li class="item">
      <ItemHead name={at}>
        <span class="badge">{credits(amount)}</span>
      </ItemHead>
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
    </li>
  );
}

function CallsCard() {
  const { calls: title, copy, noCallsTitle, noCallsText } = texts.activity;
  const { calls } = server.value.activity;
  if (calls.length === 0) {
    return (
      <Card id="calls-title" title={noCallsTitle}>
        <p class="lead">{noCallsText}</p>
      </Card>
    );
  }
  const items = calls.map((call) => <CallItem key={`${call.at} ${call.cell}`} call={call} />);
  const label = copy({ count: calls.length });
  return (
    <Card id="calls-title" title={title}>
      <ol class="plain-list calls" tabIndex={0} aria-labelledby="calls-title">
        {items}
      </ol>
      <Actions>
        <Button id="activity-copy" label={label} request={copyCalls} done={onSheetMade} />
      </Actions>
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
  return (
    <li class="item">
      <ItemHead name={call.cell}>
        <span class={call.credits > 0 ? 'badge spent' : 'badge'}>{credits(call.credits)}</span>
      </ItemHead>
      <p>{call.question}</p>
      <Hint>{facts.join(' · ')}</Hint>
    </li>
  );
}

function copyCalls(client: SidebarClient) {
  const { activity: labels } = texts;
  const rows = server.value.activity.calls.map((call) => {
    const { at, who, cell, question, records, fresh, source, ms } = call;
    return [{ at }, who, cell, question, records, fresh, call.credits, labels.sources[source], ms / 1000];
  });
  const table = [Object.values(labels.columns), ...rows];
  return client.insertSheet({ name: labels.sheet, rows: table, ...LOG_LOOK });
}
