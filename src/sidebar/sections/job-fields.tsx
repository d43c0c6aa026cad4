/** The fields of the form of a job that belong to its kind: sync, push, refresh. */
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { Button } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { Checkbox, Select, TextField } from '../controls/fields.js';
import {
  builderFormula,
  fieldsOf,
  formulaOf,
  type JobDraft,
  type JobQuestion,
  lacksPlaces,
  missingIn,
} from '../draft/job-draft.js';
import { textOfPlaces } from '../draft/places.js';
import { edited } from '../draft/query.js';
import { builder, Editor, editJob, jobField, jobForm } from '../page/forms.js';
import { separators, server, texts, written } from '../page/store.js';
import { Columns } from './build-columns.js';
import { Filters } from './build-filters.js';
import { NewsFields } from './news.js';
import { Source } from './query-fields.js';
import { groupChoices } from './suggestions.js';

const FUNCTIONS = FUNCTION_NAMES.filter(datasetOf);

/** What the fields of a question change belongs to the job. */
function editorOf(query: JobQuestion) {
  return {
    query,
    edit: (change: Partial<JobQuestion>, focus?: string) =>
      editJob({ fields: edited(jobForm.value?.fields ?? query, change) }, focus),
  };
}

/** What a sync fetches, and where to. */
export function SyncFields({ job }: { job: JobDraft }) {
  const fields = fieldsOf(job, separators());
  const missing = missingIn(job, written());
  return (
    <>
      {fields ? (
        <Editor.Provider value={editorOf(fields)}>
          <Source functions={FUNCTIONS} />
          {missing && <Hint id="job-missing">{texts.build.contradictions[missing]}</Hint>}
          <Filters left={NOT_FOR_JOBS} />
        </Editor.Provider>
      ) : (
        <Hint>{texts.jobs.onlyFormula}</Hint>
      )}
      <TextField {...jobField('tab')} hint={texts.jobs.tabHint} />
    </>
  );
}

/** These fields say from when, for how much, and how a sync writes; the formula is for those who prefer it. */
export function AdvancedSyncFields({ job }: { job: JobDraft }) {
  const { jobs } = texts;
  const fields = fieldsOf(job, separators());
  const setFormula = (formula: string) => editJob({ formula, fields: undefined });
  return (
    <>
      <TextField {...jobField('from')} hint={jobs.fromHint} placeholder={jobs.fromFormat} />
      <BudgetField />
      <Select
        {...jobField('newRows')}
        choices={[
          ['top', jobs.top],
          ['bottom', jobs.bottom],
        ]}
      />
      <Checkbox {...jobField('newSince')} />
      <Checkbox {...jobField('log')} />
      {fields && (
        <Editor.Provider value={editorOf(fields)}>
          <Columns />
        </Editor.Provider>
      )}
      <TextField
        {...jobField('formula')}
        value={formulaOf(job, separators())}
        hint={jobs.formulaHint}
        rows={4}
        onChange={setFormula}
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
  const edit = (changes: Partial<JobDraft>) => {
    const callbackUrl = server.value.callbacks[changes.group ?? ''] ?? job.callbackUrl;
    editJob({ callbackUrl, ...changes });
  };
  return (
    <>
      <Hint>{texts.jobs.pushHint}</Hint>
      <NewsFields id="job" groups={groupChoices(job.group)} values={job} edit={edit} />
    </>
  );
}

/** Which formulas a refresh keeps fresh. */
export function RefreshFields({ job }: { job: JobDraft }) {
  const { jobs } = texts;
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
          ['all', jobs.everywhere],
          ['places', jobs.inPlaces],
        ]}
        onChange={(value) => editJob({ inPlaces: value === 'places', places: job.places || here })}
      />
      {job.inPlaces && (
        <TextField
          {...jobField('places')}
          hint={jobs.placesHint}
          problem={lacksPlaces(job) ? jobs.placesMissing : ''}
        />
      )}
    </>
  );
}

/** These fields say for how much a refresh runs, and whether it lists what it finds. */
export function AdvancedRefreshFields() {
  return (
    <>
      <BudgetField />
      <Checkbox {...jobField('changes')} />
    </>
  );
}

function BudgetField() {
  return <TextField {...jobField('budget')} hint={texts.jobs.budgetHint} type="number" />;
}
