/** Held back: credits of requests without an answer, which the payer may release. */
import type { HeldCredits } from '../../contract/spending.js';
import { Actions, Confirm, Notice } from '../controls/actions.js';
import { Card, Hint, ItemHead } from '../controls/card.js';
import { credits, format, server, texts } from '../page/store.js';

const PLACE = 'held-release';

export function HeldCard() {
  const { held } = server.value.activity;
  const { activity } = texts.value;
  const released = <Notice of={PLACE} />;
  if (held.length === 0) return released;
  return (
    <Card id="held-title" title={activity.held}>
      <Hint>{activity.heldText}</Hint>
      <ul class="plain-list">
        {held.map((one, index) => (
          <HeldItem key={one.token} held={one} id={`held-${index}`} />
        ))}
      </ul>
      {released}
    </Card>
  );
}

function HeldItem({ held, id }: { held: HeldCredits; id: string }) {
  const { activity } = texts.value;
  const { jobs, budgetPayer } = server.value;
  const amount = credits(held.credits);
  const name = jobs.find((job) => job.id === held.job)?.name ?? '';
  const asked = [name, held.question].filter((part) => part !== '').join(' · ');
  return (
    <li class="item">
      <ItemHead name={format().moment(held.since)}>
        <span class="badge">{amount}</span>
      </ItemHead>
      {asked !== '' && <p class="wrap">{asked}</p>}
      {budgetPayer.mine && (
        <Actions>
          <Confirm
            id={id}
            place={PLACE}
            label={activity.release}
            question={activity.releaseQuestion(amount)}
            yes={activity.releaseYes}
            request={(client) => client.releaseCredits(held.token)}
            done={() => ({ kind: 'good', text: activity.released })}
          />
        </Actions>
      )}
    </li>
  );
}
