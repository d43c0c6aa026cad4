/** The alerts of a job in the list: address, waiting records, failure, and a button that sends. */
import { signal } from '@preact/signals';
import type { AlertSecret, AlertState } from '../../contract/alerts.js';
import type { JobState } from '../../contract/jobs.js';
import { Line, Link, Notice } from '../controls/actions.js';
import { Hint, ItemHead, Secret } from '../controls/card.js';
import { on } from '../page/action.js';
import { joined } from '../page/format.js';
import { wordFor } from '../page/option-words.js';
import { texts } from '../page/store.js';

/** The secrets of newly saved webhooks, which are shown only once. */
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
  const problem = isMissing ? alerts.missing : failure !== '' && `${failedText(failure)} ${alerts.retried}`;
  const copy = { label: alerts.copySecret, hint: alerts.copySecret };
  const facts = [
    address,
    whole && alerts.wholeShort,
    waiting > 0 && alerts.waiting({ count: waiting }),
    unclear > 0 && alerts.unclear({ count: unclear }),
  ];
  return (
    <li id={id} class="item">
      <ItemHead name={alerts.kinds[kind]}>
        {/* sends a test, or the waiting records */}
        {job.mine && !isMissing && (
          <Link
            id={`${id}-send`}
            label={waiting > 0 && !whole ? alerts.retry : alerts.test}
            target={`${alerts.kinds[kind]}, ${address}`}
            request={(client) => client.testAlert(job.id, alert.id)}
            done={onTested}
          />
        )}
      </ItemHead>
      <Hint>{joined(facts)}</Hint>
      {problem && <Line kind="warning">{problem}</Line>}
      {secret && <Secret id={`${id}-secret`} {...copy} text={secret} />}
      <Notice of={`${id}-send`} />
    </li>
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
