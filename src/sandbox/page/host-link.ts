/** The WebSocket to the host. */
import type { FromHost, FromPage } from '../server/protocol.js';

export interface HostLink {
  send(message: FromPage): void;
  /** Runs a function of the script. @throws Error with the script's message. */
  run(mode: 'menu' | 'sidebar', functionName: string, args?: readonly unknown[]): Promise<unknown>;
}

export interface HostLinkOptions {
  /** Undefined for the first one. */
  readonly spreadsheetId: string | undefined;
  readonly onMessage: (message: Exclude<FromHost, { type: 'ran' }>) => void;
  readonly onLost: () => void;
}

const TRY_EVERY_MS = 500;

/** Resolves when the connection is open. */
export async function openHostLink({ spreadsheetId, onMessage, onLost }: HostLinkOptions): Promise<HostLink> {
  const query = spreadsheetId === undefined ? '' : `?d=${spreadsheetId}`;
  const socket = new WebSocket(`ws://${location.host}/socket${query}`);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as FromHost;
    if (message.type !== 'ran') return onMessage(message);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(new Error(message.error));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The sandbox has stopped'));
    waiting.clear();
    onLost();
    void reloadWhenBack();
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const send = (message: FromPage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  return {
    send,
    run: (mode, functionName, args = []) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ type: 'run', id: lastId, mode, functionName, args });
      }),
  };
}

/** The sandbox may be started again at the same address. */
async function reloadWhenBack(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    const isBack = await fetch('/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isBack) return location.reload();
  }
}
