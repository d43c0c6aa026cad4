/** The alerts of a job in its form: where each goes, which records it tells, and when it waits. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ALERT_HOSTS, ALERT_KINDS, type AlertKind, MAX_ALERTS } from '../../contract/alerts.js';
import { CURRENCIES, EXPANSION_TYPES } from '../../contract/enumerations.js';
import { Button, IconButton } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { Choices } from '../controls/choices.js';
import { asChoice, Checkbox, Select, TextField } from '../controls/fields.js';
import { type AlertDraft, addressProblem, NEW_ALERT } from '../draft/alert-draft.js';
import type { JobDraft } from '../draft/job-draft.js';
import { editJob } from '../page/forms.js';
import { count, texts } from '../page/store.js';
import { clockOf, HourField } from './hour-field.js';

const ADD = 'job-alert-add';

/** Whether the form has been submitted with an alert that lacks its address. */
export const areAlertsChecked = signal(false);

export function AlertFields({ alerts }: JobDraft) {
  const { alerts: said } = texts.value;
  const add = () => editJob({ alerts: [...alerts, NEW_ALERT] }, `job-alert-${alerts.length}-kind`);
  return (
    <>
      <p id="job-alerts">
        <strong>{said.title}</strong>
      </p>
      <Hint>{said.text}</Hint>
      {alerts.map((alert, index) => (
        <AlertBlock
          // a new alert has no id: its fields are called by its place
          key={`${index}`}
          id={`job-alert-${index}`}
          name={`${index + 1}, ${said.kinds[alert.kind]}`}
          alert={alert}
          set={(change) =>
            editJob({ alerts: alerts.map((one, at) => (at === index ? { ...one, ...change } : one)) })
          }
          remove={() => editJob({ alerts: alerts.filter((_, other) => other !== index) }, ADD)}
        />
      ))}
      {alerts.length < MAX_ALERTS && <Button id={ADD} label={said.add} onClick={add} />}
    </>
  );
}

/** The first field that has to be corrected before the job can be saved; empty for none. */
export function wrongAlert({ kind, alerts }: JobDraft): string {
  const at = kind === 'push' ? -1 : alerts.findIndex((alert) => addressProblem(alert) !== undefined);
  return at < 0 ? '' : `job-alert-${at}-address`;
}

interface AlertProps {
  readonly id: string;
  readonly alert: AlertDraft;
  readonly set: (change: Partial<AlertDraft>) => void;
}

function AlertBlock({ name, remove, ...props }: AlertProps & { name: string; remove: () => void }) {
  const { alerts: said } = texts.value;
  const { id, alert, set } = props;
  return (
    <fieldset id={id} class="block">
      <legend>{name}</legend>
      <IconButton id={`${id}-remove`} icon="remove" label={said.remove(name)} onClick={remove} />
      {/* the stored address is one of the kind that was saved */}
      {alert.id === '' && (
        <Select
          id={`${id}-kind`}
          label={said.to}
          value={alert.kind}
          choices={ALERT_KINDS.map((value) => ({ value, label: said.kinds[value] }))}
          onChange={(kind) => set({ kind: kind as AlertKind })}
        />
      )}
      <AddressField {...props} />
      <details id={`${id}-rules`} class="disclosure">
        <summary id={`${id}-rules-summary`}>{rulesOf(alert)}</summary>
        <div class="item">
          <RuleFields {...props} />
          <QuietHours {...props} />
        </div>
      </details>
    </fieldset>
  );
}

function AddressField({ id, alert, set }: AlertProps) {
  const { alerts: said } = texts.value;
  const { kind, stored, address } = alert;
  const wrong = addressProblem(alert);
  const elsewhere = kind === 'mail' ? said.problems.mail : said.problems.elsewhere(ALERT_HOSTS[kind]);
  const problem = wrong && (wrong === 'missing' ? said.problems.missing : elsewhere);
  // not while a host is being typed
  const isShown = areAlertsChecked.value || /^\w+:\/\/[^/]+\/./.test(address);
  const example = kind === 'mail' ? '' : 'https://';
  return (
    <TextField
      id={`${id}-address`}
      label={said.address}
      hint={stored === '' ? said.addressHints[kind] : said.keep(stored)}
      problem={isShown ? problem : ''}
      type="password"
      placeholder={stored === '' ? example : `•••• ${stored.slice(-4)}`}
      value={address}
      onInput={(typed) => set({ address: typed })}
    />
  );
}

/** What the rules let through, and when. */
function rulesOf(alert: AlertDraft): string {
  const { alerts: said } = texts.value;
  const { minJobs, minInvestment, currency, types, isQuiet, quietFrom, quietTo } = alert;
  const [jobs, investment] = [Number(minJobs), Number(minInvestment)];
  const least = [
    ...(jobs > 0 ? [`${said.minJobs} ${count(jobs)}`] : []),
    ...(investment > 0 ? [`${said.minInvestment} ${count(investment)} ${currency}`] : []),
  ];
  return [
    least.join(said.or) || said.all,
    ...(types.length > 0 ? [`${said.types}: ${count(types.length)}`] : []),
    ...(isQuiet ? [`${said.quiet} ${clockOf(quietFrom)}–${clockOf(quietTo)}`] : []),
  ].join(' · ');
}

function RuleFields({ id, alert, set }: AlertProps) {
  const { alerts: said } = texts.value;
  const [search, setSearch] = useState('');
  return (
    <>
      <TextField
        id={`${id}-jobs`}
        label={said.minJobs}
        hint={said.minHint}
        type="number"
        value={alert.minJobs}
        onInput={(minJobs) => set({ minJobs })}
      />
      <div class="row">
        <TextField
          id={`${id}-investment`}
          label={said.minInvestment}
          type="number"
          value={alert.minInvestment}
          onInput={(minInvestment) => set({ minInvestment })}
        />
        <Select
          id={`${id}-currency`}
          label={said.currency}
          value={alert.currency}
          choices={CURRENCIES.map(asChoice)}
          onChange={(currency) => set({ currency })}
        />
      </div>
      <p>{said.types}</p>
      <Choices
        id={`${id}-types`}
        label={said.types}
        values={EXPANSION_TYPES}
        chosen={alert.types}
        search={search}
        onSearch={setSearch}
        onChange={(types) => set({ types })}
      />
    </>
  );
}

function QuietHours({ id, alert, set }: AlertProps) {
  const { alerts: said } = texts.value;
  const hour = (name: 'quietFrom' | 'quietTo') => (
    <HourField
      id={`${id}-${name}`}
      label={said[name]}
      value={alert[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      <Checkbox
        id={`${id}-quiet`}
        label={said.quiet}
        checked={alert.isQuiet}
        onChange={(isQuiet) => set({ isQuiet })}
      />
      {alert.isQuiet && (
        <div class="row">
          {hour('quietFrom')}
          {hour('quietTo')}
        </div>
      )}
    </>
  );
}
