/** The page's connection to the host, with a stand-in for the host. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { connect, type Received, run } from '../../../src/sandbox/page/host-link.js';

let host: WebSocketServer;
/** Resolves when the page loads again. */
let reloaded: Promise<void>;
/** The message with which a page starts. */
const START = JSON.stringify({
  ...{ type: 'start', unitId: 'u', snapshot: {}, functions: [], answers: [], charts: {} },
  user: { role: 'owner', email: 'ann@acme.example' },
});

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

/** Opens a page, whose host sends these messages, and answers each call with a text. */
async function open(answer: string, ...sent: readonly string[]) {
  host.on('connection', (socket) => {
    for (const message of sent) socket.send(message);
    socket.on('message', () => socket.send(answer));
  });
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
  const { receive, lose } = await open(answer, START);
  await expect(run('menu', 'work')).rejects.toThrow('The sandbox has stopped');
  await reloaded;
  expect(lose).toHaveBeenCalledTimes(1);
  expect(receive.mock.calls.map(([{ type }]) => type)).toEqual(['start']);
});

test('a page that cannot read its start does not load again, and again', async () => {
  const pauses = jest.spyOn(globalThis, 'setTimeout');
  const { lose } = await open('', '{"type":"start"}');
  while (lose.mock.calls.length === 0) await new Promise(setImmediate);
  location.reload();
  // it would try every half second
  expect(pauses.mock.calls.filter(([, ms]) => ms === 500)).toEqual([]);
});

test('a number of seconds that is none, of a script, does not end the connection', async () => {
  const { receive } = await open('{"type":"toast","title":"","message":"hello","seconds":null}');
  const toast = new Promise((resolve) => void receive.mockImplementation(resolve));
  void run('menu', 'work').catch(() => undefined);
  await expect(toast).resolves.toEqual({ type: 'toast', title: '', message: 'hello', seconds: 5 });
});
