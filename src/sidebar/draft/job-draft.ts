/** A job while it is edited, and the job to save. */
import { addDays } from '../../contract/dates.js';
import { type Separators, separatorsOf } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  datasetOf,
  type OpenedFormula,
  openFormula,
  writeFormula,
} from '../../contract/formula-question.js';
import { withSheet } from '../../contract/formula-sheet.js';
import { type JobInput, type JobState, NOT_FOR_JOBS, type Schedule } from '../../contract/jobs.js';
import type { CellReference, SidebarState } from '../../contract/sidebar-api.js';
import { type AlertDraft, alertOfDraft, draftOfAlert } from './alert-draft.js';
import { firstBlockingIssue, type Query, queryOf, withTypedTexts } from './query.js';
import { isPaid, withDefaultColumns, withoutEmptyOptions } from './question-edit.js';
import { callbackOf, defaultGroupOf } from './sections.js';
import { dayIn } from './today.js';
import type { ValidationContext, ValidationIssue } from './validation-issues.js';

type JobKind = 'sync' | 'push' | 'refresh';

/** The question of a sync, for the fields of the builder. */
type JobQuestion = Query & { readonly opened?: OpenedFormula | undefined };

/** The choices for a job's schedule, with Monday to Friday as one more. */
export const EVERY = ['hour', 'day', 'workdays', 'week'] as const;

/** Maximum credits per run of a new job. */
export const NEW_BUDGET = 200;
const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];
const DAYS_BACK = 30;

/** The defaults of a new job, which runs every morning. */
const NEW_JOB = {
  /** Empty for a new job. */
  id: '',
  /** Identifies a new job, so that saving it again after a failure changes the same one. */
  draftId: '',
  /** The version of the job that is changed. */
  version: '',
  kind: 'sync' as JobKind,
  name: '',
  every: 'day' as (typeof EVERY)[number],
  hour: '6',
  weekdays: [1] as readonly number[],
  digest: '',
  /** True after the form was submitted with a wrong field: alerts then show that their address is missing. */
  isChecked: false,
  /** A push has no alerts and no budget. */
  alerts: [] as readonly AlertDraft[],
  budget: String(NEW_BUDGET),

  /** The saved or typed formula counts until a field of the builder changes; then `fields` counts. */
  formula: '',
  fields: undefined as JobQuestion | undefined,
  tab: 'Signals',
  newRows: 'top' as 'top' | 'bottom',
  from: '',
  newSince: false,

  /** True to refresh only the formulas in `places`, which has the names as the person typed them. */
  inPlaces: false,
  places: '',
  changes: true,

  group: '',
  days: '1',
  callbackUrl: '',
};

export type JobDraft = Readonly<typeof NEW_JOB>;

interface JobSource {
  readonly question: BuilderQuestion;
  /** The formula that it was read from: its ranges mean the tab of its cell. */
  readonly opened?: { readonly cell: CellReference | undefined } | undefined;
}

/** A new job: a sync of the builder's question, a push for the default group, or a full refresh. */
export function newJobDraft(state: SidebarState, draft: JobSource, kind: JobKind, name: string): JobDraft {
  const separators = separatorsOf(state.spreadsheetLocale);
  const formula = datasetOf(draft.question.functionName)
    ? formulaOfJob(withDefaultColumns(draft.question), separators)
    : '=EXPANSIONS()';
  const sheet = draft.opened?.cell?.sheet;
  const group = defaultGroupOf(state);
  return {
    ...NEW_JOB,
    draftId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    kind,
    name,
    formula: sheet === undefined ? formula : withSheet(formula, sheet, separators),
    from: addDays(dayIn(state.timeZone), -DAYS_BACK),
    group,
    callbackUrl: callbackOf(state, group),
  };
}

/** Returns a push for another group. An address that a person has typed stays unless the group has one. */
export function withGroup(job: JobDraft, state: SidebarState, group: string): JobDraft {
  const isTyped = job.callbackUrl !== callbackOf(state, job.group);
  const ofGroup = isTyped ? state.callbacks[group] : callbackOf(state, group);
  return { ...job, group, callbackUrl: ofGroup ?? job.callbackUrl };
}

/** Returns a sync's question for the builder's fields; undefined for a formula that they cannot show. */
export function fieldsOf({ formula, fields }: JobDraft, separators: Separators): JobQuestion | undefined {
  if (fields) return fields;
  const opened = openFormula(formula, separators);
  if (!opened || !datasetOf(opened.question.functionName)) return undefined;
  return { ...queryOf(opened.question), opened };
}

/** True for a job without a price: a push, or a sync of records that cost nothing. */
export function costsNothing(job: JobDraft, separators: Separators): boolean {
  const question = job.kind === 'sync' ? fieldsOf(job, separators)?.question : undefined;
  return job.kind === 'push' || (question !== undefined && !isPaid(question));
}

