/** Connect: the person's key, the key that formulas use, sharing, problems, and the appearance. */
import { useState } from 'preact/hooks';
import { APPEARANCES } from '../../contract/appearance.js';
import { Actions, Button, Confirm, Icon, Notice } from '../controls/actions.js';
import { Card, Facts, Hint, MaskedKey } from '../controls/card.js';
import { named, Select } from '../controls/fields.js';
import { isServiceTrouble } from '../draft/remedies.js';
import { isConnected } from '../draft/sections.js';
import { call } from '../page/action.js';
import { change, count, lookUps, server, serviceStatus, texts } from '../page/store.js';
import { changeKey, connectForm, KeyForm, TEST } from './connect-form.js';
import { Consent, HealthCard, heldCredits } from './health.js';
import { SharingCard } from './sharing.js';
import { Samples } from './start.js';

const PLACES = ['connect-save', 'connect-test', 'connect-forget-yes'];
/** Problems that the form itself solves. */
const NO_KEY = ['no-key', 'owner-without-key'];

export function Connect() {
  const { formulaKey, hasKey, health } = server.value;
  const { connecting, formulaKey: labels } = texts;
  if (!isConnected(server.value)) {
    return (
      <>
        <FirstKey />
        <Samples />
        <Card id="no-key-title" title={connecting.noKeyTitle}>
          <Hint>{connecting.noKeyText}</Hint>
        </Card>
        {health.some((problem) => !NO_KEY.includes(problem)) && <HealthCard />}
        <AppearanceCard />
      </>
    );
  }
  return (
    <>
      <Consent />
      <ConditionBanner />
      {hasKey ? <KeyCard /> : <FirstKey />}
      <Card id="formula-key-title" title={labels.title}>
        <p id="formula-key">{labels.texts[formulaKey]}</p>
      </Card>
      <SharingCard />
      <HealthCard />
      <AppearanceCard />
    </>
  );
}

function FirstKey() {
  return (
    <>
      <div class="opener">
        <span class="emblem">
          <Icon name="connect" />
        </span>
        <h2 id="connect-title" class="section-title">
          {texts.connect.emptyTitle}
        </h2>
        <p class="lead">{texts.connect.emptyText}</p>
      </div>
      <section class="card" aria-labelledby="connect-title">
        <KeyForm />
        <Notice of={PLACES} />
      </section>
    </>
  );
}

/** Reports that the service does not respond or refuses the key, with a button that may help. */
function ConditionBanner() {
  const { condition: labels, retry } = texts;
  if (!isServiceTrouble(serviceStatus.value) || connectForm.value.isChanging) return null;
  const isRefused = serviceStatus.value === 'refused';
  // held credits may have been charged, which Activity reports, too
  const silent = heldCredits() === 0 ? labels.silentText : labels.silentHeld({ credits: heldCredits() });
  return (
    <div id="condition" class="notice bad" role="alert">
      <Icon name={isRefused ? 'lock' : 'silent'} />
      <div>
        <strong>{isRefused ? labels.refusedTitle : labels.silentTitle}</strong>
        <p>{isRefused ? labels.refusedText : silent}</p>
        <Actions>
          {isRefused && <Button id="condition-change" label={labels.newKey} onClick={changeKey} />}
          <Button id="connect-test" label={isRefused ? labels.testAgain : retry} {...TEST} />
        </Actions>
      </div>
    </div>
  );
}

function KeyCard() {
  const { connect } = texts;
  const { baseUrl, keyEnding } = server.value;
  const known = [
    [connect.address, baseUrl],
    [connect.key, <MaskedKey key="key" ending={keyEnding} />],
    ...accountFacts(),
  ] as const;
  const forgotten = () => {
    change(connectForm, { address: undefined, key: '' }, 'connect-address');
    return connect.forgotten;
  };
  return (
    <Card id="connect-title" title={connect.title}>
      <Facts of={known} />
      {connectForm.value.isChanging ? (
        <KeyForm />
      ) : (
        <Actions>
          {!isServiceTrouble(serviceStatus.value) && (
            <Button id="connect-test" label={connect.test} kind="primary" {...TEST} />
          )}
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
      )}
      <Notice of={PLACES} />
    </Card>
  );
}

/** The service's data on the person's key. */
function accountFacts(): (readonly [string, string])[] {
  const account = lookUps.value.account();
  if (!account) return [];
  const { name, balance, spentToday: spent, cap, billing } = account;
  const { service } = texts;
  return [
    [service.keyName, name],
    [service.balance, count(balance)],
    [service.spentToday, cap === undefined ? count(spent) : service.spentOf({ spent, cap })],
    ...(billing ? [[service.billing, service.billings[billing]] as const] : []),
  ];
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
