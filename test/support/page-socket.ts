/** The sandbox's WebSocket without a page: what a page would be told. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { FromHost, FromPage, Start } from '../../src/sandbox/server/protocol.js';

export interface PageSocket {
  send(message: FromPage): void;
  /** Resolves with the next message of a type, or one that came already. */
  next<T extends FromHost['type']>(type: T): Promise<FromHost & { type: T }>;
  close(): void;
}

/** @param url the address of the spreadsheet */
export async function openPageSocket(url: string, origin = new URL(url).origin): Promise<PageSocket> {
  const socket = new WebSocket(new URL('socket', url.replace(/^http/, 'ws')), { origin });
  const received: FromHost[] = [];
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)) as FromHost);
    socket.emit('received');
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
    close: () => socket.terminate(),
  };
}

/** The workbook as the host has it. */
export async function readHostSnapshot(url: string): Promise<Start['snapshot']> {
  const socket = await openPageSocket(url);
  socket.send({ type: 'become', role: 'viewer' });
  const { snapshot } = await socket.next('start');
  socket.close();
  return snapshot;
}
