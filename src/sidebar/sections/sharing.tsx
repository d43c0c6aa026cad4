/** Sharing: who shares a key with this spreadsheet, the daily cap, and how to start and stop it. */
import { signal } from '@preact/signals';
import type { Sharing } from '../../contract/sidebar-api.js';
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Facts, Hint, MaskedKey } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { isWhole } from '../draft/amount.js';
import { call } from '../page/action.js';
import { change, format, formFields, keepFocus, server, texts } from '../page/store.js';

/** `isChecked` is true after the form was submitted without a name. */
const form = signal({ isOpen: false, owner: '', cap: '200', isChecked: false });

export function SharingCard() {
  const { sharing } = server.value;
  return (
    <Card id="sharing-title" title={texts.sharing.title}>
      {sharing ? <Terms sharing={sharing} /> : <p>{texts.sharing.off}</p>}
      {form.value.isOpen ? <TermsForm /> : <Offers />}
      <Notice of={['sharing-confirm', 'sharing-stop-yes']} />
    </Card>
  );
}

function Terms({ sharing }: { sharing: Sharing }) {
  const { owner, dailyCap, baseUrl, keyEnding, sharedAt, mine } = sharing;
  const facts = [
    [texts.connect.address, baseUrl],
    [texts.connect.key, <MaskedKey key="key" ending={keyEnding} />],
    [texts.sharing.since, format().moment(sharedAt)],
  ] as const;
  return (
    <>
      <p id="sharing-terms">{texts.sharing.on({ owner, cap: dailyCap })}</p>
      <Facts of={facts} />
      <Hint>{mine ? texts.sharing.mine : texts.sharing.notMine({ owner })}</Hint>
    </>
  );
}

function Offers() {
  const { sharing: labels } = texts;
  const { hasKey, sharing } = server.value;
  if (!hasKey && !sharing?.mine) return sharing ? null : <Hint>{labels.offWithoutKey}</Hint>;
  const open = () => {
    const terms = sharing?.mine ? { owner: sharing.owner, cap: String(sharing.dailyCap) } : {};
    change(form, { isOpen: true, isChecked: false, ...terms }, 'sharing-owner');
  };
  const stopped = () => {
    keepFocus('sharing-offer');
    return labels.stopped;
  };
  const label = !sharing ? labels.offer : sharing.mine ? labels.change : labels.offerInstead;
  return (
    <Actions>
      {hasKey && <Button id="sharing-offer" label={label} onClick={open} />}
      {sharing?.mine && (
        <Confirm
          id="sharing-stop"
          actionId="sharing-stop-yes"
          label={labels.stop}
          question={labels.stopQuestion}
          yes={labels.stopYes}
          request={(client) => client.stopSharing()}
          done={stopped}
        />
      )}
    </Actions>
  );
}

function TermsForm() {
  const { sharing: labels, cancel } = texts;
  const owner = form.value.owner.trim();
  const ownerProblem = owner === '' && form.value.isChecked ? labels.nameProblem : '';
  const capProblem = isWhole(form.value.cap, 1) ? '' : labels.capProblem;
  const field = formFields('sharing', form);
  const close = () => change(form, { isOpen: false }, 'sharing-offer');
  const terms = { owner, dailyCap: Number(form.value.cap) };
  const shared = () => {
    close();
    return labels.shared;
  };
  const share = () => {
    if (owner === '') return change(form, { isChecked: true }, 'sharing-owner');
    if (capProblem !== '') return keepFocus('sharing-cap');
    return void call('sharing-confirm', (client) => client.shareConnection(terms), shared);
  };
  return (
    <Form id="sharing-form" onSubmit={share}>
      <TextField {...field('owner', labels.owner)} hint={labels.ownerHint} problem={ownerProblem} />
      <TextField {...field('cap', labels.cap)} type="number" problem={capProblem} />
      <Actions>
        <Button id="sharing-confirm" label={labels.confirm} kind="primary" submit />
        <Button id="sharing-cancel" label={cancel} onClick={close} />
      </Actions>
    </Form>
  );
}
