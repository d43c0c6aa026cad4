/** In the test bench: the address and the key of the sandbox's own service, each with a button that copies it. */
import type { Status } from '../server/protocol.js';
import { create } from './element.js';

export interface DemoKey {
  readonly root: HTMLElement;
  show(status: Pick<Status, 'service' | 'demoKey'>): void;
}

const SHOWN_MS = 1_500;

export function createDemoKey(): DemoKey {
  const address = row('Service address');
  const key = row('API key');
  return {
    root: create(
      'div',
      {},
      create('p', {}, 'To try the section Connect: press Forget there, or start with SANDBOX_CONNECTED=no.'),
      address.root,
      key.root,
    ),
    show({ service, demoKey }) {
      address.show(service ?? '');
      key.show(demoKey ?? '');
    },
  };
}

function row(name: string): { readonly root: HTMLElement; show(text: string): void } {
  const shown = create('code', { className: 'demo' });
  const copy = create('button', { type: 'button', className: 'control', ariaLabel: `Copy: ${name}` }, 'Copy');
  copy.addEventListener('click', () => {
    void copyText(shown.textContent ?? '').then((isCopied) => {
      copy.textContent = isCopied ? 'Copied' : 'Select it';
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, SHOWN_MS);
    });
  });
  return {
    root: create('p', { className: 'panel-row demo-row' }, create('span', {}, name), shown, copy),
    show(text) {
      // drawn again only when it changes, so that a selection stays
      if (shown.textContent !== text) shown.textContent = text;
    },
  };
}

/** @returns whether the browser has let it */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
