/** The script's sidebar: its page runs in a frame with google.script, without access to this page. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isObject } from '../../contract/json.js';
import { CONTENT_POLICY } from '../bridge/modes.js';
import type { FromHost, FromPage } from '../server/protocol.js';
import { run } from './host-link.js';

type Shown = FromHost & { type: 'sidebar' };

type FromFrame = Omit<FromPage & { type: 'run' }, 'mode'>;

/**
 * The permissions that Google's documents have always listed, without the later allow-modals and
 * allow-downloads, which is the stricter interpretation. allow-same-origin is missing too: Google's frames
 * have the origin of a separate host, here it would be this page's. The origin is opaque, without storage, as
 * in a browser that blocks third-party storage.
 */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

const DOCTYPE = /^\s*<!doctype[^>]*>/i;

const shim = await (await fetch('/google-script.js')).text();
const current = signal<(Shown & { readonly number: number; readonly hasFocus: boolean }) | undefined>(
  undefined,
);
/** The element that had the focus before the sidebar opened. */
let previousFocus: Element | null = null;

/** Shows one sidebar at a time, 300 px wide. */
export function showSidebar(page: Shown): void {
  const { activeElement } = document;
  // if a menu opened it, the sidebar takes the focus, but not from a person who types in the grid
  const hasFocus = Boolean(activeElement?.closest('#menus'));
  if (hasFocus) previousFocus = activeElement;
  else if (!current.value) previousFocus = null;
  current.value = { ...page, number: (current.value?.number ?? 0) + 1, hasFocus };
}

/** Calls the function that opened the sidebar again, if the sidebar is open. */
export function showSidebarAgain(): void {
  // if the function fails, the old sidebar stays
  if (current.value) run('menu', current.value.shownBy).catch(() => undefined);
}

function close(): void {
  current.value = undefined;
  if (previousFocus instanceof HTMLElement) previousFocus.focus();
  previousFocus = null;
}

export function Sidebar() {
  const page = current.value;
  return (
    <aside id="sidebar" aria-label="Sidebar" hidden={!page}>
      <header>
        <h2 id="sidebar-title">{page?.title ?? 'Sidebar'}</h2>
        <button
          type="button"
          id="sidebar-close"
          class="control"
          aria-label="Close the sidebar"
          onClick={close}
        >
          ✕
        </button>
      </header>
      {page && <ScriptFrame key={page.number} {...page} />}
    </aside>
  );
}

function ScriptFrame({ title, hasFocus, ...page }: NonNullable<typeof current.value>) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const receive = ({ source, data }: MessageEvent) => {
      const { contentWindow } = frame.current!;
      if (contentWindow && source === contentWindow && isFromFrame(data)) void answer(contentWindow, data);
    };
    addEventListener('message', receive);
    if (hasFocus) frame.current!.focus();
    return () => removeEventListener('message', receive);
  }, []);
  // the frame's document can take the focus only after it has loaded
  const focus = (): void => {
    if (document.activeElement === frame.current) frame.current!.contentWindow?.focus();
  };
  return (
    <iframe
      ref={frame}
      title={title || 'Sidebar'}
      sandbox={SANDBOX}
      srcdoc={documentOf(page)}
      onLoad={focus}
    />
  );
}

async function answer(frame: Window, request: FromFrame): Promise<void> {
  const result = await run('sidebar', request.functionName, request.args).then(
    (value) => ({ value }),
    (error: Error) => ({ error: error.message }),
  );
  // '*', because an opaque origin has no name
  frame.postMessage({ type: 'ran', id: request.id, ...result }, '*');
}

/** Inserts the policy and google.script after the doctype, before any content of the script's page. */
function documentOf({ html, callableNames }: Omit<Shown, 'title'>): string {
  const [doctype] = DOCTYPE.exec(html) ?? ['<!doctype html>'];
  const policy = `<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">`;
  const script = `<script data-callable="${callableNames.join(' ')}">${shim}</script>`;
  return `${doctype}${policy}${script}${html.replace(DOCTYPE, '')}`;
}

/** The host checks the fields of a call. */
function isFromFrame(data: unknown): data is FromFrame {
  return isObject(data) && data['type'] === 'run';
}
