/** The fields of the form of a job that belong to its kind: sync, push, refresh. */
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { Button } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { Checkbox, Select, TextArea, TextField } from '../controls/fields.js';
import { builderFormula, type JobDraft, lacksPlaces } from '../draft/job-draft.js';
import { formulaOfJob, type JobQuestion, missingIn, questionOf } from '../draft/job-question.js';
import { textOfPlaces } from '../draft/places.js';
import { asked, type Editor, edited } from '../draft/query.js';
import { builder, editJob, jobForm } from '../page/forms.js';
import { separators, server, texts, written } from '../page/store.js';
import { Columns } from './build-columns.js';
import { Destination } from './destination.js';
import { groupChoices } from './group-choices.js';
import { dayChoices } from './news.js';
import { QueryFields } from './query-fields.js';

const FUNCTIONS = FUNCTION_NAMES.filter(datasetOf);

/** What the fields of a question change belongs to the job. Undefined for a formula that they cannot show. */
function editorOf({ build }: JobDraft): Editor | undefined {
  return (
    build && {
      query: build,
      edit(change, focus) {
        const next = edited<JobQuestion>(jobForm.value?.build ?? build, change);
        const { question, opened } = asked(next, separators());
        editJob({ build: next, formula: formulaOfJob(question, separators(), opened) }, focus);
      },
    }
  );
}

/** What a sync fetches, and where to. */
export function SyncFields({ job }: { job: JobDraft }) {
  const { jobs, build } = texts.value;
  const editor = editorOf(job);
  const missing = missingIn(job.build, written());
  return (
    <>
      {editor ? (
        <QueryFields editor={editor} functions={FUNCTIONS} left={NOT_FOR_JOBS}>
          {missing && <Hint id="job-missing">{build.contradictions[missing]}</Hint>}
        </QueryFields>
      ) : (
        <Hint>{jobs.onlyFormula}</Hint>
      )}
      <TextField
        id="job-tab"
        label={jobs.tab}
        hint={jobs.tabHint}
        value={job.tab}
        onInput={(tab) => editJob({ tab })}
      />
    </>
  );
}

/** From when, for how much, and how a sync writes; the formula for those who prefer it. */
export function AdvancedSyncFields({ job }: { job: JobDraft }) {
  const { jobs } = texts.value;
  const editor = editorOf(job);
  const setFormula = (formula: string) =>
    editJob({ formula, build: questionOf(formula, server.value.spreadsheetLocale) });
  return (
    <>
      <TextField
        id="job-from"
        label={jobs.from}
        hint={jobs.fromHint}
        placeholder={jobs.fromFormat}
        value={job.from}
        onInput={(from) => editJob({ from: from.trim() })}
      />
      <BudgetField job={job} />
      <Select
        id="job-new-rows"
        label={jobs.newRows}
        value={job.newRows}
        choices={[
          { value: 'top', label: jobs.top },
          { value: 'bottom', label: jobs.bottom },
        ]}
        onChange={(value) => editJob({ newRows: value === 'bottom' ? 'bottom' : 'top' })}
      />
      <Checkbox
        id="job-new-since"
        label={jobs.newSince}
        checked={job.newSince}
        onChange={(newSince) => editJob({ newSince })}
      />
      <Checkbox id="job-log" label={jobs.log} checked={job.log} onChange={(log) => editJob({ log })} />
      {editor && <Columns editor={editor} />}
      <TextArea
        id="job-formula"
        label={jobs.formula}
        hint={jobs.formulaHint}
        value={job.formula}
        onInput={setFormula}
      />
      <Button
        id="job-from-builder"
        label={jobs.fromBuilder}
        kind="link"
        onClick={() => setFormula(builderFormula({ state: server.value, draft: builder.value }))}
      />
    </>
  );
}

/** Which news a push asks for, and where it goes. */
export function PushFields({ job }: { job: JobDraft }) {
  const { jobs, news } = texts.value;
  const { callbacks } = server.value;
  return (
    <>
      <Hint>{jobs.pushHint}</Hint>
      <Select
        id="job-group"
        label={news.group}
        value={job.group}
        choices={groupChoices(job.group)}
        onChange={(group) => editJob({ group, callbackUrl: callbacks[group] ?? job.callbackUrl })}
      />
      <Select
        id="job-days"
        label={news.days}
        value={job.days}
        choices={dayChoices()}
        onChange={(days) => editJob({ days })}
      />
      <Destination
        id="job-callback"
        value={job.callbackUrl}
        onChange={(callbackUrl) => editJob({ callbackUrl })}
      />
    </>
  );
}

/** Which formulas a refresh keeps fresh. */
export function RefreshFields({ job }: { job: JobDraft }) {
  const { jobs } = texts.value;
  const { cell } = server.value;
  const here = textOfPlaces(cell ? [cell.sheet] : []);
  return (
    <>
      <Select
        id="job-where"
        label={jobs.where}
        hint={jobs.refreshHint}
        value={job.inPlaces ? 'places' : 'all'}
        choices={[
          { value: 'all', label: jobs.everywhere },
          { value: 'places', label: jobs.inPlaces },
        ]}
        onChange={(value) => editJob({ inPlaces: value === 'places', places: job.places || here })}
      />
      {job.inPlaces && (
        <TextField
          id="job-places"
          label={jobs.places}
          hint={jobs.placesHint}
          problem={lacksPlaces(job) ? jobs.placesMissing : ''}
          value={job.places}
          onInput={(places) => editJob({ places })}
        />
      )}
    </>
  );
}

/** For how much, and whether a refresh lists what it finds. */
export function AdvancedRefreshFields({ job }: { job: JobDraft }) {
  return (
    <>
      <BudgetField job={job} />
      <Checkbox
        id="job-changes"
        label={texts.value.jobs.changes}
        checked={job.changes}
        onChange={(changes) => editJob({ changes })}
      />
    </>
  );
}

function BudgetField({ job }: { job: JobDraft }) {
  const { jobs } = texts.value;
  return (
    <TextField
      id="job-budget"
      label={jobs.budget}
      hint={jobs.budgetHint}
      type="number"
      value={job.budget}
      onInput={(budget) => editJob({ budget })}
    />
  );
}
