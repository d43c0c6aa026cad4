/** The store on a socket: a failure of one end does not stop the other. */
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Store } from '../../../src/service/store/create-store.js';
import { callStore, lineOf, listenForCalls } from '../../../src/service/store/store-socket.js';
import { createGate } from '../../support/gate.js';
import { useTempFolders } from '../../support/temp-folder.js';

let folder: string;
let address: string;
const newFolder = useTempFolders();
beforeEach(() => {
  folder = newFolder();
  address = path.join(folder, 'store.sock');
});

const ping = async () => undefined;

test('a caller that is killed before its answer does not stop the service', async () => {
  const [asked, answered] = [createGate(), createGate()];
  const readPepperCheck = async () => {
    asked.open();
    await answered.opened;
    return 'of a megabyte'.repeat(100_000);
  };
  const { stop } = await listenForCalls({ ping, readPepperCheck } as Partial<Store> as Store, address);
  const caller = createConnection(address);
  caller.write(`${JSON.stringify({ id: 1, method: 'readPepperCheck', args: [] })}\n`);
  await asked.opened;
  caller.destroy();
  await once(caller, 'close');
  answered.open();
  const another = await callStore(address);
  await another.ping();
  await another.close();
  await stop();
});

test('the folder of a socket is made when it listens, and is removed if nothing else is in it', async () => {
  const own = path.join(folder, 'own', 'store.sock');
  const { stop } = await listenForCalls({ ping } as Partial<Store> as Store, own);
  expect(statSync(path.dirname(own)).mode & 0o777).toBe(0o700);
  await stop();
  expect(readdirSync(folder)).toEqual([]);
});

test('a command that has ended answers the others that use its store until they have left', async () => {
  const { callersLeft, stop } = await listenForCalls({ ping } as Partial<Store> as Store, address);
  const first = await callStore(address);
  const left = callersLeft(() => undefined);
  const second = await callStore(address);
  await first.close();
  await second.ping();
  await second.close();
  await left;
  await stop();
});

test('a call to a service that stops at that moment fails, and the caller continues', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(address);
  await once(server, 'listening');
  const called = callStore(address);
  await once(server, 'connection');
  server.close();
  for (const socket of sockets) socket.destroy();
  await expect(called).rejects.toThrow('The service has stopped');
});

test('a caller that does not send JSON is disconnected, and the service continues', async () => {
  const { stop } = await listenForCalls({ ping } as Partial<Store> as Store, address);
  for (const line of ['GET / HTTP/1.1', '"text"', 'null', '{"id":1']) {
    const caller = createConnection(address);
    caller.write(`${line}\n`);
    await once(caller, 'close');
  }
  const another = await callStore(address);
  await another.ping();
  await another.close();
  await stop();
});

test('a message is one line, also for a reader that ends lines at U+2028 and U+2029', () => {
  const message = { title: 'a\u2028b\u2029c\nd' };
  const line = lineOf(message);
  expect(line.split(/[\n\u2028\u2029]/)).toEqual([line.trimEnd(), '']);
  expect(JSON.parse(line)).toEqual(message);
});
