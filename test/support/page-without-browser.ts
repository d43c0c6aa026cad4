/** The built sidebar page in jsdom, which is fast; its calls run the built add-on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DOMWindow, JSDOM } from 'jsdom';
import type { Host } from '../../src/sandbox/host/host.js';
import { eventually } from './eventually.js';
import { SIDEBAR_CALLS } from './sidebar-calls.js';

const FILE = path.resolve(__dirname, '../../dist/sidebar.html');

export type PageWithoutBrowser = Awaited<ReturnType<typeof openWithoutBrowser>>;

/** Opens the built page as the owner. */
export async function openWithoutBrowser(host: Host, section: string) {
  const html = readFileSync(FILE, 'utf8');
  let isOpen = true;
  const { window } = new JSDOM(html.replace('data-section=""', `data-section="${section}"`), {
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse(opened) {
      const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
      Object.assign(opened, { matchMedia, google: { script: { run: createRun(host, () => isOpen) } } });
    },
  });
  const { document } = window;
  window.eval(unpacked(document.getElementById('packed')?.textContent ?? ''));
  const element = <T extends HTMLElement = HTMLElement>(id: string) =>
    (document.getElementById(id) as T | null) ?? undefined;
  const page = {
    document,
    element,
    /** Clicks an element of the page, if it exists. */
    async click(id: string): Promise<void> {
      element(id)?.click();
      await drawn();
    },
    async type(id: string, text: string): Promise<void> {
      const field = element<HTMLInputElement>(id);
      if (field) field.value = text;
      field?.dispatchEvent(eventOf(window, 'input'));
      await drawn();
    },
    async choose(id: string, value: string): Promise<void> {
      const field = element<HTMLSelectElement>(id);
      if (field) field.value = value;
      field?.dispatchEvent(eventOf(window, 'change'));
      await drawn();
    },
    async press(id: string, key: string): Promise<void> {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      element(id)?.dispatchEvent(event);
      await drawn();
    },
    /** Resolves when the page is not busy with a person's call. */
    async idle(): Promise<void> {
      await eventually(() => document.querySelector('main')?.getAttribute('aria-busy') !== 'true');
    },
    close(): void {
      isOpen = false;
      window.close();
    },
  };
  await eventually(() => element('section'));
  return page;
}

/** Decompresses the script, as the page does. */
function unpacked(text: string): string {
  return gunzipSync(Buffer.from(text, 'base64url')).toString();
}

/** Waits for a drawing, which runs in microtasks. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function eventOf({ Event }: DOMWindow, type: string): Event {
  return new Event(type, { bubbles: true, cancelable: true });
}

type Handler = (value: unknown) => void;

/** Imitates google.script.run: calls return nothing and use two handlers. A closed page gets no results. */
function createRun(
  host: Host,
  isOpen: () => boolean,
  onSuccess: Handler = () => {},
  onFailure: Handler = () => {},
): object {
  const whileOpen = (handler: Handler) => (value: unknown) => {
    if (isOpen()) handler(value);
  };
  const calls = SIDEBAR_CALLS.map((name) => [
    name,
    (...args: unknown[]) => {
      host.run(name, args, { as: 'owner', mode: 'sidebar' }).then(whileOpen(onSuccess), whileOpen(onFailure));
    },
  ]);
  return {
    ...Object.fromEntries(calls),
    withSuccessHandler: (handler: Handler) => createRun(host, isOpen, handler, onFailure),
    withFailureHandler: (handler: Handler) => createRun(host, isOpen, onSuccess, handler),
  };
}
