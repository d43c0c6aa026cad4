/** Describes a job's state, work, runs and alerts in words. */
import { signal } from '@preact/signals';
import type { AlertSecret, AlertState } from '../../contract/alerts.js';
import { isWait, type JobState, type PastRun, type RunCounts, type Schedule } from '../../contract/jobs.js';
import { ownValue as wordFor } from '../../contract/options.js';
import { Line, Link, Notice } from '../controls/actions.js';
import { ClosedPart, Hint, Item, Secret } from '../controls/card.js';
import { clockOf } from '../controls/fields.js';
import { everyOf } from '../draft/job-draft.js';
import { on } from '../page/action.js';
import { joined } from '../page/format.js';
import { credits, format, leftOfToday, limitOfToday, server, texts } from '../page/store.js';

export function stateOf(job: JobState): string {
  const { states } = texts.jobs;
  if (job.runningFor !== '') return states.running;
  if (job.givenUp) return states.givenUp;
  if (job.paused) return states.paused;
  if (job.error === '') return states.waits;
  return isWait(job.details) ? states.waiting : states.failed;
}

function factsOf(job: JobState): string {
  const { jobs } = texts;
  const { sync, push, refresh, tabName } = job;
  const places = refresh?.places.join(', ');
  return joined([
    sync && jobs.intoTab({ tab: tabName || sync.tab }),
    push && jobs.ofGroup({ group: push.group }),
    refresh && (places ? jobs.ofPlaces({ places }) : jobs.ofAll),
    scheduleOf(job.schedule),
    job.through && jobs.through({ day: format().wholeDate(job.through) }),
    sync && jobs.sums({ rows: job.allAdded, spent: job.allCredits }),
    jobs.owner({ name: job.mine ? jobs.me : ownerOf(job) }),
  ]);
}

export function ownerOf({ owner }: JobState): string {
  return owner || texts.activity.someone;
}

/** The result of the last run, the time of the next one, and what the job does. */
export function JobFacts({ job }: { job: JobState }) {
  const { jobs } = texts;
  const { lastRun, nextRun, error, unfinished, refresh, push } = job;
  const { day, time } = format();
  const isFresh = refresh && error === '' && !unfinished;
  const last = (isFresh ? jobs.freshAsOf : jobs.lastOn)({ day: day(lastRun), time: time(lastRun) });
  // a run before the scheduled time makes up for one that is missing, failed or unfinished
  const next =
    lastRun === 0 ? jobs.firstOn : error !== '' ? jobs.againOn : unfinished ? jobs.restOn : jobs.nextRunOn;
  return (
    <>
      {lastRun > 0 && <p>{error !== '' || push ? last : `${last} · ${resultOf(job, job)}`}</p>}
      {nextRun > 0 && <p>{next({ day: day(nextRun), time: time(nextRun) })}</p>}
      <Hint>{factsOf(job)}</Hint>
    </>
  );
}

/** Says what a run costs at most now, and if the person's own key pays for a colleague's job. */
export function priceOfRun({ mine, sync, refresh }: JobState, isFree: boolean): string {
  const { runCost, calculatedCost, runKey } = texts.jobs;
  const { activity, hasKey, sharing } = server.value;
  if (isFree) return runCost({ most: 0 });
  // the day has counted held credits already, and a run may repeat their requests
  const affordable = activity.held.reduce((sum, one) => sum + one.credits, limitOfToday().remaining);
  const most = Math.min((sync ?? refresh)?.budget ?? 0, affordable);
  const isOwnKey = !mine && hasKey && !sharing;
  return joined([runCost({ most }), refresh && calculatedCost, leftOfToday(), isOwnKey && runKey]);
}

const HOUR_MS = 3_600_000;

