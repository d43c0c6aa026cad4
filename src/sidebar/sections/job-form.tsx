/** The form of a job: what all kinds have in common, and the question before it is saved. */
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, ClosedPart, Hint } from '../controls/card.js';
import { Checkbox, Select, TextField } from '../controls/fields.js';
import {
  EVERY,
  type Every,
  type JobDraft,
  jobOfDraft,
  lacksPlaces,
  startsAgain,
} from '../draft/job-draft.js';
import { missingIn } from '../draft/job-question.js';
import { call } from '../page/action.js';
import { editJob, jobForm } from '../page/forms.js';
import { change, keepFocus, server, texts, view, written } from '../page/store.js';
import { AlertFields, areAlertsChecked, wrongAlert } from './alert-fields.js';
import { HourField } from './hour-field.js';
import { alertSecrets } from './job-alerts.js';
import { firstRunLine, ownerOf } from './job-facts.js';
import {
  AdvancedRefreshFields,
  AdvancedSyncFields,
  PushFields,
  RefreshFields,
  SyncFields,
} from './job-fields.js';

interface JobProps {
  readonly job: JobDraft;
}

export function JobForm({ job }: JobProps) {
  const { jobs } = texts.value;
  const saved = server.value.jobs.find(({ id }) => id === job.id);
  const isTakenOver = saved !== undefined && !saved.mine;
  const questions = [
    isTakenOver && jobs.changeQuestion(ownerOf(saved)),
    startsAgain(job, saved) && jobs.restartQuestion(job.from),
  ].filter((question) => question !== false);
  const submit = () => {
    const wrong = firstWrong(job);
    if (wrong !== '') {
      areAlertsChecked.value = true;
      keepFocus(wrong);
    } else if (questions.length === 0) save(job);
  };
  return (
    <Card id="job-form-title" title={jobs[`${job.kind}Title`]}>
      <Form id="job-form" onSubmit={submit}>
        {isTakenOver && <Hint>{jobs.notMine(ownerOf(saved))}</Hint>}
        <TextField id="job-name" label={jobs.name} value={job.name} onInput={(name) => editJob({ name })} />
        {job.kind === 'sync' && <SyncFields job={job} />}
        {job.kind === 'push' && <PushFields job={job} />}
        <ScheduleFields job={job} />
        {job.id === '' && <Hint id="job-first-run">{firstRunLine()}</Hint>}
        {job.kind === 'refresh' && <RefreshFields job={job} />}
        {job.kind !== 'push' && <AlertFields {...job} />}
        <ClosedPart id="job-advanced" title={jobs.advanced}>
          {job.kind === 'sync' && <AdvancedSyncFields job={job} />}
          {job.kind === 'refresh' ? (
            <AdvancedRefreshFields job={job} />
          ) : (
            <TextField
              id="job-digest"
              label={jobs.digest}
              hint={jobs.digestHint}
              value={job.digest}
              onInput={(digest) => editJob({ digest })}
            />
          )}
        </ClosedPart>
        <FormActions
          job={job}
          question={firstWrong(job) === '' ? questions.join(' ') : ''}
          yes={isTakenOver ? jobs.saveAsMine : jobs.save}
        />
      </Form>
      <Notice of="job-save" />
    </Card>
  );
}

/** @param question to be answered before it is saved; empty for none */
function FormActions({ job, question, yes }: JobProps & { question: string; yes: string }) {
  const { jobs, cancel } = texts.value;
  return (
    <Actions>
      {question !== '' ? (
        <Confirm id="job-save" label={jobs.save} question={question} yes={yes} onClick={() => save(job)} />
      ) : (
        <Button id="job-save" label={jobs.save} kind="primary" submit />
      )}
      <Button id="job-cancel" label={cancel} onClick={() => close(`job-add-${job.kind}`)} />
    </Actions>
  );
}

/** @param asking the question that is open in the list */
function close(focus: string, asking = ''): void {
  jobForm.value = undefined;
  areAlertsChecked.value = false;
  change(view, { asking }, focus);
}

/** The first field that has to be corrected; empty for none. */
function firstWrong(job: JobDraft): string {
  if (job.kind === 'sync' && missingIn(job.build, written())) return 'build-companies';
  return lacksPlaces(job) ? 'job-places' : wrongAlert(job);
}

function ScheduleFields({ job }: JobProps) {
  const { jobs } = texts.value;
  const { every, hour, weekdays } = job;
  const turn = (day: number, isOn: boolean) =>
    editJob({ weekdays: isOn ? [...weekdays, day] : weekdays.filter((one) => one !== day) });
  return (
    <>
      <Select
        id="job-every"
        label={jobs.every}
        value={every}
        choices={EVERY.map((value) => ({ value, label: jobs.everyChoices[value] }))}
        onChange={(value) => editJob({ every: value as Every })}
      />
      {every !== 'hour' && (
        <HourField
          id="job-hour"
          label={jobs.hour}
          value={hour}
          onChange={(chosen) => editJob({ hour: chosen })}
        />
      )}
      {every === 'week' && (
        <fieldset class="block weekdays">
          <legend>{jobs.days}</legend>
          {jobs.weekdays.map((name, day) => (
            <Checkbox
              key={name}
              id={`job-weekday-${day}`}
              label={name}
              checked={weekdays.includes(day)}
              onChange={(isOn) => turn(day, isOn)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function save(job: JobDraft): void {
  void call(
    'job-save',
    (client) => client.saveJob(jobOfDraft(job)),
    ({ outcome }) => {
      if (outcome?.kind !== 'job') {
        close(`job-add-${job.kind}`);
        return undefined;
      }
      const { id, refusal, secrets = [] } = outcome;
      const [first] = secrets;
      alertSecrets.value = secrets;
      close(first ? `job-${id}-alert-${first.id}-secret` : `job-${id}-run`, `job-${id}-run`);
      return savedWithout(refusal);
    },
  );
}

/** That Google has created no trigger for a job that was saved. @param refusal its words; empty where there is one */
export function savedWithout(refusal: string) {
  if (refusal === '') return undefined;
  return { kind: 'warning' as const, text: texts.value.jobs.savedWithoutTrigger(refusal) };
}
