/** The built sidebar page in jsdom, which is fast; its calls run the built add-on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import type { Host } from '../../src/sandbox/host/host.js';
import { eventually } from './eventually.js';
import { SIDEBAR_CALLS } from './sidebar-calls.js';

const FILE = path.resolve(__dirname, '../../dist/sidebar.html');

export type PageWithoutBrowser = Awaited<ReturnType<typeof openPage>>;

/** Opens the built page as the owner. */
export async function openWithoutBrowser(host: Host, section: string): Promise<PageWithoutBrowser> {
  let isOpen = true;
  const page = await openPage(
    section,
    createRun(host, () => isOpen),
  );
  return {
    ...page,
    close() {
      isOpen = false;
      page.close();
    },
  };
}

/** @param run takes the place of google.script.run */
export async function openPage(section: string, run: object) {
  const html = readFileSync(FILE, 'utf8');
  const { window } = new JSDOM(html.replace('data-section=""', `data-section="${section}"`), {
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse(opened) {
      const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
      Object.assign(opened, { matchMedia, google: { script: { run } } });
    },
  });
  const { document } = window;
  // decompresses the script, as the page does
  const packed = document.getElementById('packed')?.textContent ?? '';
  window.eval(gunzipSync(Buffer.from(packed, 'base64url')).toString());
  const element = <T extends HTMLElement = HTMLElement>(id: string) =>
    (document.getElementById(id) as T | null) ?? undefined;
  await eventually(() => element('section'));
  const fill = async (id: string, value: string, event: 'input' | 'change') => {
    const field = element<HTMLInputElement | HTMLSelectElement>(id);
    if (field) field.value = value;
    field?.dispatchEvent(new window.Event(event, { bubbles: true, cancelable: true }));
    await drawn();
  };
  return {
    document,
    element,
    /** Clicks an element of the page, if it exists. */
    async click(id: string) {
      element(id)?.click();
      await drawn();
    },
    type: (id: string, text: string) => fill(id, text, 'input'),
    choose: (id: string, value: string) => fill(id, value, 'change'),
    async press(id: string, key: string) {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      element(id)?.dispatchEvent(event);
      await drawn();
    },
    /** Resolves when the page is not busy with a person's call. */
    async idle() {
      await eventually(() => document.querySelector('main')?.getAttribute('aria-busy') !== 'true');
    },
    close: () => window.close(),
  };
}

/** Waits for a drawing, which runs in microtasks. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
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
