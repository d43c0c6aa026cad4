/** A panel for what Google Sheets cannot do: move the clock, cause faults of the service, run triggers immediately. */
import type { FaultName, Status } from '../server/protocol.js';
import { createDemoKey } from './demo-key.js';
import { create } from './element.js';
import type { HostLink } from './host-link.js';
import { describeQuotas } from './quotas.js';
import { createSwitchRows } from './switch-rows.js';

export interface TestBench {
  readonly root: HTMLElement;
  show(status: Status): void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = [
  ['+1 hour', HOUR_MS],
  ['+1 day', DAY_MS],
  ['+7 days', 7 * DAY_MS],
] as const;
const FAULTS: Readonly<Record<FaultName, string>> = {
  none: 'well',
  slow: 'slow (6 s)',
  down: 'down',
  wrong: 'answering nonsense',
};

export function createTestBench(link: () => HostLink): TestBench {
  const clock = create('output');
  const fault = create(
    'select',
    { ariaLabel: 'The service is' },
    ...Object.entries(FAULTS).map(([value, text]) => create('option', { value }, text)),
  );
  fault.addEventListener('change', () => link().send({ type: 'fault', fault: fault.value as FaultName }));
  const demoKey = createDemoKey();
  const triggers = create('ul', { className: 'triggers' });
  const switchRows = createSwitchRows((change) => link().send({ type: 'switches', change }));
  const quotas = create('ul', { className: 'quotas', ariaLabel: 'Used in 24 hours' });
  const panel = create(
    'div',
    { className: 'panel', hidden: true, role: 'group', ariaLabel: 'Test bench' },
    create('h2', { className: 'panel-title' }, 'Clock'),
    create('p', { className: 'panel-row' }, clock),
    create(
      'p',
      { className: 'panel-row' },
      ...STEPS.map(([text, ms]) => button(text, () => link().send({ type: 'advance', ms }))),
    ),
    create('h2', { className: 'panel-title' }, 'Service'),
    create('label', { className: 'switch' }, 'The service is', fault),
    create('h2', { className: 'panel-title' }, 'Demo key'),
    demoKey.root,
    create('h2', { className: 'panel-title' }, 'Triggers'),
    triggers,
    create('h2', { className: 'panel-title' }, 'Google, from the next execution on'),
    switchRows.root,
    create('h2', { className: 'panel-title' }, 'Used of Google’s quotas in 24 hours'),
    quotas,
  );
  const opener = create(
    'button',
    { type: 'button', className: 'control', ariaExpanded: 'false' },
    'Test bench ▾',
  );
  const root = create('div', { className: 'menu' }, opener, panel);
  const open = (isOpen: boolean): void => {
    panel.hidden = !isOpen;
    opener.ariaExpanded = String(isOpen);
  };
  opener.addEventListener('click', () => open(panel.hidden === true));
  root.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    open(false);
    opener.focus();
  });
  addEventListener('pointerdown', ({ target }) => {
    if (!root.contains(target as Node)) open(false);
  });

  let shown = '';
  return {
    root,
    show(status) {
      const { clockOffsetMs, fault: current, triggers: list, switches, scopes, quotas: used } = status;
      demoKey.show(status);
      switchRows.show(switches, scopes);
      quotas.replaceChildren(
        ...describeQuotas(used).map(([person, lines]) =>
          create('li', {}, create('strong', {}, person), ...lines.flatMap((line) => [create('br'), line])),
        ),
      );
      clock.value = describeOffset(clockOffsetMs);
      fault.value = current;
      // drawn again only when they change, so that a pressed button stays
      const next = JSON.stringify(list);
      if (next === shown) return;
      shown = next;
      triggers.replaceChildren(
        ...list.map(({ id, functionName, owner, nextAt, spreadsheet }) =>
          create(
            'li',
            {},
            create(
              'span',
              {},
              create('strong', {}, spreadsheet),
              create('br'),
              `${functionName}, ${owner}, ${nextAt === undefined ? 'on an event' : `next ${timeOf(nextAt)}`}`,
            ),
            button('Run now', () => link().send({ type: 'runTrigger', triggerId: id })),
          ),
        ),
      );
      if (list.length === 0) triggers.append(create('li', {}, 'none'));
    },
  };
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = create('button', { type: 'button', className: 'control' }, text);
  made.addEventListener('click', press);
  return made;
}

function describeOffset(offsetMs: number): string {
  const hours = Math.round(offsetMs / HOUR_MS);
  const ahead = hours === 0 ? 'as on this machine' : `${Math.floor(hours / 24)} d ${hours % 24} h ahead`;
  return `${timeOf(Date.now() + offsetMs)}, ${ahead}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
