/** Activity: spending of today and by day, the latest requests, and the spending rules. */
import { useEffect } from 'preact/hooks';
import type { ActivityCall } from '../../contract/spending.js';
import { Actions, Button, Notice } from '../controls/actions.js';
import { Bar } from '../controls/bar.js';
import { Card, Facts, Hint, ItemHead } from '../controls/card.js';
import { limitOfToday } from '../draft/limit-of-today.js';
import { refreshState } from '../page/action.js';
import type { SidebarClient } from '../page/client.js';
import { count, credits, format, lookUps, server, texts } from '../page/store.js';
import { HeldCard } from './held.js';
import { onSheetMade } from './insertion.js';
import { FreshCard } from './keep-fresh.js';
import { RulesCard } from './rules.js';
import { SpendingDays } from './spending-days.js';

/** The smallest shares that get their own line. */
const SHOWN_SHARES = 5;

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
  const { activity: said } = texts.value;
  const { activity } = server.value;
  const { budget, sharer } = limitOfToday(server.value);
  const balance = (paysHere() ? lookUps.value.account()?.balance : undefined) ?? activity.balance;
  const people = activity.byPerson.filter((one) => one.credits > 0);
  const share = budget > 0 ? Math.min(1, activity.today / budget) : 1;
  const facts = [
    [said.month, credits(activity.month)],
    ...(balance === undefined ? [] : [[said.balance, credits(balance)]]),
  ] as [string, string][];
  return (
    <Card id="spending-title" title={said.title}>
      <p class="figure" id="spent-today">
        {said.spent(count(activity.today), count(budget))}
      </p>
      <Bar share={share} isFull={share >= 0.8} />
      {sharer !== undefined && <Hint id="spent-cap">{said.capOf(sharer)}</Hint>}
      <Facts of={facts} />
      <SpendingDays />
      <Shares
        title={said.byCell}
        all={activity.byCell.map((one) => ({ name: one.cell, credits: one.credits }))}
      />
      {/* one person is no comparison */}
      {people.length > 1 && (
        <Shares
          title={said.byPerson}
          all={people.map((one) => ({ name: one.person || said.someone, credits: one.credits }))}
        />
      )}
    </Card>
  );
}

/** Whether the account that the person's key has at the service is the one that formulas here spend. */
function paysHere(): boolean {
  const { hasKey, formulaKey, sharing } = server.value;
  return hasKey && formulaKey !== 'other' && (!sharing || sharing.mine);
}

interface Share {
  readonly name: string;
  readonly credits: number;
}

function Shares({ title, all }: { title: string; all: readonly Share[] }) {
  const shown = all.filter((one) => one.credits > 0).slice(0, SHOWN_SHARES);
  const most = shown[0]?.credits ?? 0;
  if (most === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list shares">
        {shown.map((one) => (
          <li key={one.name}>
            <span class="ellipsis" title={one.name}>
              {one.name}
            </span>
            <span>{credits(one.credits)}</span>
            <Bar share={one.credits / most} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CallsCard() {
  const { activity: said } = texts.value;
  const { calls } = server.value.activity;
  if (calls.length === 0) {
    return (
      <Card id="calls-title" title={said.noCallsTitle}>
        <p class="lead">{said.noCallsText}</p>
      </Card>
    );
  }
  return (
    <Card id="calls-title" title={said.calls}>
      <ol class="plain-list calls" tabIndex={0} aria-labelledby="calls-title">
        {calls.map((call) => (
          <CallItem key={`${call.at} ${call.cell}`} call={call} />
        ))}
      </ol>
      <Actions>
        <Button id="activity-copy" label={said.copy} request={copyCalls} done={onSheetMade} />
      </Actions>
      <Notice of="activity-copy" />
    </Card>
  );
}

function CallItem({ call }: { call: ActivityCall }) {
  const { activity: said } = texts.value;
  const facts = [
    format().moment(call.at),
    call.who || said.someone,
    said.records(count(call.records), count(call.fresh)),
    said.sources[call.source],
    `${format().seconds(call.ms)}\u00a0s`,
  ];
  return (
    <li class="item">
      <ItemHead name={call.cell}>
        <span class={call.credits > 0 ? 'badge spent' : 'badge'}>{credits(call.credits)}</span>
      </ItemHead>
      <p class="wrap">{call.question}</p>
      <p class="hint wrap">{facts.join(' · ')}</p>
    </li>
  );
}

function copyCalls(client: SidebarClient) {
  const { activity: said } = texts.value;
  const rows = server.value.activity.calls.map((call) => {
    const { at, who, cell, question, records, fresh, source, ms } = call;
    return [{ at }, who, cell, question, records, fresh, call.credits, said.sources[source], ms / 1000];
  });
  return client.insertSheet({ name: said.sheet, rows: [said.columns, ...rows] });
}
