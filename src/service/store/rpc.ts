/** The store over a channel: calls name a method, replies have the call's number, errors keep their code. */
import { cancellationSignal, withCancellation } from '../database/cancellation.js';
import type { Store } from './create-store.js';

/** A two-way channel that keeps the order of messages: a thread's port, or an adapter of a socket. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', receive: (message: unknown) => void): unknown;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Cancels an earlier call, because its client has disconnected. */
interface Cancellation {
  readonly cancelled: number;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
}

/** Executes incoming calls. @param store has the methods that this caller may use */
export function serveStore(store: Partial<Store>, port: Port): void {
  const running = new Map<number, AbortController>();
  port.on('message', (message) => {
    if ('cancelled' in (message as object)) {
      running.get((message as Cancellation).cancelled)?.abort();
      return;
    }
    const { id, method, args } = message as Call;
    const cancellation = new AbortController();
    running.set(id, cancellation);
    const reply = (fields: Omit<Reply, 'id'>) => {
      running.delete(id);
      port.postMessage({ id, ...fields } satisfies Reply);
    };
    withCancellation(cancellation.signal, () => answer(method, args)).then(
      (value) => reply({ value }),
      ({ message: text, code }: Error & { code?: string }) =>
        reply({ error: { message: text, ...(code && { code }) } }),
    );
  });

  async function answer(method: string, args: readonly unknown[]): Promise<unknown> {
    const name = method as keyof Store;
    if (!Object.hasOwn(store, name)) throw new Error(`The store has no method ${method}`);
    const call = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
    return call(...args);
  }
}

/**
 * Creates a store whose methods run at the other end. After `fail`, every call fails.
 * @param names the names of the store's methods
 */
export function connectStore(
  port: Port,
  names: readonly string[],
): { readonly store: Store; readonly fail: (reason: Error) => void } {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let failure: Error | undefined;

  port.on('message', (message) => {
    const { id, value, error } = message as Reply;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error.code && { code: error.code }));
    else call?.resolve(value);
  });
  const fail = (reason: Error) => {
    failure ??= reason;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };

  const call = (method: string, args: readonly unknown[]): Promise<unknown> => {
    const signal = cancellationSignal();
    lastId += 1;
    const id = lastId;
    const cancel = () => port.postMessage({ cancelled: id } satisfies Cancellation);
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, method, args } satisfies Call);
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel);
    }).finally(() => signal?.removeEventListener('abort', cancel));
  };
  const methods = names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]);
  return { store: Object.fromEntries(methods) as Store, fail };
}
