/** The form of a job: common fields, the fields of each kind, and the confirmation before saving. */
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { Actions, Button, Confirm, Form, Line, Notice } from '../controls/actions.js';
import { Card, ClosedPart, Hint } from '../controls/card.js';
import { Checkbox, HOURS, named, Select, TextField } from '../controls/fields.js';
import { wrongFieldsOf } from '../draft/alert-draft.js';
import { isWhole } from '../draft/amount.js';
import {
  blockingIssueOf,
  costsNothing,
  EVERY,
  fieldsOf,
  formulaOf,
  type JobDraft,
  jobOfDraft,
  lacksTargets,
  restartsSync,
  withGroup,
} from '../draft/job-draft.js';
import { call, type Message } from '../page/action.js';
import { joined } from '../page/format.js';
import { editJob, jobForm } from '../page/forms.js';
import { change, fieldProps, separators, server, texts, validationContext, view } from '../page/store.js';
import { AlertFields } from './alert-fields.js';
import { Filters } from './build-filters.js';
import { Columns } from './build-table.js';
import { alertSecrets, firstRunLine, ownerOf } from './job-facts.js';
import { NewsFields } from './news.js';
import { Source } from './query-fields.js';
import { groupChoices } from './suggestions.js';

export function JobForm({ job }: { job: JobDraft }) {
  const { jobs } = texts;
  const { kind } = job;
  const saved = server.value.jobs.find(({ id }) => id === job.id);
  const isTakenOver = saved !== undefined && !saved.mine;
  // a job that a colleague has removed is created again
  const isRemoved = job.id !== '' && !saved;
  const toSave = isRemoved ? { ...job, id: '', draftId: job.id } : { ...job, version: saved?.version ?? '' };
  const wrong = firstWrong(job);
  const most = costsNothing(job, separators()) ? 0 : Number(job.budget);
  const price = joined([jobs.runCost({ most }), kind === 'refresh' && jobs.calculatedCost]);
  const cost = isWhole(job.budget, 1) && `${price}.`;
  const questions = [
    saved && saved.version !== job.version && jobs.outdatedQuestion,
    isTakenOver && jobs.changeQuestion({ owner: ownerOf(saved) }),
    restartsSync(job, saved, separators()) && jobs.restartQuestion({ from: job.from }),
  ];
  /** The sentence that the person has to confirm before the job is saved; empty if there is nothing to confirm. */
  const question = joined(questions, ' ');
  const submit = () => {
    if (wrong === '') return question === '' ? save(toSave) : undefined;
    return editJob({ isChecked: true }, wrong);
  };
  return (
    <Card id="job-form-title" title={jobs[`${kind}Title`]}>
      <Form id="job-form" onSubmit={submit}>
        {isTakenOver && <Hint>{jobs.notMine({ owner: ownerOf(saved) })}</Hint>}
        {isRemoved && <Line kind="warning">{jobs.gone}</Line>}
        <TextField {...jobField('name')} />
        {kind === 'sync' && <SyncFields job={job} />}
        {kind === 'push' && <PushFields job={job} />}
        <ScheduleFields job={job} />
        {toSave.id === '' && <Hint id="job-first-run">{joined([firstRunLine(), cost], ' ')}</Hint>}
        {kind === 'refresh' && <RefreshFields job={job} />}
        {kind !== 'push' && <AlertFields job={job} />}
        <AdvancedFields job={job} />
        <Actions>
          {wrong === '' && question !== '' ? (
            <Confirm
              id="job-save"
              label={jobs.save}
              question={question}
              yes={isTakenOver ? jobs.saveAsMine : jobs.save}
              onClick={() => save(toSave)}
            />
          ) : (
            <Button id="job-save" label={jobs.save} kind="primary" submit />
          )}
          <Button id="job-cancel" label={texts.cancel} onClick={() => close(`job-add-${kind}`)} />
        </Actions>
      </Form>
      <Notice of="job-save" />
    </Card>
  );
}

/** @param name of a field whose label has the same name in the texts */
function jobField<K extends keyof JobDraft & keyof typeof texts.jobs>(name: K) {
  return fieldProps('job', jobForm.value!, editJob)(name, texts.jobs[name] as string);
}

function AdvancedFields({ job }: { job: JobDraft }) {
  const { jobs } = texts;
  const { kind, budget } = job;
  const problem = isWhole(budget, 1) ? '' : texts.sharing.capProblem;
  return (
    <ClosedPart id="job-advanced" title={jobs.advanced}>
      {kind === 'sync' && <TextField {...jobField('from')} hint={jobs.fromHint} type="date" />}
      {kind !== 'push' && (
        <TextField {...jobField('budget')} hint={jobs.budgetHint} type="number" problem={problem} />
      )}
      {kind === 'sync' && (
        <>
          <Select {...jobField('newRows')} choices={named({ top: jobs.top, bottom: jobs.bottom })} />
          <Checkbox {...jobField('newSince')} />
          {fieldsOf(job, separators()) && <Columns />}
          {/* for those who prefer formulas */}
          <TextField
            {...jobField('formula')}
            hint={jobs.formulaHint}
            rows={4}
            value={formulaOf(job, separators())}
            onChange={(formula) => editJob({ formula, fields: undefined })}
          />
          <TextField {...jobField('digest')} hint={jobs.digestHint} />
        </>
      )}
      {kind === 'refresh' && <Checkbox {...jobField('changes')} />}
      {kind === 'push' && (
        <TextField {...jobField('digest')} label={jobs.failureMail} hint={jobs.failureMailHint} />
      )}
    </ClosedPart>
  );
}

