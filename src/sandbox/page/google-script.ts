/** google.script inside a frame: runs functions of the script through the surrounding page. */
import { findUntransferable } from '../bridge/wire.js';

interface Handlers {
  readonly success?: (value: unknown) => void;
  readonly failure?: (error: Error) => void;
}

declare global {
  interface Window {
    google?: unknown;
  }
}

/** Google runs no more calls of a page at once, and delays further ones. */
const MAX_RUNNING = 10;

/** The names of the functions that `google.script.run` has. */
const callable = new Set(document.currentScript?.dataset['callable']?.split(' '));

function createRun(
  handlers: Handlers,
  call: (handlers: Handlers, name: string, args: unknown[]) => void,
): object {
  const withHandlers = (more: Handlers) => createRun({ ...handlers, ...more }, call);
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string') return undefined;
        if (name === 'withSuccessHandler')
          return (success: Handlers['success']) => withHandlers(success ? { success } : {});
        if (name === 'withFailureHandler')
          return (failure: Handlers['failure']) => withHandlers(failure ? { failure } : {});
        if (!callable.has(name)) return undefined;
        return (...args: unknown[]) => call(handlers, name, args);
      },
    },
  );
}

function install(): void {
  const running = new Map<number, Handlers>();
  const delayed: (() => void)[] = [];
  let lastId = 0;
  const fail = ({ failure }: Handlers, message: string): void => {
    const error = new Error(message);
    error.name = 'ScriptError';
    if (failure) failure(error);
    else console.error(error);
  };
  const call = (handlers: Handlers, functionName: string, args: unknown[]): void => {
    const property = findUntransferable(args);
    if (property !== undefined) throw new TypeError(`Failed due to illegal value in property: ${property}`);
    lastId += 1;
    const request = { type: 'run', id: lastId, functionName, args: JSON.parse(JSON.stringify(args)) };
    const start = (): void => {
      running.set(request.id, handlers);
      parent.postMessage(request, '*');
    };
    if (running.size < MAX_RUNNING) start();
    else delayed.push(start);
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.type !== 'ran') return;
    const handlers = running.get(data.id);
    running.delete(data.id);
    if (!handlers) return;
    delayed.shift()?.();
    if (typeof data.error === 'string') fail(handlers, data.error);
    else handlers.success?.(data.value);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    parent.postMessage({ type: 'refused', directive: effectiveDirective, blocked: blockedURI }, '*');
  });
  window.google = { script: { run: createRun({}, call) } };
}

install();
