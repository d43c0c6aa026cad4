/** The page's connection to the host, with a stand-in for the host. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { connect, type Received, run } from '../../../src/sandbox/page/host-link.js';

let host: WebSocketServer;
/** Resolves when the page loads again. */
let reloaded: Promise<void>;

beforeEach(async () => {
  host = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  reloaded = new Promise((reload) => {
    Object.assign(globalThis, { WebSocket, location: { host: `127.0.0.1:${port}`, reload } });
  });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('the page'));
});
afterEach(async () => {
  for (const client of host.clients) client.terminate();
  await new Promise((resolve) => host.close(resolve));
  await reloaded;
});

/** Opens a page, whose host answers each call with a text. */
async function open(answer: string) {
  host.on('connection', (socket) => socket.on('message', () => socket.send(answer)));
  const receive = jest.fn<void, [Received]>();
  const lose = jest.fn();
  await connect(undefined, receive, lose);
  return { receive, lose };
}

test.each([
  'nonsense',
  '[]',
  '{"type":"unknown"}',
  '{"type":"ran","id":"1"}',
  '{"type":"ran","id":1,"error":{}}',
  '{"type":"ask","id":1,"dialog":{"title":"Sure?"}}',
  '{"type":"answer","answer":{"call":{"key":"A()"},"outcome":1}}',
  '{"type":"mutation","mutation":{"id":"sheet.command.set-range-values","params":{}}}',
  '{"type":"start"}',
])('the message %s fails the waiting calls, and the page loads again', async (answer) => {
  const { receive, lose } = await open(answer);
  await expect(run('menu', 'work')).rejects.toThrow('The sandbox has stopped');
  await reloaded;
  expect(lose).toHaveBeenCalledTimes(1);
  expect(receive).not.toHaveBeenCalled();
});

test('a number of seconds that is none, of a script, does not end the connection', async () => {
  const { receive } = await open('{"type":"toast","title":"","message":"hello","seconds":null}');
  const toast = new Promise((resolve) => void receive.mockImplementation(resolve));
  void run('menu', 'work').catch(() => undefined);
  await expect(toast).resolves.toEqual({ type: 'toast', title: '', message: 'hello', seconds: 5 });
});
