/** The alerts of a job in the list: where they go, what waits or has failed, and a button that sends. */
import type { AlertState } from '../../contract/alerts.js';
import type { JobState } from '../../contract/jobs.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { button, noticeAt } from '../controls/actions.js';
import { itemHead } from '../controls/card.js';
import { copyButton } from '../controls/copy.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { CallResult, Page } from '../page/page.js';

export function alertList(page: Page, job: JobState): Child {
  const { alerts = [] } = job;
  return (
    alerts.length > 0 &&
    el(
      'div',
      { class: 'block' },
      el(
        'ul',
        { class: 'plain-list', 'aria-label': page.texts.alerts.title },
        alerts.map((alert) => alertItem(page, job, alert)),
      ),
    )
  );
}

function alertItem(page: Page, job: JobState, alert: AlertState): HTMLElement {
  const { texts, format, draft } = page;
  const { alerts } = texts;
  const { kind, address, waiting, failure, unclear, isMissing } = alert;
  const id = `job-${job.id}-alert-${alert.id}`;
  const { secret } = draft.alertSecrets?.find((one) => one.id === alert.id) ?? {};
  const problem = isMissing
    ? alerts.missing
    : failure !== '' && `${alerts.failed(failure)} ${alerts.retried}`;
  const facts = [
    waiting > 0 && alerts.waiting(format.count(waiting)),
    unclear > 0 && alerts.unclear(format.count(unclear)),
  ].filter((fact) => fact !== false);
  return el(
    'li',
    { id, class: 'item' },
    itemHead(alerts.kinds[kind], job.mine && !isMissing && sendButton(page, job, alert, id)),
    el('p', { class: 'hint wrap' }, [address, ...facts].join(' · ')),
    problem && el('p', { class: 'notice warning' }, icon('warning'), el('span', {}, problem)),
    secret && [
      el('p', { class: 'hint' }, alerts.copySecret),
      el(
        'p',
        { id: `${id}-secret`, class: 'code', tabindex: 0, role: 'group', 'aria-label': alerts.copySecret },
        secret,
      ),
      copyButton(page, `${id}-secret`),
    ],
    noticeAt(page, `${id}-send`),
  );
}

/** Sends a test; where records wait, those. */
function sendButton(page: Page, job: JobState, alert: AlertState, item: string): HTMLElement {
  const { alerts } = page.texts;
  const id = `${item}-send`;
  const done = ({ outcome }: SidebarState): CallResult => {
    if (outcome?.kind !== 'alert-tested') return {};
    const { failure } = outcome;
    if (failure === '') return { notice: { kind: 'good', text: alerts.tested } };
    const text = failure === '?' ? alerts.unknown : alerts.failed(failure);
    return { notice: { kind: 'warning', text } };
  };
  return button(page, {
    id,
    label: alert.waiting > 0 ? alerts.retry : alerts.test,
    target: `${alerts.kinds[alert.kind]}, ${alert.address}`,
    kind: 'link',
    onClick: () => void page.call(id, (client) => client.testAlert(job.id, alert.id), done),
  });
}
