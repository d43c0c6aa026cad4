/** The store over a channel: methods are called by name, answers matched by number, errors sent with their code. */
import { STORE_METHODS, type Store } from './create-store.js';

/** A two-way channel that keeps the order of messages: a thread's port, a socket. */
export interface Channel {
  send(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  onClose(closed: (reason: Error) => void): void;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
}

/** Executes incoming calls. `without` names methods that this caller may not use. */
export function serveStore(store: Store, channel: Channel, without: readonly (keyof Store)[] = []): void {
  channel.onMessage((message) => {
    const { id, method, args } = message as Call;
    answer(method, args).then(
      (value) => channel.send({ id, value } satisfies Reply),
      (error: Error & { code?: string }) =>
        channel.send({ id, error: { message: error.message, ...(error.code && { code: error.code }) } }),
    );
  });

  async function answer(method: string, args: readonly unknown[]): Promise<unknown> {
    const name = STORE_METHODS.find((known) => known === method && !without.includes(known));
    if (name === undefined) throw new Error(`The store has no method ${method}`);
    const call = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
    return call(...args);
  }
}

/** A store whose methods run at the other end. After the channel has closed, every call fails. */
export function connectStore(channel: Channel): Store {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let closed: Error | undefined;

  channel.onMessage((message) => {
    const { id, value, error } = message as Reply;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error.code && { code: error.code }));
    else call?.resolve(value);
  });
  channel.onClose((reason) => {
    closed ??= reason;
    for (const { reject } of waiting.values()) reject(closed);
    waiting.clear();
  });

  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(closed);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      channel.send({ id: lastId, method, args } satisfies Call);
    });
  return Object.fromEntries(
    STORE_METHODS.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]),
  ) as unknown as Store;
}
