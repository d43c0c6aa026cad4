/** The built sidebar page in jsdom, which is fast; its calls run the built add-on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DOMWindow, JSDOM } from 'jsdom';
import type { Host } from '../../src/sandbox/host/host.js';
import { eventually } from './eventually.js';
import { SIDEBAR_CALLS } from './sidebar-calls.js';

const FILE = path.resolve(__dirname, '../../dist/sidebar.html');

/** Unless the page is busy, shorter pauses are those after typing; longer ones are time limits. */
const LONGEST_PAUSE_MS = 1_000;

export type PageWithoutBrowser = Awaited<ReturnType<typeof openPage>>;
export type PageOverHost = Awaited<ReturnType<typeof openWithoutBrowser>>;

/** Opens the built page as the owner. */
export async function openWithoutBrowser(host: Host, section: string) {
  const calls = { areHeard: true, underWay: 0 };
  const page = await openPage(section, createRun(host, calls));
  return {
    ...page,
    /** Resolves when the page has all answers, also those that it requests only after a pause in typing. */
    async answered() {
      await eventually(() => page.skipPauses() === 0 && calls.underWay === 0, { everyMs: 5 });
    },
    close() {
      calls.areHeard = false;
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
  const skipPauses = holdPauses(window);
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
    skipPauses,
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

/** Returns a function that ends all pauses of the page at once; it returns their number. */
function holdPauses(window: DOMWindow): () => number {
  const { setTimeout: start, clearTimeout: stop } = window;
  const pauses = new Map<number, () => void>();
  window.setTimeout = (handler: () => void, ms = 0) => {
    if (ms > LONGEST_PAUSE_MS) return start(handler, ms);
    const end = () => {
      // also if it has been skipped: its timer still runs
      if (pauses.delete(id)) handler();
    };
    const id = start(end, ms);
    pauses.set(id, end);
    return id;
  };
  window.clearTimeout = (id) => {
    pauses.delete(Number(id));
    stop(id);
  };
  return () => {
    const ended = [...pauses.values()];
    for (const end of ended) end();
    return ended.length;
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
  calls: { readonly areHeard: boolean; underWay: number },
  onSuccess: Handler = () => {},
  onFailure: Handler = () => {},
): object {
  const ending = (handler: Handler) => (value: unknown) => {
    calls.underWay -= 1;
    if (calls.areHeard) handler(value);
  };
  const functions = SIDEBAR_CALLS.map((name) => [
    name,
    (...args: unknown[]) => {
      calls.underWay += 1;
      host.run(name, args, { as: 'owner', mode: 'sidebar' }).then(ending(onSuccess), ending(onFailure));
    },
  ]);
  return {
    ...Object.fromEntries(functions),
    withSuccessHandler: (handler: Handler) => createRun(host, calls, handler, onFailure),
    withFailureHandler: (handler: Handler) => createRun(host, calls, onSuccess, handler),
  };
}
