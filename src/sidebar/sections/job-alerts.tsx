/** The alerts of a job in the list: where they go, what waits or has failed, and a button that sends. */
import { signal } from '@preact/signals';
import type { AlertSecret, AlertState } from '../../contract/alerts.js';
import type { JobState } from '../../contract/jobs.js';
import { Button, Line, Notice } from '../controls/actions.js';
import { Code, Hint, ItemHead } from '../controls/card.js';
import { CopyButton } from '../controls/copy.js';
import type { Done } from '../page/action.js';
import { count, texts } from '../page/store.js';

/** Of webhooks that were just saved: they are shown only once. */
export const alertSecrets = signal<readonly AlertSecret[]>([]);

export function AlertList({ job }: { job: JobState }) {
  const { alerts = [] } = job;
  if (alerts.length === 0) return null;
  return (
    <div class="block">
      <ul class="plain-list" aria-label={texts.value.alerts.title}>
        {alerts.map((alert) => (
          <AlertItem key={alert.id} job={job} alert={alert} />
        ))}
      </ul>
    </div>
  );
}

interface AlertProps {
  readonly job: JobState;
  readonly alert: AlertState;
}

function AlertItem({ job, alert }: AlertProps) {
  const { alerts } = texts.value;
  const { kind, address, waiting, failure, unclear, isMissing } = alert;
  const id = `job-${job.id}-alert-${alert.id}`;
  const { secret } = alertSecrets.value.find((one) => one.id === alert.id) ?? {};
  const problem = isMissing
    ? alerts.missing
    : failure !== '' && `${alerts.failed(failure)} ${alerts.retried}`;
  const facts = [
    waiting > 0 && alerts.waiting(count(waiting)),
    unclear > 0 && alerts.unclear(count(unclear)),
  ];
  return (
    <li id={id} class="item">
      <ItemHead name={alerts.kinds[kind]}>
        {job.mine && !isMissing && <SendButton id={`${id}-send`} job={job} alert={alert} />}
      </ItemHead>
      <p class="hint wrap">{[address, ...facts].filter(Boolean).join(' · ')}</p>
      {problem && <Line kind="warning">{problem}</Line>}
      {secret && (
        <>
          <Hint>{alerts.copySecret}</Hint>
          <Code id={`${id}-secret`} label={alerts.copySecret}>
            {secret}
          </Code>
          <CopyButton source={`${id}-secret`} />
        </>
      )}
      <Notice of={`${id}-send`} />
    </li>
  );
}

const onTested: Done = ({ outcome }) => {
  const { alerts } = texts.value;
  if (outcome?.kind !== 'alert-tested') return undefined;
  const { failure } = outcome;
  if (failure === '') return { kind: 'good', text: alerts.tested };
  return { kind: 'warning', text: failure === '?' ? alerts.unknown : alerts.failed(failure) };
};

/** Sends a test; where records wait, those. */
function SendButton({ id, job, alert }: AlertProps & { id: string }) {
  const { alerts } = texts.value;
  return (
    <Button
      id={id}
      label={alert.waiting > 0 ? alerts.retry : alerts.test}
      target={`${alerts.kinds[alert.kind]}, ${alert.address}`}
      kind="link"
      request={(client) => client.testAlert(job.id, alert.id)}
      done={onTested}
    />
  );
}
