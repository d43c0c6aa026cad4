/** The form of a job: what all kinds have in common, and the question before it is saved. */
import { actions, askingButton, button, form, noticeAt } from '../controls/actions.js';
import { card, closedPart } from '../controls/card.js';
import { checkbox, selectField, textField } from '../controls/fields.js';
import {
  EVERY,
  type Every,
  type JobDraft,
  jobOfDraft,
  lacksPlaces,
  startsAgain,
} from '../draft/job-draft.js';
import { missingIn } from '../draft/job-question.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { alertFields, wrongAlert } from './alert-fields.js';
import {
  advancedRefreshFields,
  advancedSyncFields,
  type Edit,
  hourField,
  pushFields,
  refreshFields,
  syncFields,
} from './job-fields.js';

export function jobForm(page: Page, job: JobDraft): HTMLElement {
  const { texts, state } = page;
  const { jobs } = texts;
  const edit: Edit = (change) => page.edit({ job: { ...job, ...change } });
  const saved = state.jobs.find(({ id }) => id === job.id);
  const restarts = startsAgain(job, saved);
  const isTakenOver = saved !== undefined && !saved.mine;
  const questions = [
    isTakenOver && jobs.changeQuestion(saved.owner || texts.activity.someone),
    restarts && jobs.restartQuestion(job.from),
  ].filter((question) => question !== false);
  return card(
    'job-form-title',
    jobs[`${job.kind}Title`],
    form(
      {
        id: 'job-form',
        onSubmit: () => {
          const wrong = firstWrong(job);
          if (wrong !== '') page.edit({ focus: wrong, alertsChecked: true });
          else if (questions.length === 0) save(page, job);
        },
      },
      isTakenOver && el('p', { class: 'hint' }, jobs.notMine(saved.owner || texts.activity.someone)),
      textField({ id: 'job-name', label: jobs.name, value: job.name, onInput: (name) => edit({ name }) }),
      job.kind === 'sync' && syncFields(page, job, edit),
      job.kind === 'push' && pushFields(page, job, edit),
      scheduleFields(page, job, edit),
      job.kind === 'refresh' && refreshFields(page, job, edit),
      job.kind !== 'push' && alertFields(page, job, edit),
      closedPart(
        'job-advanced',
        jobs.advanced,
        job.kind === 'sync' && advancedSyncFields(page, job, edit),
        job.kind === 'refresh'
          ? advancedRefreshFields(page, job, edit)
          : textField({
              id: 'job-digest',
              label: jobs.digest,
              hint: jobs.digestHint,
              value: job.digest,
              onInput: (digest) => edit({ digest }),
            }),
      ),
      actions(
        questions.length > 0 && firstWrong(job) === ''
          ? askingButton(page, {
              id: 'job-save',
              label: jobs.save,
              question: questions.join(' '),
              yes: isTakenOver ? jobs.saveAsMine : jobs.save,
              onYes: () => save(page, job),
            })
          : button(page, { id: 'job-save', label: jobs.save, kind: 'primary', submit: true }),
        button(page, {
          id: 'job-cancel',
          label: texts.cancel,
          onClick: () =>
            page.edit({ job: undefined, asking: '', alertsChecked: false, focus: `job-add-${job.kind}` }),
        }),
      ),
    ),
    noticeAt(page, 'job-save'),
  );
}

/** The first field that has to be corrected; empty for none. */
function firstWrong(job: JobDraft): string {
  if (job.kind === 'sync' && missingIn(job.build)) return 'build-companies';
  return lacksPlaces(job) ? 'job-places' : wrongAlert(job);
}

function scheduleFields({ texts }: Page, job: JobDraft, edit: Edit): Child[] {
  const { jobs } = texts;
  return [
    selectField({
      id: 'job-every',
      label: jobs.every,
      value: job.every,
      choices: EVERY.map((value) => ({
        value,
        label: jobs.everyChoices[value],
      })),
      onChange: (value) => edit({ every: value as Every }),
    }),
    job.every !== 'hour' && hourField('job-hour', jobs.hour, job.hour, (hour) => edit({ hour })),
    job.every === 'week' &&
      el(
        'fieldset',
        { class: 'block weekdays' },
        el('legend', {}, jobs.days),
        jobs.weekdays.map((name, day) =>
          checkbox({
            id: `job-weekday-${day}`,
            label: name,
            checked: job.weekdays.includes(day),
            onChange: (checked) =>
              edit({
                weekdays: checked ? [...job.weekdays, day] : job.weekdays.filter((one) => one !== day),
              }),
          }),
        ),
      ),
  ];
}

function save(page: Page, job: JobDraft): void {
  void page.call(
    'job-save',
    (client) => client.saveJob(jobOfDraft(job)),
    ({ outcome }) => {
      if (outcome?.kind !== 'job') return { draft: { job: undefined, focus: `job-add-${job.kind}` } };
      const { id, refusal, secrets = [] } = outcome;
      const [first] = secrets;
      const focus = first ? `job-${id}-alert-${first.id}-secret` : `job-${id}-run`;
      return {
        draft: {
          job: undefined,
          alertsChecked: false,
          alertSecrets: secrets,
          asking: `job-${id}-run`,
          focus,
        },
        ...(refusal !== '' && {
          notice: { kind: 'warning', text: page.texts.jobs.savedWithoutTrigger(refusal) },
        }),
      };
    },
  );
}
