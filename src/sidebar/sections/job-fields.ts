/** The fields of the form of a job that belong to its kind: sync, push, refresh. */
import { button } from '../controls/actions.js';
import { checkbox, selectField, textArea, textField } from '../controls/fields.js';
import { builderFormula, type JobDraft, lacksPlaces } from '../draft/job-draft.js';
import { questionOf } from '../draft/job-question.js';
import { textOfPlaces } from '../draft/places.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { columnsRow } from './build-columns.js';
import { destinationFields } from './destination.js';
import { groupChoices } from './group-choices.js';
import { pageOfQuestion, questionFields } from './job-question.js';
import { dayChoices } from './news.js';

/** Changes the draft of the job. */
export type Edit = (change: Partial<JobDraft>) => void;

/** An hour of the day as a clock shows it. */
export function clockOf(hour: number | string): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** One of the hours of the day. */
export function hourField(
  id: string,
  label: string,
  value: string,
  onChange: (hour: string) => void,
): HTMLElement {
  const choices = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockOf(hour) }));
  return selectField({ id, label, value, choices, onChange });
}

/** What a sync fetches, and where to. */
export function syncFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { jobs } = page.texts;
  return [
    questionFields(page, job),
    textField({
      id: 'job-tab',
      label: jobs.tab,
      hint: jobs.tabHint,
      value: job.tab,
      onInput: (tab) => edit({ tab }),
    }),
  ];
}

/** From when, for how much, and how a sync writes; the formula for those who prefer it. */
export function advancedSyncFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { texts, state } = page;
  const { jobs } = texts;
  const inner = pageOfQuestion(page, job);
  const setFormula = (formula: string) =>
    edit({ formula, build: questionOf(formula, state.spreadsheetLocale) });
  return [
    textField({
      id: 'job-from',
      label: jobs.from,
      hint: jobs.fromHint,
      placeholder: jobs.fromFormat,
      value: job.from,
      onInput: (from) => edit({ from: from.trim() }),
    }),
    budgetField(page, job, edit),
    selectField({
      id: 'job-new-rows',
      label: jobs.newRows,
      value: job.newRows,
      choices: [
        { value: 'top', label: jobs.top },
        { value: 'bottom', label: jobs.bottom },
      ],
      onChange: (value) => edit({ newRows: value === 'bottom' ? 'bottom' : 'top' }),
    }),
    checkbox({
      id: 'job-new-since',
      label: jobs.newSince,
      checked: job.newSince,
      onChange: (newSince) => edit({ newSince }),
    }),
    checkbox({ id: 'job-log', label: jobs.log, checked: job.log, onChange: (log) => edit({ log }) }),
    inner && columnsRow(inner),
    textArea({
      id: 'job-formula',
      label: jobs.formula,
      hint: jobs.formulaHint,
      value: job.formula,
      onInput: setFormula,
    }),
    button(page, {
      id: 'job-from-builder',
      label: jobs.fromBuilder,
      kind: 'link',
      onClick: () => setFormula(builderFormula(page)),
    }),
  ];
}

/** Which news a push asks for, and where it goes. */
export function pushFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { state } = page;
  const { jobs, news } = page.texts;
  return [
    el('p', { class: 'hint' }, jobs.pushHint),
    selectField({
      id: 'job-group',
      label: news.group,
      value: job.group,
      choices: groupChoices(page, job.group),
      onChange: (group) => edit({ group, callbackUrl: state.callbacks[group] ?? job.callbackUrl }),
    }),
    selectField({
      id: 'job-days',
      label: news.days,
      value: job.days,
      choices: dayChoices(page),
      onChange: (days) => edit({ days }),
    }),
    destinationFields(page, 'job-callback', job.callbackUrl, (callbackUrl) => edit({ callbackUrl })),
  ];
}

/** Which formulas a refresh keeps fresh. */
export function refreshFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { texts, state } = page;
  const { jobs } = texts;
  const here = textOfPlaces(state.cell ? [state.cell.sheet] : []);
  return [
    selectField({
      id: 'job-where',
      label: jobs.where,
      hint: jobs.refreshHint,
      value: job.inPlaces ? 'places' : 'all',
      choices: [
        { value: 'all', label: jobs.everywhere },
        { value: 'places', label: jobs.inPlaces },
      ],
      onChange: (value) => edit({ inPlaces: value === 'places', places: job.places || here }),
    }),
    job.inPlaces &&
      textField({
        id: 'job-places',
        label: jobs.places,
        hint: jobs.placesHint,
        problem: lacksPlaces(job) ? jobs.placesMissing : '',
        value: job.places,
        onInput: (places) => edit({ places }),
      }),
  ];
}

/** For how much, and whether a refresh lists what it finds. */
export function advancedRefreshFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { jobs } = page.texts;
  return [
    budgetField(page, job, edit),
    checkbox({
      id: 'job-changes',
      label: jobs.changes,
      checked: job.changes,
      onChange: (changes) => edit({ changes }),
    }),
  ];
}

function budgetField({ texts }: Page, job: JobDraft, edit: Edit): HTMLElement {
  const { jobs } = texts;
  return textField({
    id: 'job-budget',
    label: jobs.budget,
    hint: jobs.budgetHint,
    type: 'number',
    value: job.budget,
    onInput: (budget) => edit({ budget }),
  });
}
