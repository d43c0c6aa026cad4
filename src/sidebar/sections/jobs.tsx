/** Jobs: their state, and buttons to run, pause, change, take over and remove them. */
import type { JobState } from '../../contract/jobs.js';
import { Actions, Button, Confirm, Notice, Problem, Question } from '../controls/actions.js';
import { Card, ClosedPart, ItemHead } from '../controls/card.js';
import { draftOfJob, type JobDraft, type JobKind, newJobDraft } from '../draft/job-draft.js';
import type { Request } from '../page/action.js';
import { dataOf } from '../page/error-text.js';
import { builder, jobForm } from '../page/forms.js';
import { change, keepFocus, server, texts, view } from '../page/store.js';
import { Problems } from './health.js';
import { onSheetMade } from './insertion.js';
import { AlertList } from './job-alerts.js';
import { factsOf, History, ownerOf, RunLines, stateOf, tabOf, triggerProblems } from './job-facts.js';
import { JobForm } from './job-form.js';
import { RunProgress, runInParts } from './job-run.js';
import { ReceiverCard } from './receiver.js';

export function Jobs() {
  const { jobs: said } = texts.value;
  const { jobs, groups, hasWebApp } = server.value;
  if (jobForm.value) return <JobForm job={jobForm.value} />;
  const add = (kind: JobKind, name: string) => () =>
    openForm(newJobDraft({ state: server.value, draft: builder.value }, kind, name));
  const problems = triggerProblems();
  const isEmpty = jobs.length === 0;
  return (
    <>
      <Card id="jobs-title" title={isEmpty ? said.emptyTitle : said.title}>
        {problems.length > 0 && <Problems of={problems} />}
        {isEmpty && <p class="lead">{said.refreshText}</p>}
        {isEmpty && <p class="lead">{said.emptyText}</p>}
        {!isEmpty && (
          <ul class="plain-list">
            {jobs.map((job) => (
              <JobItem key={job.id} job={job} />
            ))}
          </ul>
        )}
        <Actions>
          <Button id="job-add-sync" label={said.addSync} kind="primary" onClick={add('sync', said.newSync)} />
          {groups.length > 0 && (
            <Button id="job-add-push" label={said.addPush} onClick={add('push', said.newPush)} />
          )}
          <Button id="job-add-refresh" label={said.addRefresh} onClick={add('refresh', said.newRefresh)} />
        </Actions>
        <Notice of={['jobs', 'job-save']} />
      </Card>
      {hasWebApp && <ReceiverCard />}
    </>
  );
}

function openForm(job: JobDraft): void {
  jobForm.value = job;
  change(view, { asking: '' }, 'job-name');
}

function JobItem({ job }: { job: JobState }) {
  const { jobs: said } = texts.value;
  const id = `job-${job.id}`;
  const tab = tabOf(job);
  // the question after it was saved
  const isNew = view.value.asking === `${id}-run`;
  const run = () => {
    change(view, { asking: '' });
    void runInParts(job, `${id}-run`);
  };
  const runButton = <Button id={`${id}-run`} label={said.run} onClick={run} />;
  return (
    <li id={id} class="item">
      <ItemHead name={job.name}>
        <span class="badge">{stateOf(job)}</span>
      </ItemHead>
      <RunLines job={job} />
      <p class="hint wrap">{factsOf(job)}</p>
      {job.error !== '' && (
        <Problem place={`${id}-error`} error={dataOf({ message: job.error, details: job.details })} />
      )}
      {job.notice !== '' && (
        <p class="notice warning">
          <span>{job.notice}</span>
        </p>
      )}
      <AlertList job={job} />
      {isNew && (
        <Question text={said.runQuestion}>
          {runButton}
          <Button
            id={`${id}-later`}
            label={said.later}
            onClick={() => change(view, { asking: '' }, `${id}-run`)}
          />
        </Question>
      )}
      <Actions>
        {!isNew && runButton}
        {tab !== '' && job.lastRun > 0 && (
          <Button
            id={`${id}-open`}
            label={said.openTab}
            target={tab}
            request={(client) => client.openTab(tab)}
          />
        )}
        <PauseButton job={job} id={`${id}-pause`} />
        <Button
          id={`${id}-edit`}
          label={said.edit}
          onClick={() => openForm(draftOfJob(job, server.value.spreadsheetLocale))}
        />
        {!job.mine && (
          <TakeOver
            job={job}
            id={`${id}-take`}
            label={said.takeOver}
            request={(client) => client.takeOverJob(job.id, job.version)}
          />
        )}
      </Actions>
      <History job={job} />
      <MoreActions job={job} id={id} />
      <RunProgress job={job.id} />
      <Notice of={['run', 'pause', 'take', 'views', 'open'].map((one) => `${id}-${one}`)} />
    </li>
  );
}

interface ItemProps {
  readonly job: JobState;
  readonly id: string;
}

function MoreActions({ job, id }: ItemProps) {
  const { jobs: said, removeIt } = texts.value;
  const onRemoved = () => {
    keepFocus('job-add-sync');
    return undefined;
  };
  return (
    <ClosedPart id={`${id}-more`} title={said.more}>
      <Actions>
        {job.sync && job.through !== '' && (
          <Button
            id={`${id}-views`}
            label={said.views}
            request={(client) => client.makeViews(job.id)}
            done={onSheetMade}
          />
        )}
        <Confirm
          id={`${id}-remove`}
          place="jobs"
          label={removeIt}
          question={(job.refresh ? said.removeRefreshQuestion : said.removeQuestion)(job.name)}
          yes={removeIt}
          request={(client) => client.removeJob(job.id)}
          done={onRemoved}
        />
      </Actions>
    </ClosedPart>
  );
}

/** Everyone may pause a job. To resume a colleague's is to take it over. */
function PauseButton({ job, id }: ItemProps) {
  const { jobs: said } = texts.value;
  if (!job.paused && !job.givenUp)
    return <Button id={id} label={said.pause} request={(client) => client.pauseJob(job.id)} />;
  const resume: Request = (client) => client.resumeJob(job.id, job.version);
  return job.mine ? (
    <Button id={id} label={said.resume} request={resume} />
  ) : (
    <TakeOver job={job} id={id} label={said.resume} request={resume} />
  );
}

function TakeOver({ job, ...others }: ItemProps & { label: string; request: Request }) {
  const { takeOver, takeOverQuestion } = texts.value.jobs;
  return <Confirm {...others} question={takeOverQuestion(ownerOf(job), job.digest)} yes={takeOver} />;
}
