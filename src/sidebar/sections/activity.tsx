/** Activity: spending of today and by day, held credits, the latest requests, and the spending rules. */
import { useEffect } from 'preact/hooks';
import type { ActivityCall, HeldCredits } from '../../contract/spending.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { Actions, Button, Confirm, Line, Notice } from '../controls/actions.js';
import { Bar, Card, Facts, Hint, ItemHead } from '../controls/card.js';
import { payerOf } from '../draft/sections.js';
import { dayIn } from '../draft/today.js';
import { refreshState } from '../page/action.js';
import type { SidebarClient } from '../page/client.js';
import { credits, format, limitOfToday, lookUps, server, texts } from '../page/store.js';
import { onSheetMade } from './insertion.js';
import { FreshCard } from './keep-fresh.js';
import { RulesCard } from './rules.js';
import { SpendingDays } from './spending-days.js';

/** The most shares that are shown. */
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
  const { monthlyBudget = 0 } = rules;
  const monthSpending = { spent: activity.month, budget: monthlyBudget };
  const { budget, sharer } = limitOfToday();
  const isOwnCap = sharer === undefined && budget < activity.budget;
  // formulas here spend the credits of the person's own account
  const paysHere = hasKey && !['sharer', 'owner'].includes(payerOf(server.value));
  // a formula may have paid since the account was looked up
  const account = paysHere ? lookUps.value.account(activity.calls[0]?.at) : undefined;
  const balance = account?.balance ?? activity.balance;
  const today = activity.days[activity.days.length - 1]?.day;
  const calls = activity.calls.filter(({ at }) => dayIn(timeZone, at) === today);
  const cells = sharesOf(calls, ({ cell }) => cell);
  const people = sharesOf(calls, ({ who }) => who || labels.someone);
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
      {sharer !== undefined && <Hint id="spent-cap">{labels.capOf({ sharer })}</Hint>}
      {isOwnCap && <Hint id="spent-cap">{labels.ownCap}</Hint>}
      <Facts of={facts} />
      {monthlyBudget > 0 && activity.month >= 0.8 * monthlyBudget && (
        <Line kind="warning">{labels.monthNearly(monthSpending)}</Line>
      )}
      <SpendingDays />
      <Shares title={labels.byCell} all={cells} />
      {/* a single person needs no comparison */}
      {people.length > 1 && <Shares title={labels.byPerson} all={people} />}
    </Card>
  );
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
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list shares">
        {all.slice(0, SHOWN_SHARES).map(([name, sum]) => (
          <li key={name}>
            <span>{name}</span>
            <span>{credits(sum)}</span>
            <Bar share={sum / first[1]} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Credits of requests without an answer, which the payer may release. */
function HeldCard() {
  const { held } = server.value.activity;
  return (
    <>
      {held.length > 0 && (
        <Card id="held-title" title={texts.activity.held}>
          <Hint>{texts.activity.heldText}</Hint>
          <ul class="plain-list">
            {held.map((one) => (
              <HeldItem key={one.token} held={one} id={`held-${one.token}`} />
            ))}
          </ul>
        </Card>
      )}
      {/* it stays when the card goes with the last of them, so that a screen reader announces the message */}
      <Notice of={RELEASE} />
    </>
  );
}

function HeldItem({ held, id }: { held: HeldCredits; id: string }) {
  const { activity } = texts;
  const { jobs, budgetPayer } = server.value;
  const name = jobs.find((job) => job.id === held.job)?.name;
  const nameAndQuestion = [name, held.question].filter(Boolean).join(' · ');
  return (
    <li class="item">
      <ItemHead name={format().moment(held.since)}>
        <span class="badge">{credits(held.credits)}</span>
      </ItemHead>
      {nameAndQuestion !== '' && <p>{nameAndQuestion}</p>}
      {budgetPayer.mine && (
        <Actions>
          <Confirm
            id={id}
            actionId={RELEASE}
            label={activity.release}
            question={activity.releaseQuestion({ credits: held.credits })}
            yes={activity.releaseYes}
            request={(client) => client.releaseCredits(held.token)}
            done={() => ({ kind: 'good', text: activity.released })}
          />
        </Actions>
      )}
    </li>
  );
}

function CallsCard() {
  const { activity: labels } = texts;
  const { calls } = server.value.activity;
  if (calls.length === 0) {
    return (
      <Card id="calls-title" title={labels.noCallsTitle}>
        <p class="lead">{labels.noCallsText}</p>
      </Card>
    );
  }
  return (
    <Card id="calls-title" title={labels.calls}>
      <ol class="plain-list calls" tabIndex={0} aria-labelledby="calls-title">
        {calls.map((call) => (
          <CallItem key={`${call.at} ${call.cell}`} call={call} />
        ))}
      </ol>
      <Actions>
        <Button
          id="activity-copy"
          label={labels.copy({ count: calls.length })}
          request={copyCalls}
          done={onSheetMade}
        />
      </Actions>
      <Notice of="activity-copy" />
    </Card>
  );
}

function CallItem({ call }: { call: ActivityCall }) {
  const { activity: labels } = texts;
  const facts = [
    format().moment(call.at),
    call.who || labels.someone,
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