export function formulaOf({ formula, fields }: JobDraft, separators: Separators): string {
  if (!fields) return formula;
  const { question, opened } = withTypedTexts(fields, separators);
  return formulaOfJob(question, separators, opened);
}

/** Writes the formula without some options: dates and limit. Unchanged parts keep their text. */
function formulaOfJob(
  question: BuilderQuestion,
  separators: Separators,
  opened?: OpenedFormula,
  omitted = NOT_FOR_JOBS,
): string {
  const { parts, ...others } = withoutEmptyOptions(question);
  const remaining = parts.filter((part) => part.kind === 'verbatim' || !omitted.includes(part.name));
  return writeFormula({ ...others, parts: remaining }, separators, opened);
}

/** Returns the reason why a sync cannot be saved: it is for all companies, or its question is invalid. */
export function blockingIssueOf(job: JobDraft, context: ValidationContext): ValidationIssue | undefined {
  const fields = fieldsOf(job, context.separators);
  const isBlocking = (name: ValidationIssue) => name.startsWith('bad-');
  return fields && firstBlockingIssue(withTypedTexts(fields, context.separators), context, isBlocking);
}

export function draftOfJob(job: JobState): JobDraft {
  const { id, version, name, schedule, digest, alerts = [], sync, push, refresh } = job;
  const places = refresh?.places ?? [];
  return {
    ...NEW_JOB,
    ...sync,
    ...push,
    ...refresh,
    id,
    version,
    kind: sync ? 'sync' : refresh ? 'refresh' : 'push',
    name,
    every: everyOf(schedule),
    hour: String(schedule.hour),
    weekdays: schedule.weekdays,
    digest,
    alerts: alerts.map((alert) => draftOfAlert(alert, job.mine)),
    budget: String((sync ?? refresh)?.budget ?? NEW_BUDGET),
    inPlaces: places.length > 0,
    places: places.join('\n'),
    days: String(push?.days ?? 1),
  };
}

/** @param separators of the spreadsheet, for the formula */
export function jobOfDraft(job: JobDraft, separators: Separators): JobInput {
  const { id, draftId, version, kind, name, digest, every, weekdays, alerts } = job;
  const days = every === 'workdays' ? ({ every: 'week', weekdays: WORKDAYS } as const) : { every, weekdays };
  const common = {
    ...(id === '' ? { draftId } : { id, version }),
    name,
    schedule: { ...days, hour: Number(job.hour) },
    digest,
    ...(kind !== 'push' && { alerts: alerts.map(alertOfDraft) }),
  };
  const { tab, newRows, from, newSince, changes, group, callbackUrl } = job;
  const budget = Number(job.budget);
  if (kind === 'push') return { ...common, push: { group, days: Number(job.days), callbackUrl } };
  if (kind === 'refresh')
    return { ...common, refresh: { places: job.inPlaces ? parseTargets(job.places) : [], budget, changes } };
  return { ...common, sync: { formula: formulaOf(job, separators), tab, newRows, from, budget, newSince } };
}

export function everyOf({ every, weekdays }: Schedule): JobDraft['every'] {
  return every === 'week' && [...weekdays].sort().join() === WORKDAYS.join() ? 'workdays' : every;
}

/** True for a refresh without its places: saved like this, it would refresh all formulas. */
export function lacksTargets({ kind, inPlaces, places }: JobDraft): boolean {
  return kind === 'refresh' && inPlaces && parseTargets(places).length === 0;
}

/** Options that shape the rows of a sync: changing them repeats no query. */
const SHAPING = ['columns', 'exclude', 'score'];

/** Returns the part of a formula that decides which records it requests. */
function askedBy(formula: string, separators: Separators): string {
  const question = openFormula(formula, separators)?.question;
  return question ? formulaOfJob(question, separators, undefined, SHAPING) : formula;
}

/** True if saving restarts the sync at its first day, which costs credits again. */
export function restartsSync(job: JobDraft, saved: JobState | undefined, separators: Separators): boolean {
  // a sync that a colleague has removed is created again
  if (!saved) return job.id !== '' && job.kind === 'sync';
  const { sync, through, tabName = sync?.tab } = saved;
  if (!sync || through === '') return false;
  const tab = job.tab.trim();
  // a renamed tab is found, whichever of its names the job has
  const isSameTab = tab === sync.tab || tab.toLowerCase() === tabName?.toLowerCase();
  const [before, after] = [sync.formula, formulaOf(job, separators)].map((one) => askedBy(one, separators));
  const isSame = before === after && sync.from === job.from;
  return !isSame || !isSameTab || tabName === '';
}

/** Returns the names of tabs and named ranges, one per line, each once. */
export function parseTargets(text: string): string[] {
  const names = text.split('\n').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** True if the job is on, even if its last run failed. */
export function isActive({ paused, givenUp }: JobState): boolean {
  return !paused && !givenUp;
}
