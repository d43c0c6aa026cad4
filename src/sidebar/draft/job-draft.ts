/** A job while it is edited, and the job to save. */
import { separatorsOf } from '../../contract/formula.js';
import { type BuilderQuestion, TRACKED_COMPANIES, writeFormula } from '../../contract/formula-question.js';
import { type JobInput, type JobState, NOT_FOR_JOBS, type Schedule } from '../../contract/jobs.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { finished } from './question-edit.js';

export interface JobDraft {
  /** Empty for a new job. */
  readonly id: string;
  /** Of a new job: saving it again after a failure changes the same job. */
  readonly draftId: string;
  readonly kind: 'sync' | 'push';
  readonly name: string;
  readonly every: Schedule['every'];
  readonly hour: string;
  readonly weekdays: readonly number[];
  readonly digest: string;

  readonly formula: string;
  readonly tab: string;
  readonly newRows: 'top' | 'bottom';
  readonly from: string;
  readonly budget: string;
  readonly log: boolean;

  readonly group: string;
  readonly days: string;
  readonly callbackUrl: string;
}

const DAYS_BACK = 30;
const DAY_MS = 86_400_000;

/** What a new job is made from. */
interface JobSource {
  readonly state: SidebarState;
  readonly draft: { readonly question: BuilderQuestion };
}

/** A new job: a sync of the builder's question. */
export function newJobDraft(source: JobSource, kind: 'sync' | 'push', name: string): JobDraft {
  const { state } = source;
  const group = state.defaultGroup || (state.groups[0] ?? '');
  return {
    id: '',
    draftId: randomName(),
    kind,
    name,
    every: 'day',
    hour: '6',
    weekdays: [1],
    digest: '',
    formula: builderFormula(source),
    tab: 'Signals',
    newRows: 'top',
    from: new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString().slice(0, 10),
    budget: '200',
    log: false,
    group,
    days: '1',
    callbackUrl: state.callbacks[group] ?? '',
  };
}

/** The builder's question without dates and limit. */
export function builderFormula({ draft, state }: JobSource): string {
  const { functionName, first, parts } = finished(draft.question);
  const separators = separatorsOf(state.spreadsheetLocale);
  if (functionName === TRACKED_COMPANIES) return '=EXPANSIONS()';
  const kept = parts.filter((part) => part.kind === 'kept' || !NOT_FOR_JOBS.includes(part.name));
  return writeFormula({ functionName, first, parts: kept }, separators);
}

export function draftOfJob({ id, name, schedule, digest, sync, push }: JobState): JobDraft {
  return {
    id,
    draftId: '',
    kind: sync ? 'sync' : 'push',
    name,
    every: schedule.every,
    hour: String(schedule.hour),
    weekdays: schedule.weekdays,
    digest,
    formula: sync?.formula ?? '',
    tab: sync?.tab ?? '',
    newRows: sync?.newRows ?? 'top',
    from: sync?.from ?? '',
    budget: String(sync?.budget ?? ''),
    log: sync?.log ?? false,
    group: push?.group ?? '',
    days: String(push?.days ?? 1),
    callbackUrl: push?.callbackUrl ?? '',
  };
}

export function jobOfDraft(job: JobDraft): JobInput {
  const { formula, tab, newRows, from, budget, log, group, days, callbackUrl } = job;
  return {
    ...(job.id === '' ? { draftId: job.draftId } : { id: job.id }),
    name: job.name,
    schedule: { every: job.every, hour: Number(job.hour), weekdays: job.weekdays },
    digest: job.digest,
    ...(job.kind === 'sync'
      ? { sync: { formula, tab, newRows, from, budget: Number(budget), log } }
      : { push: { group, days: Number(days), callbackUrl } }),
  };
}

/** Needs no secure context. It only has to differ from the names that the same person gets. */
function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Whether saving makes a sync start again at its first day, which costs credits again. */
export function startsAgain(job: JobDraft, saved: JobState | undefined): boolean {
  const { sync } = saved ?? {};
  if (!sync || saved?.through === '') return false;
  return sync.formula !== job.formula || sync.from !== job.from || sync.tab !== job.tab.trim();
}
