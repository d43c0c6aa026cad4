/** The store on a Unix socket, so that the command line works while the service holds the embedded engine. */
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Store } from './create-store.js';
import { type Channel, connectStore, serveStore } from './rpc.js';

/** Lets the owner of the data directory call the store, and nobody else. */
export async function listenForCalls(store: Store, address: string): Promise<() => Promise<void>> {
  await rm(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    serveStore(store, channelOver(socket), ['close']);
  });
  server.listen(address);
  await once(server, 'listening');
  await chmod(address, 0o600);
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await rm(address, { force: true });
  };
}

/** @throws ENOENT or ECONNREFUSED when nobody listens */
export async function callStore(address: string): Promise<Store> {
  const socket = createConnection(address);
  await once(socket, 'connect');
  return {
    ...connectStore(channelOver(socket)),
    close: async () => {
      socket.end();
      await once(socket, 'close');
    },
  };
}

/** One JSON text per line. */
function channelOver(socket: Socket): Channel {
  return {
    send: (message) => socket.write(`${JSON.stringify(message)}\n`),
    onMessage: (receive) => {
      createInterface({ input: socket }).on('line', (line) => receive(JSON.parse(line)));
    },
    onClose: (closed) => socket.on('close', () => closed(new Error('The service has stopped'))),
  };
}
