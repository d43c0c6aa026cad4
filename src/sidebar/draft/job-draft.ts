/** A job while it is edited, and the job to save. */
import { addDays } from '../../contract/dates.js';
import { separatorsOf } from '../../contract/formula.js';
import { type BuilderQuestion, datasetOf } from '../../contract/formula-question.js';
import { HERE, type JobInput, type JobState, type Schedule } from '../../contract/jobs.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { type AlertDraft, alertOfDraft, draftOfAlert } from './alert-draft.js';
import { formulaOfJob, type JobQuestion, questionOf } from './job-question.js';
import { placesOf, textOfPlaces } from './places.js';
import { withUsualColumns } from './question-edit.js';
import { todayIn } from './today.js';

export type JobKind = 'sync' | 'push' | 'refresh';

/** How often a job runs: as its schedule says, with Monday to Friday as a choice of its own. */
export const EVERY = ['hour', 'day', 'workdays', 'week'] as const;
export type Every = (typeof EVERY)[number];

export interface JobDraft {
  /** Empty for a new job. */
  readonly id: string;
  /** Of a new job: saving it again after a failure changes the same job. */
  readonly draftId: string;
  readonly kind: JobKind;
  readonly name: string;
  readonly every: Every;
  readonly hour: string;
  readonly weekdays: readonly number[];
  readonly digest: string;
  /** Of a sync and of a refresh. */
  readonly alerts: readonly AlertDraft[];

  readonly formula: string;
  /** The formula in the builder's fields; absent for one that they cannot show. */
  readonly build?: JobQuestion | undefined;
  readonly tab: string;
  readonly newRows: 'top' | 'bottom';
  readonly from: string;
  /** Of a sync and of a refresh. */
  readonly budget: string;
  readonly log: boolean;
  readonly newSince: boolean;

  /** Whether only the formulas in some places are refreshed; their names as they are typed. */
  readonly inPlaces: boolean;
  readonly places: string;
  readonly changes: boolean;

  readonly group: string;
  readonly days: string;
  readonly callbackUrl: string;
}

/** Maximum credits per run of a new job. */
export const NEW_BUDGET = 200;
const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];
const DAYS_BACK = 30;

/** What a new job is made from. */
interface JobSource {
  readonly state: SidebarState;
  readonly draft: { readonly question: BuilderQuestion };
}

/** A new job: a sync of the builder's question, or a refresh of all formulas, every morning. */
export function newJobDraft(source: JobSource, kind: JobKind, name: string): JobDraft {
  const { state } = source;
  const group = state.defaultGroup || (state.groups[0] ?? '');
  const formula = builderFormula(source);
  return {
    id: '',
    draftId: randomName(),
    kind,
    name,
    every: 'day',
    hour: '6',
    weekdays: [1],
    digest: '',
    alerts: [],
    formula,
    build: questionOf(formula, state.spreadsheetLocale),
    tab: 'Signals',
    newRows: 'top',
    from: addDays(todayIn(state.timeZone), -DAYS_BACK),
    budget: String(NEW_BUDGET),
    log: false,
    inPlaces: false,
    places: '',
    changes: true,
    newSince: false,
    group,
    days: '1',
    callbackUrl: state.callbacks[group] ?? (state.hasWebApp ? HERE : ''),
  };
}

/** The builder's question without dates and limit. */
export function builderFormula({ draft, state }: JobSource): string {
  if (!datasetOf(draft.question.functionName)) return '=EXPANSIONS()';
  return formulaOfJob(withUsualColumns(draft.question), separatorsOf(state.spreadsheetLocale));
}

/** @param locale of the spreadsheet, in which its formula is written */
export function draftOfJob(job: JobState, locale: string): JobDraft {
  const { id, name, schedule, digest, alerts = [], sync, push, refresh } = job;
  const places = refresh?.places ?? [];
  return {
    id,
    draftId: '',
    kind: sync ? 'sync' : refresh ? 'refresh' : 'push',
    name,
    every: isOnWorkdays(schedule) ? 'workdays' : schedule.every,
    hour: String(schedule.hour),
    weekdays: schedule.weekdays,
    digest,
    alerts: alerts.map((alert) => draftOfAlert(alert, job.mine)),
    formula: sync?.formula ?? '',
    build: sync && questionOf(sync.formula, locale),
    tab: sync?.tab ?? '',
    newRows: sync?.newRows ?? 'top',
    from: sync?.from ?? '',
    budget: String((sync ?? refresh)?.budget ?? ''),
    log: sync?.log ?? false,
    inPlaces: places.length > 0,
    places: textOfPlaces(places),
    changes: refresh?.changes ?? true,
    newSince: sync?.newSince ?? false,
    group: push?.group ?? '',
    days: String(push?.days ?? 1),
    callbackUrl: push?.callbackUrl ?? '',
  };
}

export function jobOfDraft(job: JobDraft): JobInput {
  return {
    ...(job.id === '' ? { draftId: job.draftId } : { id: job.id }),
    name: job.name,
    schedule: scheduleOfDraft(job),
    digest: job.digest,
    ...(job.kind !== 'push' && { alerts: job.alerts.map(alertOfDraft) }),
    ...settingsOf(job),
  };
}

function settingsOf(job: JobDraft): Pick<JobInput, JobKind> {
  const { formula, tab, newRows, from, log, newSince, changes, group, days, callbackUrl } = job;
  const budget = Number(job.budget);
  if (job.kind === 'sync') return { sync: { formula, tab, newRows, from, budget, log, newSince } };
  if (job.kind === 'push') return { push: { group, days: Number(days), callbackUrl } };
  return { refresh: { places: job.inPlaces ? placesOf(job.places) : [], budget, changes } };
}

function scheduleOfDraft({ every, hour, weekdays }: JobDraft): Schedule {
  if (every === 'workdays') return { every: 'week', hour: Number(hour), weekdays: WORKDAYS };
  return { every, hour: Number(hour), weekdays };
}

/** Whether a schedule is Monday to Friday. */
export function isOnWorkdays({ every, weekdays }: Schedule): boolean {
  return (
    every === 'week' && weekdays.length === WORKDAYS.length && WORKDAYS.every((day) => weekdays.includes(day))
  );
}

/** Whether a refresh has no places yet: saved like that, it would be one of all formulas. */
export function lacksPlaces({ kind, inPlaces, places }: JobDraft): boolean {
  return kind === 'refresh' && inPlaces && placesOf(places).length === 0;
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

const HOUR_MS = 3_600_000;

/** When a job that is saved now first runs, whatever its schedule: at the next full hour. Milliseconds since 1970. */
export function firstRunAt(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
}
