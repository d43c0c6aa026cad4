/** The right end of the status line: the state of the service and the number of running executions. */
import type { Status } from '../server/protocol.js';
import { isLost, status } from './store.js';

export function ServiceStatus() {
  const [state, text] = isLost.value ? LOST : describe(status.value);
  return (
    <p id="service-status" data-state={state}>
      {text}
    </p>
  );
}

const LOST = ['lost', 'The sandbox has stopped. Start it again: this page then reloads.'] as const;

function describe(current: Status | undefined): readonly [state: string, text: string] {
  if (!current?.service) return ['starting', 'The service is starting…'];
  const { service, traffic, runningExecutions, fault, lastRequest } = current;
  const running = runningExecutions > 0 ? `${runningExecutions} running · ` : '';
  // the last request may have gone to another server, which says nothing about the service
  const last = lastRequest?.origin === service ? lastRequest : undefined;
  if (fault === 'down' || last?.outcome === 'silent')
    return ['silent', `${running}The service does not answer · ${service}`];
  if (last?.outcome === 'refused') return ['refused', `${running}The service refuses the key · ${service}`];
  const requests = `${traffic.requests} ${traffic.requests === 1 ? 'request' : 'requests'}`;
  return ['connected', `${running}${requests} · service at ${service}`];
}
