/** The right end of the bar and the status line: who one is, and how service and clock stand. */
import type { Role } from '../executions/modes.js';
import type { Status } from '../server/protocol.js';
import { create, element } from './element.js';
import type { HostLink } from './host-link.js';

export interface Controls {
  role(): Role;
  show(status: Status): void;
  showLost(): void;
}

const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
const ROLE_KEY = 'role';

export function createControls(_link: HostLink): Controls {
  const line = element('service-status', HTMLParagraphElement);
  const role = ROLES.find((one) => one === sessionStorage.getItem(ROLE_KEY)) ?? 'owner';
  const select = create(
    'select',
    { ariaLabel: 'Who am I' },
    ...ROLES.map((one) => create('option', { value: one }, one)),
  );
  select.value = role;
  select.addEventListener('change', () => {
    sessionStorage.setItem(ROLE_KEY, select.value);
    // another person opens the same spreadsheet
    location.reload();
  });
  element('controls', HTMLDivElement).append(create('label', {}, 'I am', select));
  const say = (state: string, text: string): void => {
    line.dataset['state'] = state;
    line.textContent = text;
  };
  return {
    role: () => role,
    show({ service, requests, runningExecutions }) {
      const running = runningExecutions > 0 ? `${runningExecutions} running · ` : '';
      if (service) say('connected', `${running}${requests} requests · service at ${service}`);
      else say('starting', 'The service is starting…');
    },
    showLost: () => say('lost', 'The sandbox has stopped. Start it again and reload this page.'),
  };
}
