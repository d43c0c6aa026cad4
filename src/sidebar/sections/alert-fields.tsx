/** The alerts in the form of a job: their destinations, rules and quiet hours. */
import { useState } from 'preact/hooks';
import { ALERT_HOSTS, ALERT_KINDS, MAX_ALERTS } from '../../contract/alerts.js';
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

export function AlertFields({ job }: { job: JobDraft }) {
  const { title, text, add: label } = texts.alerts;
  const { alerts } = job;
  const add = () => editJob({ alerts: [...alerts, NEW_ALERT] }, `job-alert-${alerts.length}-kind`);
  const blocks = alerts.map((alert, at) => {
    // a new alert has no id, so its index identifies its fields
    const id = `job-alert-${at}`;
    return <AlertBlock key={id} id={id} alert={alert} at={at} job={job} />;
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

function AlertBlock({ id, alert, at, job }: { id: string; alert: AlertDraft; at: number; job: JobDraft }) {
  const { alerts: labels } = texts;
  const { kind, stored, address } = alert;
  const set = (change: Partial<AlertDraft>) =>
    editJob({ alerts: job.alerts.map((one, other) => (other === at ? { ...one, ...change } : one)) });
  const remove = () => editJob({ alerts: job.alerts.filter((_, other) => other !== at) }, ADD);
  const name = `${at + 1}, ${labels.kinds[kind]}`;
  const field = fieldProps(id, alert, set);
  // not while the person types the host
  const isJudged = job.isChecked || /^\w+:\/\/[^/]+\/./.test(address);
  const wrong = isJudged ? addressProblem(alert) : undefined;
  const { missing, elsewhere } = labels.problems;
  const problem = wrong === 'missing' ? missing : wrong && elsewhere({ kind, hosts: ALERT_HOSTS[kind] });
  const example = kind === 'mail' ? '' : 'https://';
  return (
    <fieldset id={id} class="block">
      <legend>{name}</legend>
      <Button id={`${id}-remove`} icon="remove" label={labels.remove({ alert: name })} onClick={remove} />
      {/* the stored address belongs to the saved kind, so the kind cannot change */}
      {alert.id === '' && <Select {...field('kind', labels.to)} choices={named(labels.kinds, ALERT_KINDS)} />}
      <TextField
        {...field('address', labels.address)}
        hint={stored === '' ? labels.addressHints[kind] : labels.keep({ address: stored })}
        problem={problem}
        // a mail address is no secret, and people notice mistakes only in one that is shown
        type={kind === 'mail' ? 'text' : 'password'}
        placeholder={stored === '' ? example : `•••• ${stored.slice(-4)}`}
      />
      {kind === 'webhook' && <Checkbox {...field('whole', labels.whole)} />}
      {getsAll(alert) ? (
        <Hint>{labels.wholeHint}</Hint>
      ) : (
        <ClosedPart id={`${id}-rules`} title={labels.rules}>
          <RuleFields id={id} alert={alert} set={set} />
        </ClosedPart>
      )}
    </fieldset>
  );
}

type RuleFieldsProps = { id: string; alert: AlertDraft; set: (change: Partial<AlertDraft>) => void };

function RuleFields({ id, alert, set }: RuleFieldsProps) {
  const { alerts: labels } = texts;
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
