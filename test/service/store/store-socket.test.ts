/** The store on a socket: a failure of one end does not stop the other. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Store } from '../../../src/service/store/create-store.js';
import { callStore, listenForCalls } from '../../../src/service/store/store-socket.js';

let folder: string;
let address: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
  address = path.join(folder, 'store.sock');
});
afterEach(() => rm(folder, { recursive: true }));

const ping = async () => undefined;

test('a caller that is killed before its answer does not stop the service', async () => {
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let answer = (_value: string) => {};
  const readSetting = () => {
    asked();
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  };
  const stop = await listenForCalls({ ping, readSetting } as Partial<Store> as Store, address);
  const caller = createConnection(address);
  caller.write(`${JSON.stringify({ id: 1, method: 'readSetting', args: ['a'] })}\n`);
  await isAsked;
  caller.destroy();
  await once(caller, 'close');
  answer('of a megabyte'.repeat(100_000));
  const another = await callStore(address);
  await another.ping();
  await another.close();
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
  const stop = await listenForCalls({ ping } as Partial<Store> as Store, address);
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
