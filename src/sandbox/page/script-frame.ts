/** A page of the script in a frame of its own: no access to this page, only google.script. */

import { create } from './element.js';
import type { HostLink } from './host-link.js';

export interface ScriptFrame {
  readonly frame: HTMLIFrameElement;
  /** Stops listening to the frame. */
  end(): void;
}

export interface ScriptFrameOptions {
  readonly title: string;
  readonly html: string;
  /** The text of google-script.js. */
  readonly shim: string;
  readonly link: HostLink;
  readonly onClose: () => void;
}

/** What the frame asks for. */
type FromFrame =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly functionName: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'close' };

/** An opaque origin: scripts, forms and links to elsewhere, but neither storage nor this page. */
const SANDBOX = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

export function createScriptFrame({ title, html, shim, link, onClose }: ScriptFrameOptions): ScriptFrame {
  const frame = create('iframe', { title, srcdoc: withShim(html, shim) });
  frame.sandbox.add(...SANDBOX);
  const onMessage = async ({ source, data }: MessageEvent): Promise<void> => {
    if (source !== frame.contentWindow || !isFromFrame(data)) return;
    if (data.type === 'close') return onClose();
    const answer = await link.run('sidebar', data.functionName, data.args).then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );
    // an opaque origin has no name to send to
    frame.contentWindow?.postMessage({ type: 'ran', id: data.id, ...answer }, '*');
  };
  addEventListener('message', onMessage);
  return { frame, end: () => removeEventListener('message', onMessage) };
}

/** The shim comes before everything else of the page, but after a doctype, which must be first. */
function withShim(html: string, shim: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '<!doctype html>';
  return `${doctype}<script>${shim}</script>${html.replace(/^\s*<!doctype[^>]*>/i, '')}`;
}

function isFromFrame(data: unknown): data is FromFrame {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (data.type === 'close') return true;
  const { type, id, functionName, args } = data as Partial<FromFrame & { type: 'run' }>;
  return type === 'run' && typeof id === 'number' && typeof functionName === 'string' && Array.isArray(args);
}
