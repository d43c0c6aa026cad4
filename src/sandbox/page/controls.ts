/** The right end of the bar and the status line: the person, the spent credits and the state of the service. */
import type { Role } from '../bridge/modes.js';
import type { Status } from '../server/protocol.js';
import { create, element } from './element.js';
import type { HostLink } from './host-link.js';
import { createTestBench } from './test-bench.js';

export interface Controls {
  role(): Role;
  show(status: Status): void;
  showLost(): void;
}

const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
const ROLE_KEY = 'role';

/** @param link connects after the controls are created */
export function createControls(link: () => HostLink): Controls {
  const line = element('service-status', HTMLParagraphElement);
  const meter = create('output', {
    id: 'meter',
    title: 'Credits charged by the service: in total, and of this spreadsheet since it was last opened',
  });
  const bench = createTestBench(link);
  const role = ROLES.find((one) => one === sessionStorage.getItem(ROLE_KEY)) ?? 'owner';
  const select = create(
    'select',
    { ariaLabel: 'I am' },
    ...ROLES.map((one) => create('option', { value: one }, one)),
  );
  select.value = role;
  select.addEventListener('change', () => {
    sessionStorage.setItem(ROLE_KEY, select.value);
    // another person opens the same spreadsheet
    location.reload();
  });
  const reopen = create(
    'button',
    {
      type: 'button',
      className: 'control',
      title: 'Run every formula again, as Sheets does when a file is opened',
    },
    'Reopen',
  );
  reopen.addEventListener('click', () => link().send({ type: 'reopen' }));
  element('controls', HTMLDivElement).append(meter, reopen, bench.root, create('label', {}, 'I am', select));
  const say = (state: string, text: string): void => {
    line.dataset['state'] = state;
    line.textContent = text;
  };
  return {
    role: () => role,
    show(status) {
      const { service, traffic, trafficSinceOpening, runningExecutions } = status;
      const running = runningExecutions > 0 ? `${runningExecutions} running · ` : '';
      const requests = `${traffic.requests} ${traffic.requests === 1 ? 'request' : 'requests'}`;
      const { fault, lastRequest } = status;
      // what is said of other servers says nothing of this one
      const last = lastRequest?.origin === service ? lastRequest : undefined;
      if (!service) say('starting', 'The service is starting…');
      else if (fault === 'down' || last?.outcome === 'silent')
        say('silent', `${running}The service does not answer${since(last)} · ${service}`);
      else if (last?.outcome === 'refused')
        say('refused', `${running}The service refuses the key${since(last)} · ${service}`);
      else say('connected', `${running}${requests} · service at ${service}`);
      meter.value = `${traffic.credits} credits, ${trafficSinceOpening.credits} since opened`;
      bench.show(status);
    },
    showLost: () => say('lost', 'The sandbox has stopped. Start it again: this page then reloads.'),
  };
}

/** The time of day of this machine, once a request has met it. */
function since(last: Status['lastRequest']): string {
  if (!last || last.outcome === 'answered') return '';
  return ` since ${new Date(last.since).toTimeString().slice(0, 5)}`;
}
