/** The store on a Unix socket, so that the command line works while the service holds the embedded engine. */
import { once } from 'node:events';
import { chmod, mkdir, rm, rmdir } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, readJson } from '../../contract/json.js';
import type { Store } from './create-store.js';
import { connectStore, type Port, serveStore } from './rpc.js';

/** Time for callers to finish. Process managers kill a service some seconds after they stop it. */
const FINISHING_MS = 4_000;

/** Lets only the owner of the data directory call the store. */
export async function listenForCalls({ close: _own, ...shared }: Store, address: string) {
  const folder = path.dirname(address);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    serveStore(shared, portOver(socket));
  });
  server.listen(address);
  await once(server, 'listening');
  await chmod(address, 0o600);
  return {
    /** Waits until no caller is connected; others can still connect. @param onWaiting called if it takes seconds */
    callersLeft: async (onWaiting: () => void) => {
      const timer = setTimeout(onWaiting, FINISHING_MS);
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
      clearTimeout(timer);
    },
    stop: async () => {
      const left = once(server, 'close');
      server.close();
      // pending calls are answered; a client that stays connected must not delay the shutdown
      await Promise.race([left, sleep(FINISHING_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
      await left;
      await rm(address, { force: true });
      // the socket's own directory; the data directory is not empty
      await rmdir(folder).catch(() => undefined);
    },
  };
}

/** @throws if no service listens, or if it is shutting down */
export async function callStore(address: string): Promise<Store> {
  // loaded before the connection, whose end would be missed meanwhile
  const { STORE_METHODS } = await import('./create-store.js');
  const socket = createConnection(address);
  await once(socket, 'connect');
  // pending calls fail when the socket closes; without a listener the error would end the process
  socket.on('error', () => undefined);
  const { store, fail } = connectStore(portOver(socket), STORE_METHODS);
  socket.on('close', () => fail(new Error('The service has stopped')));
  // the system may accept a connection that a service that is shutting down no longer serves
  await store.ping();
  return {
    ...store,
    close: async () => {
      if (socket.closed) return;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.end();
      await closed;
    },
  };
}

/** JSON leaves these characters as they are, and newer versions of Node take them for ends of lines. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** Returns JSON text in one line. */
export function lineOf(message: unknown): string {
  const escaped = (end: string) => `\\u${end.charCodeAt(0).toString(16)}`;
  return `${JSON.stringify(message).replace(LINE_ENDS, escaped)}\n`;
}

/** Sends one JSON text per line. */
function portOver(socket: Socket): Port {
  return {
    postMessage: (message) => socket.write(lineOf(message)),
    on: (_event, receive) =>
      createInterface({ input: socket })
        .on('line', (line) => {
          const message = readJson(line, isObject);
          if (message) receive(message);
          else socket.destroy();
        })
        // the reader repeats the socket's errors; without a listener they would end the process
        .on('error', () => undefined),
  };
}
