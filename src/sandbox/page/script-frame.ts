/** A page of the script in its own frame: it can only use google.script, not this page. */

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

/** A request from the frame. */
type FromFrame =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly functionName: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'close' };

/** An opaque origin: it allows scripts, forms and external links, but no storage and no access to this page. */
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
    // an opaque origin cannot be named as a target
    frame.contentWindow?.postMessage({ type: 'ran', id: data.id, ...answer }, '*');
  };
  addEventListener('message', onMessage);
  return { frame, end: () => removeEventListener('message', onMessage) };
}

/** The shim comes first in the page, after the doctype. */
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
