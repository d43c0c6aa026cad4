/** Sharing: who shares a key with this spreadsheet, the daily cap, and how to start and stop it. */
import { signal } from '@preact/signals';
import type { Sharing } from '../../contract/sidebar-api.js';
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Facts, Hint, MaskedKey } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { call, type Done } from '../page/action.js';
import { busy, change, count, format, notice, server, texts } from '../page/store.js';

const form = signal({ isOpen: false, owner: '', dailyCap: '200' });

export function SharingCard() {
  const { sharing: said } = texts.value;
  const { sharing } = server.value;
  return (
    <Card id="sharing-title" title={said.title}>
      {sharing ? <Terms sharing={sharing} /> : <p>{said.off}</p>}
      {form.value.isOpen ? <TermsForm /> : <Offers />}
      <Notice of={['sharing-confirm', 'sharing-stop-yes']} />
    </Card>
  );
}

function Terms({ sharing }: { sharing: Sharing }) {
  const { sharing: said, connect } = texts.value;
  const { owner, dailyCap, baseUrl, keyEnding, sharedAt, mine } = sharing;
  const facts = [
    [connect.address, baseUrl],
    [connect.key, <MaskedKey key="key" ending={keyEnding} />],
    [said.since, format().moment(sharedAt)],
  ] as const;
  return (
    <>
      <p id="sharing-terms">{said.on(owner, count(dailyCap))}</p>
      <Facts of={facts} />
      <Hint>{mine ? said.mine : said.notMine(owner)}</Hint>
    </>
  );
}

const onStopped: Done = () => {
  change(form, {}, 'sharing-offer');
  return { kind: 'good', text: texts.value.sharing.stopped };
};

function Offers() {
  const { sharing: said } = texts.value;
  const { hasKey, sharing } = server.value;
  if (!hasKey && !sharing?.mine) return sharing ? null : <Hint>{said.offWithoutKey}</Hint>;
  const open = () => {
    const terms = sharing?.mine ? { owner: sharing.owner, dailyCap: String(sharing.dailyCap) } : {};
    change(form, { isOpen: true, ...terms }, 'sharing-owner');
  };
  const label = !sharing ? said.offer : sharing.mine ? said.change : said.offerInstead;
  return (
    <Actions>
      {hasKey && <Button id="sharing-offer" label={label} onClick={open} />}
      {sharing?.mine && (
        <Confirm
          id="sharing-stop"
          place="sharing-stop-yes"
          label={said.stop}
          question={said.stopQuestion}
          yes={said.stopYes}
          request={(client) => client.stopSharing()}
          done={onStopped}
        />
      )}
    </Actions>
  );
}

function TermsForm() {
  const { sharing: said, cancel } = texts.value;
  const { owner, dailyCap } = form.value;
  const cap = Number(dailyCap);
  const capProblem = Number.isInteger(cap) && cap >= 1 ? '' : said.capProblem;
  const share = () => {
    if (busy.value !== '' || capProblem !== '') return;
    if (owner.trim() === '') {
      notice.value = { place: 'sharing-confirm', kind: 'bad', text: said.nameProblem };
      change(form, {}, 'sharing-owner');
      return;
    }
    void call(
      'sharing-confirm',
      (client) => client.shareConnection({ owner: owner.trim(), dailyCap: cap }),
      () => {
        change(form, { isOpen: false }, 'sharing-offer');
        return { kind: 'good', text: said.shared };
      },
    );
  };
  return (
    <Form id="sharing-form" onSubmit={share}>
      <TextField
        id="sharing-owner"
        label={said.owner}
        hint={said.ownerHint}
        value={owner}
        onInput={(name) => change(form, { owner: name })}
      />
      <TextField
        id="sharing-cap"
        label={said.cap}
        type="number"
        problem={capProblem}
        value={dailyCap}
        onInput={(typed) => change(form, { dailyCap: typed })}
      />
      <Actions>
        <Button id="sharing-confirm" label={said.confirm} kind="primary" submit />
        <Button
          id="sharing-cancel"
          label={cancel}
          onClick={() => change(form, { isOpen: false }, 'sharing-offer')}
        />
      </Actions>
    </Form>
  );
}
