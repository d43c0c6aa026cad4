/** Connect: the person's key, the key that formulas use, sharing, problems, and the appearance. */
import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { APPEARANCES } from '../../contract/appearance.js';
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Facts, Hint, MaskedKey } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import { isWhole } from '../draft/amount.js';
import { isConnected } from '../draft/sections.js';
import { call } from '../page/action.js';
import { change, format, formFields, keepFocus, lookUps, server, texts } from '../page/store.js';
import { changeKey, connectForm, KeyForm, TEST } from './connect-form.js';
import { ConditionBanner, Consent, HealthCard } from './health.js';
import { Samples } from './start.js';

/** Problems that the form itself solves. */
const NO_KEY = ['no-key', 'owner-without-key'];

export function Connect() {
  const { formulaKey, health } = server.value;
  const { connecting, formulaKey: labels } = texts;
  const hasConnection = isConnected(server.value);
  return (
    <>
      {hasConnection && <Consent />}
      {hasConnection && <ConditionBanner />}
      <KeyCard />
      {!hasConnection && <Samples />}
      {!hasConnection && (
        <Card id="no-key-title" title={connecting.noKeyTitle}>
          <Hint>{connecting.noKeyText}</Hint>
        </Card>
      )}
      {hasConnection && (
        <Card id="formula-key-title" title={labels.title}>
          <p id="formula-key">{labels.texts[formulaKey]}</p>
        </Card>
      )}
      {hasConnection && <SharingCard />}
      {(hasConnection || health.some((problem) => !NO_KEY.includes(problem))) && <HealthCard />}
      <AppearanceCard />
    </>
  );
}

/** The person's key with its data and buttons, or the form for it. */
function KeyCard() {
  const { connect } = texts;
  const { hasKey } = server.value;
  return (
    <Card id="connect-title" title={hasKey ? connect.title : connect.emptyTitle}>
      {hasKey ? <KeyFacts /> : <p class="lead">{connect.emptyText}</p>}
      {hasKey && !connectForm.value.isChanging ? <KeyActions /> : <KeyForm />}
      <Notice of={['connect-save', 'connect-test', 'connect-forget-yes']} />
    </Card>
  );
}

/** The saved pair, and the service's data on its key. */
function KeyFacts() {
  const { connect, service } = texts;
  const { count } = format();
  const { baseUrl, keyEnding } = server.value;
  const facts: [string, ComponentChild][] = [
    [connect.address, baseUrl],
    [connect.key, <MaskedKey key="key" ending={keyEnding} />],
  ];
  const account = lookUps.value.account();
  if (account) {
    const { name, balance, spentToday, cap, billing } = account;
    const spent = cap === undefined ? count(spentToday) : service.spentOf({ spent: spentToday, cap });
    facts.push([service.keyName, name], [service.balance, count(balance)], [service.spentToday, spent]);
    if (billing) facts.push([service.billing, service.billings[billing]]);
  }
  return <Facts of={facts} />;
}

function KeyActions() {
  const { connect } = texts;
  const forgotten = () => {
    change(connectForm, { address: undefined, key: '' }, 'connect-address');
    return connect.forgotten;
  };
  return (
    <Actions>
      <Button id="connect-test" label={connect.test} kind="primary" {...TEST} />
      <Button id="connect-change" label={connect.replace} onClick={changeKey} />
      <Confirm
        id="connect-forget"
        actionId="connect-forget-yes"
        label={connect.forget}
        question={connect.forgetQuestion}
        yes={connect.forgetYes}
        request={(client) => client.forgetConnection()}
        done={forgotten}
      />
    </Actions>
  );
}

/** Appearance for this person, in every spreadsheet: light, dark or system. */
function AppearanceCard() {
  const { title, label, choices: names } = texts.appearance;
  const { appearance: value } = server.value;
  const [, redraw] = useState({});
  const choices = named(names, APPEARANCES);
  const save = async (chosen: typeof value) => {
    await call('appearance', (client) => client.saveAppearance(chosen));
    // a choice that is not saved is undone on the screen
    redraw({});
  };
  return (
    <Card id="appearance-title" title={title}>
      <Select id="appearance" label={label} value={value} choices={choices} onChange={save} />
      <Notice of="appearance" />
    </Card>
  );
}

/** `isChecked` is true after the form was submitted without a name. */
const sharingForm = signal({ isOpen: false, owner: '', cap: '200', isChecked: false });

/** Who shares a key with this spreadsheet, the daily cap, and how to start and stop it. */
function SharingCard() {
  const { connect, sharing: labels } = texts;
  const { sharing } = server.value;
  return (
    <Card id="sharing-title" title={labels.title}>
      {!sharing && <p>{labels.off}</p>}
      {sharing && (
        <>
          <p id="sharing-terms">{labels.on({ owner: sharing.owner, cap: sharing.dailyCap })}</p>
          <Facts
            of={[
              [connect.address, sharing.baseUrl],
              [connect.key, <MaskedKey key="key" ending={sharing.keyEnding} />],
              [labels.since, format().moment(sharing.sharedAt)],
            ]}
          />
          <Hint>{sharing.mine ? labels.mine : labels.notMine({ owner: sharing.owner })}</Hint>
        </>
      )}
      {sharingForm.value.isOpen ? <SharingForm /> : <SharingOffers />}
      <Notice of={['sharing-confirm', 'sharing-stop-yes']} />
    </Card>
  );
}

function SharingOffers() {
  const { sharing: labels } = texts;
  const { hasKey, sharing } = server.value;
  if (!hasKey && !sharing?.mine) return sharing ? null : <Hint>{labels.offWithoutKey}</Hint>;
  const open = () => {
    const terms = sharing?.mine ? { owner: sharing.owner, cap: String(sharing.dailyCap) } : {};
    change(sharingForm, { isOpen: true, isChecked: false, ...terms }, 'sharing-owner');
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

function SharingForm() {
  const { sharing: labels, cancel } = texts;
  const owner = sharingForm.value.owner.trim();
  const ownerProblem = owner === '' && sharingForm.value.isChecked ? labels.nameProblem : '';
  const capProblem = isWhole(sharingForm.value.cap, 1) ? '' : labels.capProblem;
  const field = formFields('sharing', sharingForm);
  const close = () => change(sharingForm, { isOpen: false }, 'sharing-offer');
  const terms = { owner, dailyCap: Number(sharingForm.value.cap) };
  const shared = () => {
    close();
    return labels.shared;
  };
  const share = () => {
    if (owner === '') return change(sharingForm, { isChecked: true }, 'sharing-owner');
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
