/** Runs a job for a person: in parts, with its progress, until it is finished or cancelled. */
import { signal } from '@preact/signals';
import type { JobRun, JobState } from '../../contract/jobs.js';
import { Actions, Button } from '../controls/actions.js';
import { Bar } from '../controls/card.js';
import { call, on } from '../page/action.js';
import { keepFocus, texts } from '../page/store.js';
import { resultOf } from './job-facts.js';

const DAY_MS = 86_400_000;

interface Running {
  readonly job: string;
  /** Days done and days to do; undefined without days. */
  readonly share: readonly [number, number] | undefined;
  readonly text: string;
  readonly isCancelled: boolean;
}

const running = signal<Running | undefined>(undefined);
/** The tokens of cancelled runs, by job, to resume them. */
const stopped = new Map<string, string>();

export async function runInParts(job: JobState, actionId: string): Promise<void> {
  const { id, version, refresh } = job;
  const isRefresh = refresh !== undefined;
  let token = stopped.get(id) ?? '';
  let part: JobRun | undefined;
  const isCancelled = () => running.value?.isCancelled === true;
  running.value = { job: id, share: undefined, text: '', isCancelled: false };
  do {
    const went = await call(
      actionId,
      (client) => client.runJob(id, token, version),
      on('job-run', ({ run }) => {
        part = run;
        token = run.token;
        const text = resultOf(run, isRefresh);
        if (run.over) return text;
        if (isCancelled()) return { kind: 'warning', text: `${texts.jobs.cancelled} ${text}` };
        running.value = { job: id, share: shareOf(job, run), text, isCancelled: false };
        return undefined;
      }),
    );
    if (!went) break;
  } while (part?.over === false && !isCancelled());
  // a run that has not ended keeps its lease for a while, so only its token can resume it
  stopped.set(id, part?.over ? '' : token);
  running.value = undefined;
  keepFocus();
}

/** Returns a sync's days done and to do, from the day after `through` to yesterday; else undefined. */
function shareOf({ sync, through }: JobState, run: JobRun): readonly [number, number] | undefined {
  if (!sync || run.through === '') return undefined;
  const first = through === '' ? Date.parse(sync.from) - DAY_MS : Date.parse(through);
  const days = (until: number) => Math.max(0, Math.floor((until - first) / DAY_MS));
  const done = days(Date.parse(run.through));
  const all = Math.max(done, days(Date.now() - DAY_MS));
  return all > 0 ? [done, all] : undefined;
}

export function RunProgress({ job }: { job: string }) {
  const { jobs, working, cancel } = texts;
  const run = running.value;
  if (run?.job !== job) return null;
  const { share, text, isCancelled } = run;
  const stop = () => {
    running.value = { ...run, isCancelled: true };
    keepFocus();
  };
  return (
    <div class="question" role="status">
      {share && (
        <>
          <strong>{jobs.daysDone({ done: share[0], all: share[1] })}</strong>
          <Bar share={share[0] / share[1]} />
        </>
      )}
      <p>{isCancelled ? jobs.stopping : text || working}</p>
      {!isCancelled && (
        <Actions>
          <Button id={`job-${job}-cancel`} label={cancel} onClick={stop} always />
        </Actions>
      )}
    </div>
  );
}
