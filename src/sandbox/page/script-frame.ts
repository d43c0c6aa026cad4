/** A page of the script in its own frame: it can only use google.script, not this page. */

import { create } from './element.js';
import type { HostLink } from './host-link.js';
import { type Refusal, showRefusal } from './refusals.js';

export interface ScriptFrame {
  readonly frame: HTMLIFrameElement;
  /** Stops listening to the frame. */
  end(): void;
}

/** What a script has HtmlService show. */
export interface ScriptPage {
  readonly title: string;
  readonly html: string;
  /** What its frame refuses: a Content-Security-Policy. */
  readonly contentPolicy: string;
}

export interface ScriptFrameOptions extends ScriptPage {
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
  | { readonly type: 'close' }
  /** The content policy has stopped something. */
  | ({ readonly type: 'refused' } & Refusal);

/**
 * What Google's documents have always listed; the later allow-modals and allow-downloads are missing, which is less kind. So is
 * allow-same-origin, which on Google is the origin of a host of its own: here it would be this page's. The origin is opaque,
 * without storage, as where a browser keeps other sites' frames from storing anything.
 */
const SANDBOX = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

export function createScriptFrame(options: ScriptFrameOptions): ScriptFrame {
  const { title, link, onClose } = options;
  const frame = create('iframe', { title, srcdoc: documentOf(options) });
  frame.sandbox.add(...SANDBOX);
  const onMessage = async ({ source, data }: MessageEvent): Promise<void> => {
    if (source !== frame.contentWindow || !isFromFrame(data)) return;
    if (data.type === 'close') return onClose();
    if (data.type === 'refused') return showRefusal(data);
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

/** Policy and shim come first in the page, after the doctype: nothing of the page is ahead of them. */
function documentOf({ html, contentPolicy, shim }: ScriptFrameOptions): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '<!doctype html>';
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">`;
  return `${doctype}${policy}<script>${shim}</script>${html.replace(/^\s*<!doctype[^>]*>/i, '')}`;
}

function isFromFrame(data: unknown): data is FromFrame {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (data.type === 'close') return true;
  if (data.type === 'refused') return 'directive' in data && 'blocked' in data;
  const { type, id, functionName, args } = data as Partial<FromFrame & { type: 'run' }>;
  return type === 'run' && typeof id === 'number' && typeof functionName === 'string' && Array.isArray(args);
}
