/** A run of a job that a person has started: in parts, with how far it has come, until it is over or cancelled. */
import type { JobRun, JobState } from '../../contract/jobs.js';
import { actions, button } from '../controls/actions.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { resultOf } from './job-facts.js';

const DAY_MS = 86_400_000;

export async function runInParts(page: Page, job: JobState, place: string): Promise<void> {
  const { id, version, refresh } = job;
  const { jobs } = page.texts;
  let token = page.draft.stopped[id] ?? '';
  let isCancelled = false;
  let part: JobRun | undefined;
  const show = (run?: JobRun) => ({
    running: {
      job: id,
      share: run && shareOf(job, run),
      text: run ? resultOf(page, run, refresh !== undefined) : '',
      isCancelled,
      cancel() {
        isCancelled = true;
        page.edit(show(run));
      },
    },
  });
  page.edit(show());
  do {
    const went = await page.call(
      place,
      (client) => client.runJob(id, token, version),
      ({ outcome }) => {
        if (outcome?.kind !== 'job-run') return {};
        part = outcome.run;
        token = part.token;
        if (!part.over && !isCancelled) return { draft: show(part) };
        const result = resultOf(page, part, refresh !== undefined);
        const text = part.over ? result : `${jobs.cancelled} ${result}`;
        return { notice: { kind: part.over ? 'good' : 'warning', text } };
      },
    );
    if (!went) break;
  } while (part?.over === false && !isCancelled);
  // what was stopped still has its right to run, which nobody else has for a while
  const stopped = part?.over === false ? token : '';
  page.edit({ running: undefined, stopped: { [id]: stopped } });
}

/** Days done of those to do: a sync goes from the day after its place to yesterday. Nothing for what has no days. */
function shareOf({ sync, through }: JobState, run: JobRun): readonly [number, number] | undefined {
  if (!sync || run.through === '') return undefined;
  const first = through === '' ? Date.parse(sync.from) - DAY_MS : Date.parse(through);
  const days = (until: number) => Math.max(0, Math.floor((until - first) / DAY_MS));
  const done = days(Date.parse(run.through));
  const all = Math.max(done, days(Date.now() - DAY_MS));
  return all > 0 ? [done, all] : undefined;
}

export function runProgress(page: Page, job: JobState): Child {
  const { draft, texts, format } = page;
  const { running } = draft;
  if (running?.job !== job.id) return undefined;
  const { share, text, isCancelled, cancel } = running;
  return el(
    'div',
    { class: 'question', role: 'status' },
    share && el('strong', {}, texts.jobs.daysDone(format.count(share[0]), format.count(share[1]))),
    share &&
      el(
        'div',
        { class: 'bar', 'aria-hidden': 'true' },
        el('span', { style: `inline-size: ${((100 * share[0]) / share[1]).toFixed(1)}%` }),
      ),
    el('p', {}, isCancelled ? texts.jobs.stopping : text || texts.working),
    !isCancelled &&
      actions(button({ busy: '' }, { id: `job-${job.id}-cancel`, label: texts.cancel, onClick: cancel })),
  );
}
