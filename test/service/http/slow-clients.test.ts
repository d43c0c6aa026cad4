/** Clients that send or read slowly are disconnected in time, and do not block others. */
import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { useEngine } from '../support/engines.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { connectTo, untilConnected, useTestService } from '../support/test-service.js';

const TIMEOUTS = { request: 500, idle: 3_000, answer: 1_000, stop: 1_000 };
/** More than the system buffers for a client that does not read. */
const LARGE_ANSWER = `[${'"x",'.repeat(10_000_000)}"x"]`;

const engine = useEngine();
const service = useTestService(engine, {
  credits: 100,
  timeouts: TIMEOUTS,
  store: (store) => ({
    ...store,
    // storing the large answer would delay the others
    charge: (request) => store.charge({ ...request, answer: { ...request.answer, json: '[]' } }),
    queryRecords: async (request) =>
      request.limit === 10 ? { count: 10, json: LARGE_ANSWER } : store.queryRecords(request),
  }),
});

function head(length: number): string {
  return `POST ${EXPANSIONS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${service.key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

/** Returns the number of letters that were sent before the other end closed the connection. */
async function trickle(socket: net.Socket, text: string): Promise<number> {
  for (let sent = 0; sent < text.length; sent += 1) {
    if (socket.destroyed) return sent;
    socket.write(text[sent]!);
    await sleep(50);
  }
  return text.length;
}

test.each([
  ['headers', () => '', (body: string) => head(body.length) + body],
  ['a body', () => head(200), () => '{"limit": 1'.padEnd(200)],
])('%s arriving letter by letter: 408, and cut', async (_what, first, rest) => {
  const socket = connectTo(service);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(first());
  const text = rest('{"limit":1}');
  expect(await trickle(socket, text)).toBeLessThan(text.length);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
});

test.each([
  ['does not read', 0],
  ['reads a little now and then', 4_096],
])('a client that %s is cut and pays for what it may have read; others are served', async (_what, bytes) => {
  const socket = connectTo(service).pause();
  socket.write(`${head(12)}{"limit":10}`);
  const reading = setInterval(() => bytes > 0 && socket.read(bytes), 50).unref();
  const other = await service.as(service.key).post(EXPANSIONS, { limit: 2 });
  expect(other.status).toBe(200);
  await untilConnected(service, 0);
  clearInterval(reading);
  socket.destroy();
  expect(await service.account(service.key)).toMatchObject({
    credits: 88 - 12 * Number(bytes > 0),
    refunded: [],
  });
});
