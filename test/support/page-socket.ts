/** The sandbox's WebSocket without a page: receives the messages that a page would. */
import { once } from 'node:events';
import type { IWorkbookData } from '@univerjs/core';
import { WebSocket } from 'ws';
import { type FromHost, type FromPage, readHostMessage } from '../../src/sandbox/server/protocol.js';

export interface PageSocket {
  send(message: FromPage): void;
  /** Resolves with the first unread message of a type, or waits for one. */
  next<T extends FromHost['type']>(type: T): Promise<FromHost & { type: T }>;
  /** Returns the unread messages of a type. */
  received<T extends FromHost['type']>(type: T): readonly (FromHost & { type: T })[];
  /** Resolves with the close code of the host. */
  closed(): Promise<number>;
  close(): void;
}

/** @param url the address of the spreadsheet @param options by default, its origin and the first spreadsheet */
export async function openPageSocket(
  url: string,
  {
    origin = new URL(url).origin,
    spreadsheetId,
  }: { origin?: string; spreadsheetId?: string | undefined } = {},
): Promise<PageSocket> {
  const address = new URL('socket', url.replace(/^http/, 'ws'));
  if (spreadsheetId !== undefined) address.searchParams.set('d', spreadsheetId);
  const socket = new WebSocket(address, { origin });
  const received: FromHost[] = [];
  socket.on('message', (data) => {
    const message = readHostMessage(String(data));
    if (message) received.push(message);
    socket.emit(message ? 'received' : 'error', new Error(`The host has sent an invalid message: ${data}`));
  });
  await once(socket, 'open');
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    async next(type) {
      for (;;) {
        const at = received.findIndex((message) => message.type === type);
        if (at >= 0) return received.splice(at, 1)[0] as FromHost & { type: typeof type };
        await once(socket, 'received');
      }
    },
    received: <T extends FromHost['type']>(type: T) =>
      received.filter((message): message is FromHost & { type: T } => message.type === type),
    async closed() {
      const [code] = (await once(socket, 'close')) as [number];
      return code;
    },
    close: () => socket.terminate(),
  };
}

/** Returns the host's workbook. */
export async function readHostSnapshot(url: string): Promise<IWorkbookData> {
  const socket = await openPageSocket(url);
  socket.send({ type: 'become', role: 'viewer' });
  const { snapshot } = await socket.next('start');
  socket.close();
  return snapshot as IWorkbookData;
}
