/** Clients that send or read slowly are cut in time, and hold nobody else up. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { useEngine } from '../support/engines.js';
import { useTestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const PATIENCE = { request: 500, idle: 3_000, answer: 1_000 };
/** Far below the time in which a client that sends or reads on would be done. */
const IN_TIME_MS = 2_500;
/** More than the system buffers for a client that does not read. */
const LARGE_ANSWER = `[${'"x",'.repeat(10_000_000)}"x"]`;

const engine = useEngine();
const service = useTestService(engine, {
  credits: 100,
  patience: PATIENCE,
  store: (store) => ({
    ...store,
    buyRecords: async (request) => {
      if (request.limit !== 10) return store.buyRecords(request);
      const { digest, dataset } = request;
      const account = (await store.findAccount(digest))!;
      const charge = await store.charge({ keyId: account.keyId, amount: 10, dataset });
      return { account, answer: { count: 10, json: LARGE_ANSWER }, charge };
    },
  }),
});

function connect(): net.Socket {
  const { hostname, port } = new URL(service.url);
  // a broken pipe is what a cut client sees
  return net.connect(Number(port), hostname).on('error', () => undefined);
}

function head(length: number): string {
  return `POST ${EXPANSIONS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${service.key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

/** Milliseconds until the other end has closed. */
async function untilClosed(socket: net.Socket): Promise<number> {
  const started = performance.now();
  while (!socket.destroyed) {
    if (performance.now() - started > IN_TIME_MS * 4) throw new Error('still open');
    await sleep(20);
  }
  return performance.now() - started;
}

async function trickle(socket: net.Socket, text: string): Promise<void> {
  for (const letter of text) {
    if (socket.destroyed) return;
    socket.write(letter);
    await sleep(50);
  }
}

test.each([
  ['headers', () => '', (body: string) => head(body.length) + body],
  ['a body', () => head(200), () => '{"limit": 1'.padEnd(200)],
])('%s arriving letter by letter: 408, and cut', async (_what, first, rest) => {
  const socket = connect();
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(first());
  const closed = untilClosed(socket);
  await trickle(socket, rest('{"limit":1}'));
  expect(await closed).toBeLessThan(IN_TIME_MS);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
    status: '408',
    code: 'BAD_INPUT',
    message: 'request did not arrive in time',
  });
});

test.each([
  ['does not read', 0],
  ['reads a little now and then', 4_096],
])(
  'a client that %s is cut and pays for what it may have read; others are served meanwhile',
  async (_what, bytes) => {
    const socket = connect().pause();
    socket.write(`${head(12)}{"limit":10}`);
    const cut = new Promise<number>((resolve) => {
      const started = performance.now();
      const watch = setInterval(async () => {
        if (bytes > 0) socket.read(bytes);
        const open = await new Promise<number>((done) =>
          service.app.server.getConnections((_error, count) => done(count)),
        );
        if (open > 0) return;
        clearInterval(watch);
        resolve(performance.now() - started);
      }, 50);
    });
    const other = await service.send(EXPANSIONS, {
      headers: { 'x-api-key': service.key },
      body: { limit: 2 },
    });
    expect(other.status).toBe(200);
    expect(await cut).toBeLessThan(IN_TIME_MS);
    socket.destroy();
    const account = async () =>
      (
        await engine.sql(`select (select credits::int from api_key) as credits,
      (select count(*)::int from ledger where state = 'held') as held,
      (select count(*)::int from ledger where state = 'refunded') as refunded`)
      )[0];
    for (let tries = 0; tries < 50 && (await account())?.['held'] !== 0; tries += 1) await sleep(20);
    expect(await account()).toEqual({
      credits: 88 - 12 * Number(bytes > 0),
      held: 0,
      refunded: 0,
    });
  },
);