/** Returns a sentence with the first run of a job that is saved now: at the next full hour for any schedule. */
export function firstRunLine(): string {
  const { day, time } = format();
  const at = (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS;
  return `${texts.jobs.firstOn({ day: day(at), time: time(at) })}.`;
}

/** The last runs, newest first, closed at first. */
export function History({ job }: { job: JobState }) {
  const { id, name, runs = [] } = job;
  const { day, time } = format();
  if (runs.length === 0) return null;
  const items = runs.map((run) => (
    <li key={run.at} class="hint">{`${day(run.at)} ${time(run.at)} · ${pastRunText(job, run)}`}</li>
  ));
  return (
    <ClosedPart id={`job-${id}-runs`} title={texts.jobs.history({ count: runs.length })} of={name}>
      <ul class="plain-list">{items}</ul>
    </ClosedPart>
  );
}

function pastRunText(job: JobState, run: PastRun): string {
  const { states, sent, waited } = texts.jobs;
  if (run.failed) return states.failed;
  const reason = run.waited && (wordFor(waited, run.waited) ?? waited.others);
  // a run that waits may have worked before
  if (reason && run.added + run.changed + run.credits === 0) return reason;
  return joined([job.push ? sent : resultOf(run, job), reason]);
}

/** Describes the counts of a run, so far or in all. */
export function resultOf({ added, changed, credits: spent }: RunCounts, { refresh }: JobState): string {
  const { jobs } = texts;
  if (!refresh) return jobs.progress({ added, changed, spent });
  const parts = [jobs.records({ count: added }), jobs.formulas({ count: changed }), credits(spent)];
  // keep a number on one line with its noun
  return parts.map((part) => part.replace(/(\d) /, '$1\u00a0')).join(', ');
}

function scheduleOf(schedule: Schedule): string {
  const { everyChoices, weekdays: names, atHour } = texts.jobs;
  const every = everyOf(schedule);
  if (every === 'hour') return everyChoices.hour;
  const selected = schedule.weekdays.map((day) => Object.values(names)[day]).join(', ');
  return `${every === 'week' ? selected : everyChoices[every]} ${atHour({ time: clockOf(schedule.hour) })}`;
}

/** The secrets of webhooks whose address was entered while the page is open. */
export const alertSecrets = signal<readonly AlertSecret[]>([]);

export function AlertList({ job }: { job: JobState }) {
  const { alerts = [] } = job;
  if (alerts.length === 0) return null;
  const items = alerts.map((alert) => <AlertItem key={alert.id} job={job} alert={alert} />);
  return (
    <div class="block">
      <ul class="plain-list" aria-label={texts.alerts.title}>
        {items}
      </ul>
    </div>
  );
}

function AlertItem({ job, alert }: { job: JobState; alert: AlertState }) {
  const { alerts } = texts;
  const { kind, address, waiting, failure, unclear, isMissing, whole } = alert;
  const id = `job-${job.id}-alert-${alert.id}`;
  const { secret } = alertSecrets.value.find((one) => one.id === alert.id) ?? {};
  // a job that has failed too often still sends messages to people, but no events
  const isStopped = job.paused || (job.givenUp && whole);
  const retry = isStopped ? alerts.resumed : (wordFor(alerts.retries, failure) ?? alerts.retried);
  const problem = isMissing ? alerts.missing : failure !== '' && `${failedText(failure)} ${retry}`;
  const facts = [
    address,
    whole && alerts.wholeShort,
    waiting > 0 && alerts.waiting({ count: waiting }),
    unclear > 0 && alerts.unclear({ count: unclear }),
  ];
  // sends a test, or the waiting records
  const send = job.mine && !isMissing && (
    <Link
      id={`${id}-send`}
      label={waiting > 0 && !whole ? alerts.retry : alerts.test}
      target={`${alerts.kinds[kind]}, ${address}`}
      request={(client) => client.testAlert(job.id, alert.id)}
      done={onTested}
    />
  );
  return (
    <Item id={id} name={alerts.kinds[kind]} beside={send}>
      <Hint>{joined(facts)}</Hint>
      {problem && <Line kind="warning">{problem}</Line>}
      {secret && (
        <Secret id={`${id}-secret`} label={alerts.copySecret} hint={alerts.copySecret} text={secret} />
      )}
      <Notice of={`${id}-send`} />
    </Item>
  );
}

const onTested = on('alert-tested', ({ failure }) => {
  const { tested, unknown } = texts.alerts;
  return failure === '' ? tested : { kind: 'warning', text: failure === '?' ? unknown : failedText(failure) };
});

function failedText(failure: string): string {
  const { failed, reasons } = texts.alerts;
  return failed({ words: wordFor(reasons, failure) ?? failure });
}
