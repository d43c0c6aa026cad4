/** The alerts of a job in its form: where each goes, which records it tells, and when it waits. */
import { ALERT_HOSTS, ALERT_KINDS, type AlertKind, MAX_ALERTS } from '../../contract/alerts.js';
import { CURRENCIES, EXPANSION_TYPES } from '../../contract/enumerations.js';
import { button, iconButton } from '../controls/actions.js';
import { choices } from '../controls/choices.js';
import { asChoice, checkbox, selectField, textField } from '../controls/fields.js';
import { type AlertDraft, addressProblem, NEW_ALERT } from '../draft/alert-draft.js';
import type { JobDraft } from '../draft/job-draft.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { clockOf, type Edit, hourField } from './job-fields.js';

const ADD = 'job-alert-add';

export function alertFields(page: Page, job: JobDraft, edit: Edit): Child[] {
  const { alerts: texts } = page.texts;
  const { alerts } = job;
  return [
    el('p', { id: 'job-alerts' }, el('strong', {}, texts.title)),
    el('p', { class: 'hint' }, texts.text),
    alerts.map((alert, index) => alertBlock(page, alert, index, job, edit)),
    alerts.length < MAX_ALERTS &&
      button(page, {
        id: ADD,
        label: texts.add,
        onClick: () => {
          edit({ alerts: [...alerts, NEW_ALERT] });
          page.edit({ focus: `job-alert-${alerts.length}-kind` });
        },
      }),
  ];
}

/** The first field that has to be corrected before the job can be saved; empty for none. */
export function wrongAlert({ kind, alerts }: JobDraft): string {
  const at = kind === 'push' ? -1 : alerts.findIndex((alert) => addressProblem(alert) !== undefined);
  return at < 0 ? '' : `job-alert-${at}-address`;
}

function alertBlock(page: Page, alert: AlertDraft, index: number, job: JobDraft, edit: Edit): HTMLElement {
  const { texts } = page;
  const { alerts } = texts;
  const id = `job-alert-${index}`;
  const name = `${index + 1}, ${alerts.kinds[alert.kind]}`;
  const others = job.alerts.filter((_, other) => other !== index);
  const set = (change: Partial<AlertDraft>) =>
    edit({ alerts: job.alerts.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return el(
    'fieldset',
    { id, class: 'block' },
    el('legend', {}, name),
    iconButton(page, 'remove', {
      id: `${id}-remove`,
      label: alerts.remove(name),
      onClick: () => {
        edit({ alerts: others });
        page.edit({ focus: ADD });
      },
    }),
    // the stored address is one of the kind that was saved
    alert.id === '' &&
      selectField({
        id: `${id}-kind`,
        label: alerts.to,
        value: alert.kind,
        choices: ALERT_KINDS.map((value) => ({ value, label: alerts.kinds[value] })),
        onChange: (kind) => set({ kind: kind as AlertKind }),
      }),
    addressField(page, alert, id, set),
    el(
      'details',
      { id: `${id}-rules`, class: 'disclosure' },
      el('summary', { id: `${id}-rules-summary` }, rulesOf(page, alert)),
      el('div', { class: 'item' }, ruleFields(page, alert, id, set), quietHours(page, alert, id, set)),
    ),
  );
}

type SetAlert = (change: Partial<AlertDraft>) => void;

function addressField(page: Page, alert: AlertDraft, id: string, set: SetAlert): HTMLElement {
  const { alerts } = page.texts;
  const { kind, stored, address } = alert;
  const problem = addressProblem(alert);
  // not while a host is being typed
  const isShown = page.draft.alertsChecked || /^\w+:\/\/[^/]+\/./.test(address);
  return textField({
    id: `${id}-address`,
    label: alerts.address,
    hint: stored === '' ? alerts.addressHints[kind] : alerts.keep(stored),
    problem:
      isShown && problem
        ? problem === 'missing'
          ? alerts.problems.missing
          : kind === 'mail'
            ? alerts.problems.mail
            : alerts.problems.elsewhere(ALERT_HOSTS[kind])
        : '',
    type: 'password',
    placeholder: stored === '' ? (kind === 'mail' ? '' : 'https://') : `•••• ${stored.slice(-4)}`,
    value: address,
    onInput: (typed) => set({ address: typed }),
  });
}

/** What the rules let through, and when. */
function rulesOf({ texts, format }: Page, alert: AlertDraft): string {
  const { alerts } = texts;
  const { minJobs, minInvestment, currency, types, isQuiet, quietFrom, quietTo } = alert;
  const least = [
    ...(Number(minJobs) > 0 ? [`${alerts.minJobs} ${format.count(Number(minJobs))}`] : []),
    ...(Number(minInvestment) > 0
      ? [`${alerts.minInvestment} ${format.count(Number(minInvestment))} ${currency}`]
      : []),
  ];
  return [
    least.join(alerts.or) || alerts.all,
    ...(types.length > 0 ? [`${alerts.types}: ${format.count(types.length)}`] : []),
    ...(isQuiet ? [`${alerts.quiet} ${clockOf(quietFrom)}–${clockOf(quietTo)}`] : []),
  ].join(' · ');
}

function ruleFields(page: Page, alert: AlertDraft, id: string, set: SetAlert): Child[] {
  const { alerts } = page.texts;
  const { types, minJobs, minInvestment, currency } = alert;
  return [
    textField({
      id: `${id}-jobs`,
      label: alerts.minJobs,
      hint: alerts.minHint,
      type: 'number',
      value: minJobs,
      onInput: (typed) => set({ minJobs: typed }),
    }),
    el(
      'div',
      { class: 'row' },
      textField({
        id: `${id}-investment`,
        label: alerts.minInvestment,
        type: 'number',
        value: minInvestment,
        onInput: (typed) => set({ minInvestment: typed }),
      }),
      selectField({
        id: `${id}-currency`,
        label: alerts.currency,
        value: currency,
        choices: CURRENCIES.map(asChoice),
        onChange: (chosen) => set({ currency: chosen }),
      }),
    ),
    el('p', {}, alerts.types),
    choices(page, {
      id: `${id}-types`,
      label: alerts.types,
      values: EXPANSION_TYPES,
      chosen: types,
      onChange: (chosen) => set({ types: chosen }),
    }),
  ];
}

function quietHours({ texts }: Page, alert: AlertDraft, id: string, set: SetAlert): Child[] {
  const { alerts } = texts;
  const hour = (name: 'quietFrom' | 'quietTo') =>
    hourField(`${id}-${name}`, alerts[name], alert[name], (value) => set({ [name]: value }));
  return [
    checkbox({
      id: `${id}-quiet`,
      label: alerts.quiet,
      checked: alert.isQuiet,
      onChange: (isQuiet) => set({ isQuiet }),
    }),
    alert.isQuiet && el('div', { class: 'row' }, hour('quietFrom'), hour('quietTo')),
  ];
}