function close(focus: string): undefined {
  jobForm.value = undefined;
  change(view, { asking: '' }, focus);
}

/** Returns the first field to correct; empty for none. */
function firstWrong(job: JobDraft): string {
  if (job.kind === 'sync' && blockingIssueOf(job, validationContext())) return 'build-companies';
  if (lacksTargets(job)) return 'job-places';
  if (job.kind !== 'push' && !isWhole(job.budget, 1)) return 'job-budget';
  const wrong = job.alerts.map((alert, at) => wrongFieldsOf(alert).map((name) => `job-alert-${at}-${name}`));
  return wrong.flat()[0] ?? '';
}

function ScheduleFields({ job: { kind, every, weekdays } }: { job: JobDraft }) {
  // a push is sent once a day at most, whatever a job of an earlier release says
  const offered = EVERY.filter((one) => one !== 'hour' || kind !== 'push' || every === 'hour');
  const toggleDay = (day: number, isOn: boolean) =>
    editJob({ weekdays: isOn ? [...weekdays, day] : weekdays.filter((one) => one !== day) });
  const days = Object.values(texts.jobs.weekdays).map((label, day) => (
    <Checkbox
      key={label}
      id={`job-weekday-${day}`}
      label={label}
      value={weekdays.includes(day)}
      onChange={(isOn) => toggleDay(day, isOn)}
    />
  ));
  return (
    <>
      <Select {...jobField('every')} choices={named(texts.jobs.everyChoices, offered)} />
      {every !== 'hour' && <Select {...jobField('hour')} choices={HOURS} />}
      {every === 'week' && (
        <fieldset class="block weekdays">
          <legend>{texts.jobs.days}</legend>
          {days}
        </fieldset>
      )}
    </>
  );
}

function save(job: JobDraft): void {
  const form = jobForm.value;
  void call(
    'job-save',
    (client) => client.saveJob(jobOfDraft(job, separators())),
    ({ outcome, jobs }) => {
      if (outcome?.kind !== 'job') return close(`job-add-${job.kind}`);
      const { id, refusal, secrets = [] } = outcome;
      const saved = jobs.find((one) => one.id === id);
      // those of an earlier answer to this form may not have been seen; the newest of an address is shown
      alertSecrets.value = [...secrets, ...alertSecrets.value];
      if (jobForm.value !== form) {
        // keep what the person has typed meanwhile
        editJob({ id, version: saved?.version ?? '' });
        return { kind: 'warning', text: texts.jobs.savedBefore };
      }
      const alerts = saved?.alerts ?? [];
      const first = alertSecrets.value.find((one) => alerts.some((alert) => alert.id === one.id));
      close(first ? `job-${id}-alert-${first.id}-secret` : `job-${id}-run`);
      return savedWithout(refusal) ?? texts.jobs.saved;
    },
  );
}

/** Reports that Google created no trigger for a job. @param words of Google; empty for a trigger */
export function savedWithout(words: string): Message {
  return words === '' ? undefined : { kind: 'warning', text: texts.jobs.savedWithoutTrigger({ words }) };
}

const FUNCTIONS = FUNCTION_NAMES.filter(datasetOf);

function SyncFields({ job }: { job: JobDraft }) {
  const hasFields = fieldsOf(job, separators()) !== undefined;
  const missing = blockingIssueOf(job, validationContext());
  return (
    <>
      {!hasFields && <Hint>{texts.jobs.onlyFormula}</Hint>}
      {hasFields && <Source functions={FUNCTIONS} />}
      <div class="said" role="status">
        {missing && <Hint id="job-missing">{texts.build.contradictions[missing]}</Hint>}
      </div>
      {hasFields && <Filters hiddenOptions={NOT_FOR_JOBS} />}
      <TextField {...jobField('tab')} hint={texts.jobs.tabHint} />
    </>
  );
}

function PushFields({ job }: { job: JobDraft }) {
  const edit = ({ group, ...changes }: Partial<JobDraft>) =>
    editJob({ ...(group !== undefined && withGroup(job, server.value, group)), ...changes });
  return (
    <>
      <Hint>{texts.jobs.pushHint}</Hint>
      <NewsFields id="job" groups={groupChoices(job.group)} values={job} edit={edit} />
    </>
  );
}

function RefreshFields({ job }: { job: JobDraft }) {
  const { jobs } = texts;
  const here = server.value.cell?.sheet ?? '';
  const problem = lacksTargets(job) ? jobs.placesMissing : '';
  return (
    <>
      <Select
        id="job-where"
        label={jobs.where}
        hint={jobs.refreshHint}
        value={job.inPlaces ? 'places' : 'all'}
        choices={named({ all: jobs.everywhere, places: jobs.inPlaces })}
        onChange={(value) => editJob({ inPlaces: value === 'places', places: job.places || here })}
      />
      {job.inPlaces && (
        <TextField {...jobField('places')} hint={jobs.placesHint} rows={3} problem={problem} />
      )}
    </>
  );
}
