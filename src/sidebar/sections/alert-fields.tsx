/** The alerts in the form of a job: their destinations, rules and quiet hours. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ALERT_HOSTS, ALERT_KINDS, type AlertKind, MAX_ALERTS } from '../../contract/alerts.js';
import { CURRENCIES, EXPANSION_TYPES } from '../../contract/enumerations.js';
import { Button } from '../controls/actions.js';
import { ClosedPart, Hint } from '../controls/card.js';
import { Checkbox, HOURS, named, Select, TextField } from '../controls/fields.js';
import { Choices } from '../controls/value-list.js';
import { type AlertDraft, addressProblem, getsAll, NEW_ALERT, wrongFieldsOf } from '../draft/alert-draft.js';
import type { JobDraft } from '../draft/job-draft.js';
import { editJob } from '../page/forms.js';
import { fieldProps, texts } from '../page/store.js';

const ADD = 'job-alert-add';

/** True after the form was submitted with an alert that lacks its address. */
export const areAlertsChecked = signal(false);

export function AlertFields({ alerts }: Pick<JobDraft, 'alerts'>) {
  const { title, text, add: label, kinds } = texts.alerts;
  const add = () => editJob({ alerts: [...alerts, NEW_ALERT] }, `job-alert-${alerts.length}-kind`);
  const blocks = alerts.map((alert, index) => {
    const set = (change: Partial<AlertDraft>) =>
      editJob({ alerts: alerts.map((one, at) => (at === index ? { ...one, ...change } : one)) });
    const remove = () => editJob({ alerts: alerts.filter((_, other) => other !== index) }, ADD);
    const name = `${index + 1}, ${kinds[alert.kind]}`;
    // a new alert has no id, so its index identifies its fields
    const id = `job-alert-${index}`;
    return <AlertBlock key={id} id={id} name={name} alert={alert} set={set} remove={remove} />;
  });
  return (
    <>
      <p id="job-alerts">
        <strong>{title}</strong>
      </p>
      <Hint>{text}</Hint>
      {blocks}
      {alerts.length < MAX_ALERTS && <Button id={ADD} label={label} onClick={add} />}
    </>
  );
}

/** Returns the id of the first field to correct before the job can be saved; empty for none. */
export function wrongAlert({ alerts }: JobDraft): string {
  const all = alerts.flatMap((alert, at) => wrongFieldsOf(alert).map((name) => `job-alert-${at}-${name}`));
  return all[0] ?? '';
}

type AlertProps = { id: string; alert: AlertDraft; set: (change: Partial<AlertDraft>) => void };

function AlertBlock({ name, remove, ...props }: AlertProps & { name: string; remove: () => void }) {
  const { alerts: labels } = texts;
  const { id, alert, set } = props;
  const field = fieldProps(id, alert, set);
  const removeLabel = labels.remove({ alert: name });
  return (
    <fieldset id={id} class="block">
      <legend>{name}</legend>
      <Button id={`${id}-remove`} icon="remove" label={removeLabel} onClick={remove} />
      {/* the stored address belongs to the saved kind, so the kind cannot change */}
      {alert.id === '' && <Select {...field('kind', labels.to)} choices={named(labels.kinds, ALERT_KINDS)} />}
      <AddressField {...props} />
      {alert.kind === 'webhook' && <Checkbox {...field('whole', labels.whole)} />}
      {getsAll(alert) ? (
        <Hint>{labels.wholeHint}</Hint>
      ) : (
        <ClosedPart id={`${id}-rules`} title={labels.rules}>
          <RuleFields {...props} />
        </ClosedPart>
      )}
    </fieldset>
  );
}

function AddressField({ id, alert, set }: AlertProps) {
  const { alerts: labels } = texts;
  const { kind, stored, address } = alert;
  const wrong = addressProblem(alert);
  const problem = wrong && (wrong === 'missing' ? labels.problems.missing : malformed(kind));
  // not while the person types the host
  const isShown = areAlertsChecked.value || /^\w+:\/\/[^/]+\/./.test(address);
  const example = kind === 'mail' ? '' : 'https://';
  return (
    <TextField
      {...fieldProps(id, alert, set)('address', labels.address)}
      hint={stored === '' ? labels.addressHints[kind] : labels.keep({ address: stored })}
      problem={isShown ? problem : ''}
      // a mail address is no secret, and people notice mistakes only in one that is shown
      type={kind === 'mail' ? 'text' : 'password'}
      placeholder={stored === '' ? example : `•••• ${stored.slice(-4)}`}
    />
  );
}

function malformed(kind: AlertKind): string {
  const { mail, noHttps, elsewhere } = texts.alerts.problems;
  const hosts = ALERT_HOSTS[kind];
  if (kind === 'mail') return mail;
  return hosts === '' ? noHttps : elsewhere({ hosts });
}

function RuleFields(props: AlertProps) {
  const { alerts: labels } = texts;
  const { id, alert, set } = props;
  const field = fieldProps(id, alert, set);
  const wrong = wrongFieldsOf(alert);
  const least = (name: 'minJobs' | 'minInvestment', ending: (typeof wrong)[number]) => ({
    ...field(name, labels[name], ending),
    type: 'number' as const,
    problem: wrong.includes(ending) ? texts.build.contradictions['bad-number'] : '',
  });
  const [search, onSearch] = useState('');
  const types = field('types', labels.types);
  return (
    <>
      <TextField {...least('minJobs', 'jobs')} hint={labels.minHint} />
      <div class="row">
        <TextField {...least('minInvestment', 'investment')} />
        <Select {...field('currency', labels.currency)} choices={CURRENCIES} />
      </div>
      <p>{labels.types}</p>
      <Choices {...types} values={EXPANSION_TYPES} search={search} onSearch={onSearch} />
      <Checkbox {...field('isQuiet', labels.quiet, 'quiet')} />
      {alert.isQuiet && (
        <div class="row">
          <Select {...field('quietFrom', labels.quietFrom)} choices={HOURS} />
          <Select {...field('quietTo', labels.quietTo)} choices={HOURS} />
        </div>
      )}
    </>
  );
}
