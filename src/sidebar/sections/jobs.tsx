/** Jobs: their state, the progress of a run, and buttons to run, pause, change, take over and remove them. */
import { signal } from '@preact/signals';
import { HERE, type JobRun, type JobState, NEWS_TAB } from '../../contract/jobs.js';
import { TRIGGER_PROBLEMS } from '../../contract/sidebar-api.js';
import { Actions, Button, Confirm, Link, Notice, StoredError } from '../controls/actions.js';
import { Card, Hint, Item } from '../controls/card.js';
import { costsNothing, draftOfJob, isActive, type JobDraft, newJobDraft } from '../draft/job-draft.js';
import { withTypedTexts } from '../draft/query.js';
import { call, on, type Request } from '../page/action.js';
import { dataOf } from '../page/error-text.js';
import { joined } from '../page/format.js';
import { builder, jobForm } from '../page/forms.js';
import { change, keepFocus, notice, separators, server, texts, view } from '../page/store.js';
import { Problems } from './health.js';
import { onSheetMade } from './insertion.js';
import { AlertList, History, JobFacts, ownerOf, priceOfRun, resultOf, stateOf } from './job-facts.js';
import { JobForm } from './job-form.js';
import { ReceiverCard } from './news.js';

export function Jobs() {
  const { jobs: labels } = texts;
  const { jobs, groups, hasWebApp, health } = server.value;
  if (jobForm.value) return <JobForm job={jobForm.value} />;
  const add = (kind: JobDraft['kind']) => {
    const draft = withTypedTexts(builder.value, separators());
    openForm(newJobDraft(server.value, draft, kind, labels[`${kind}Name`]));
  };
  const problems = TRIGGER_PROBLEMS.filter((problem) => health.includes(problem));
  const items = jobs.map((job) => <JobItem key={job.id} job={job} />);
  const isEmpty = jobs.length === 0;
  const actionId = notice.value?.actionId ?? '';
  const isOfRemovedJob =
    /^job-.+-/.test(actionId) && !jobs.some(({ id }) => actionId.startsWith(`job-${id}-`));
  return (
    <>
      <Card id="jobs-title" title={isEmpty ? labels.emptyTitle : texts.sections.jobs}>
        {problems.length > 0 && <Problems of={problems} />}
        {isEmpty && <p class="lead">{labels.refreshText}</p>}
        {isEmpty && <p class="lead">{labels.emptyText}</p>}
        {!isEmpty && <ul class="plain-list">{items}</ul>}
        <Actions>
          <Button id="job-add-sync" label={labels.addSync} kind="primary" onClick={() => add('sync')} />
          {groups.length > 0 && (
            <Button id="job-add-push" label={labels.addPush} onClick={() => add('push')} />
          )}
          <Button id="job-add-refresh" label={labels.addRefresh} onClick={() => add('refresh')} />
        </Actions>
        <Notice of={isOfRemovedJob ? actionId : ['jobs', 'job-save']} />
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
  const id = `job-${job.id}`;
  const isFree = costsNothing(draftOfJob(job), separators());
  // the notice of the call that has just failed has the same message
  const isReported = notice.value?.failed && notice.value.actionId === `${id}-run`;
  const error = dataOf({ message: job.error, details: job.details });
  return (
    <Item id={id} name={job.name} beside={<span class="badge">{stateOf(job)}</span>}>
      <JobFacts job={job} />
      {job.error !== '' && !isReported && (
        <StoredError actionId={`${id}-error`} error={error} isFree={isFree} />
      )}
      {job.notice !== '' && <p class="notice warning">{job.notice}</p>}
      <AlertList job={job} />
      <Hint id={`${id}-price`}>{priceOfRun(job, isFree)}</Hint>
      <ItemButtons job={job} id={id} isFree={isFree} />
      <History job={job} />
      <RunProgress job={job.id} />
      <Notice of={['run', 'pause', 'take', 'views', 'open'].map((one) => `${id}-${one}`)} isFree={isFree} />
    </Item>
  );
}

type ItemProps = { job: JobState; id: string };

function ItemButtons({ job, id, isFree }: ItemProps & { isFree: boolean }) {
  const { jobs: labels } = texts;
  const { removeQuestion, removePushQuestion, removeRefreshQuestion } = labels;
  const ask = job.push ? removePushQuestion : job.refresh ? removeRefreshQuestion : removeQuestion;
  const run = () => void runInParts(job, `${id}-run`, !isFree);
  const tab = tabOf(job);
  const open: Request = (client) => client.openTab(tab);
  const take: Request = (client) => client.takeOverJob(job.id, job.version);
  const makeViews: Request = (client) => client.makeViews(job.id);
  return (
    <Actions of={job.name}>
      <Button id={`${id}-run`} label={labels.run} describedBy={`${id}-price`} onClick={run} />
      {tab !== '' && job.lastRun > 0 && (
        <Link id={`${id}-open`} label={labels.openTab} target={tab} request={open} />
      )}
      <PauseLink job={job} id={`${id}-pause`} />
      <Link id={`${id}-edit`} label={labels.edit} onClick={() => openForm(draftOfJob(job))} />
      {!job.mine && <TakeOver job={job} id={`${id}-take`} label={labels.takeOver} request={take} />}
      {job.sync && job.through !== '' && (
        <Link id={`${id}-views`} label={labels.views} request={makeViews} done={onSheetMade} />
      )}
      <Confirm
        id={`${id}-remove`}
        actionId="jobs"
        kind="link"
        label={texts.removeIt}
        question={ask({ name: job.name })}
        request={(client) => client.removeJob(job.id)}
        done={() => keepFocus('job-add-sync')}
      />
    </Actions>
  );
}

/** The tab that a job writes to, by its present name; empty for none. */
function tabOf({ sync, push, tabName = sync?.tab ?? '' }: JobState): string {
  return push?.callbackUrl === HERE ? NEWS_TAB : tabName;
}

/** Everyone can pause a job. Resuming a colleague's job takes it over. */
function PauseLink({ job, id }: ItemProps) {
  const { pause, resume: label } = texts.jobs;
  if (isActive(job)) return <Link id={id} label={pause} request={(client) => client.pauseJob(job.id)} />;
  const resume: Request = (client) => client.resumeJob(job.id, job.version);
  if (job.mine) return <Link id={id} label={label} request={resume} />;
  return <TakeOver job={job} id={id} label={label} request={resume} />;
}

function TakeOver({ job, ...others }: ItemProps & { label: string; request: Request }) {
  const { takeOver, takeOverQuestion, takeOverDigest } = texts.jobs;
  const { digest } = job;
  const question = [takeOverQuestion({ owner: ownerOf(job) }), digest !== '' && takeOverDigest({ digest })];
  return <Confirm {...others} kind="link" question={joined(question, ' ')} yes={takeOver} />;
}

/** The job that runs, empty for none, and its result so far in words. */
const NO_RUN = { job: '', text: '', isCancelled: false };
const running = signal(NO_RUN);
/** The tokens of cancelled runs, by job, to resume them. */
const stopped = new Map<string, string>();

/** Runs a job for a person: in parts, until it is finished or cancelled. @param hasPrice false if it is free */
async function runInParts(job: JobState, actionId: string, hasPrice: boolean): Promise<void> {
  const { id, version } = job;
  let token = stopped.get(id) ?? '';
  let part: JobRun | undefined;
  const isCancelled = () => running.value.isCancelled;
  running.value = { ...NO_RUN, job: id };
  do {
    const went = await call(
      actionId,
      (client) => client.runJob(id, token, version),
      on('job-run', ({ run }) => {
        part = run;
        token = run.token;
        const text = `${resultOf(run, job)}.`;
        if (run.over) return text;
        if (isCancelled()) return { kind: 'warning', text: `${texts.jobs.cancelled} ${text}` };
        running.value = { ...NO_RUN, job: id, text };
        return undefined;
      }),
      // once it runs, its price has been read
      hasPrice && part === undefined,
    );
    if (!went) break;
  } while (part?.over === false && !isCancelled());
  // a run that has not ended keeps its lease for a while, so only its token can resume it
  stopped.set(id, part?.over ? '' : token);
  running.value = NO_RUN;
  keepFocus();
}

function RunProgress({ job }: { job: string }) {
  const { jobs, working, cancel } = texts;
  const { text, isCancelled } = running.value;
  if (running.value.job !== job) return null;
  const stop = () => {
    running.value = { ...running.value, isCancelled: true };
    keepFocus(`job-${job}-run`);
  };
  return (
    <div class="question" role="status">
      <p>{isCancelled ? jobs.stopping : text || working}</p>
      {!isCancelled && (
        <Actions>
          <Button id={`job-${job}-cancel`} label={cancel} onClick={stop} always />
        </Actions>
      )}
    </div>
  );
}
