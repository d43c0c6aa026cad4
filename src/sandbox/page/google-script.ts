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
const callable = document.currentScript?.dataset['callable']?.split(' ') ?? [];
const running = new Map<number, Handlers>();
const delayed: (() => void)[] = [];
let lastId = 0;

function createRun(handlers: Handlers): object {
  const call = (name: string) => [name, (...args: unknown[]) => runFunction(handlers, name, args)] as const;
  return {
    ...Object.fromEntries(callable.map(call)),
    withSuccessHandler: (success: Handlers['success']) =>
      createRun({ ...handlers, ...(success && { success }) }),
    withFailureHandler: (failure: Handlers['failure']) =>
      createRun({ ...handlers, ...(failure && { failure }) }),
  };
}

function runFunction(handlers: Handlers, functionName: string, args: unknown[]): void {
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
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'ran') return;
  const handlers = running.get(data.id);
  running.delete(data.id);
  if (!handlers) return;
  delayed.shift()?.();
  if (typeof data.error !== 'string') return handlers.success?.(data.value);
  const error = Object.assign(new Error(data.error), { name: 'ScriptError' });
  if (handlers.failure) handlers.failure(error);
  else console.error(error);
});
window.google = { script: { run: createRun({}) } };
