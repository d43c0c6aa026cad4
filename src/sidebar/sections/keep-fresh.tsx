/** Keeps formulas fresh every morning: offered once after an insert in Build, and a switch in Activity. */
import { signal } from '@preact/signals';
import type { JobState } from '../../contract/jobs.js';
import { Button, Icon, Line, Link, Notice, Question } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { Switch } from '../controls/fields.js';
import {
  activeRefreshJob,
  fullRefreshJob,
  hasRefresh,
  isActive,
  type JobDraft,
  jobOfDraft,
  NEW_BUDGET,
  newJobDraft,
  targetsText,
} from '../draft/job-draft.js';
import { call } from '../page/action.js';
import { joined } from '../page/format.js';
import { builder, freshOffer } from '../page/forms.js';
import { connection, format, go, keepFocus, notice, separators, server, texts } from '../page/store.js';
import { firstRunLine, hasFailed, RunLines, runBy, scheduleOf, triggerProblems } from './job-facts.js';
import { savedWithout } from './job-form.js';

const OFFER_ID = 'build-fresh';
const SWITCH_ID = 'activity-fresh';
/** The hours at which a daily run is called one in the morning. */
const MORNING = { from: 4, to: 11 };

/** The refresh job, until it is saved. */
const unsaved = signal<JobDraft | undefined>(undefined);

/** After an insert, offers to keep formulas fresh, or shows the job that does. */
export function FreshOffer() {
  const { jobs } = server.value;
  if (freshOffer.value === '') return null;
  const refreshJob = activeRefreshJob(jobs);
  // the person's own key or a shared one has to pay for the job
  const mayOffer = connection.value !== '' && !hasRefresh(jobs);
  const isOffered = freshOffer.value === 'offered' && !refreshJob && mayOffer;
  const accept = () => keepFresh(OFFER_ID, `${OFFER_ID}-kept`);
  const decline = () => {
    freshOffer.value = 'declined';
    keepFocus('build-insert');
  };
  return (
    <>
      {isOffered && (
        <Question text={`${texts.fresh.offer} ${promise()}`}>
          <Button id={OFFER_ID} label={texts.fresh.yes} onClick={accept} />
          <Link id={`${OFFER_ID}-no`} label={texts.fresh.no} onClick={decline} />
        </Question>
      )}
      <Notice of={OFFER_ID} />
      {refreshJob && notice.value?.actionId !== OFFER_ID && <RefreshStatus job={refreshJob} />}
    </>
  );
}

/** The switch: on creates the job or resumes it, off pauses it. A colleague's job has no switch. */
export function FreshCard() {
  const job = fullRefreshJob(server.value.jobs);
  const { title, morning, switch: labelOf } = texts.fresh;
  if (!job && connection.value === '') return null;
  if (job && !job.mine) {
    return (
      <Card id="fresh-title" title={title}>
        <RefreshStatus job={job} />
      </Card>
    );
  }
  const isOn = job !== undefined && isActive(job);
  const toggle = () => {
    if (!job) return keepFresh(SWITCH_ID, SWITCH_ID);
    const { id, version } = job;
    void call(SWITCH_ID, (client) => (isOn ? client.pauseJob(id) : client.resumeJob(id, version)));
  };
  const label = labelOf({ when: job ? whenOf(job) : morning });
  return (
    <Card id="fresh-title" title={title}>
      <Switch id={SWITCH_ID} label={label} value={isOn} onChange={toggle} />
      {job ? <RunLines job={job} /> : <Hint>{promise()}</Hint>}
      {job && isOn && isTroubled(job) && <Trouble job={job} />}
      <Notice of={SWITCH_ID} />
    </Card>
  );
}

/** Describes the offered job: its work, its greatest cost and its first run. */
function promise(): string {
  return `${texts.fresh.offerText({ most: NEW_BUDGET })} ${firstRunLine()}`;
}

/** Creates the job: all formulas, every morning. A retry after a failure saves the same job. */
function keepFresh(actionId: string, focus: string): void {
  const source = { state: server.value, draft: builder.value };
  const job = unsaved.value ?? newJobDraft(source, 'refresh', texts.jobs.newRefresh);
  unsaved.value = job;
  void call(
    actionId,
    (client) => client.saveJob(jobOfDraft(job, separators())),
    ({ outcome }) => {
      unsaved.value = undefined;
      keepFocus(focus);
      return savedWithout(outcome?.kind === 'job' ? outcome.refusal : '');
    },
  );
}

function whenOf({ schedule }: JobState): string {
  const { every, hour } = schedule;
  const isMorning = every === 'day' && hour >= MORNING.from && hour <= MORNING.to;
  return isMorning ? texts.fresh.morning : scheduleOf(schedule);
}

/** "Fresh every morning, next tomorrow about 06:00" */
function RefreshStatus({ job }: { job: JobState }) {
  const { day, time } = format();
  const { nextRun, refresh } = job;
  if (isTroubled(job)) return <Trouble job={job} />;
  const [when, places] = [whenOf(job), targetsText(refresh?.places ?? [])];
  const facts = [
    places === '' ? texts.fresh.is({ when }) : texts.fresh.isIn({ when, places }),
    nextRun > 0 && texts.jobs.nextOn({ day: day(nextRun), time: time(nextRun) }),
    !job.mine && runBy(job),
  ];
  return (
    <p id={`${OFFER_ID}-kept`} class="kept" tabIndex={-1}>
      <Icon name="good" />
      <span>{joined(facts, ', ')}</span>
    </p>
  );
}

/** True if a job does not run automatically, or has failed. */
function isTroubled(job: JobState): boolean {
  return hasFailed(job) || (job.mine && triggerProblems().length > 0);
}

/** The section Jobs has the reason and the remedy. */
function Trouble({ job }: { job: JobState }) {
  return (
    <Line id={`${OFFER_ID}-kept`} kind="warning" tabIndex={-1}>
      {texts.fresh.troubled({ job: job.name })}{' '}
      <Link id="fresh-to-jobs" label={texts.fresh.toJobs} onClick={() => go('jobs')} />
    </Line>
  );
}
