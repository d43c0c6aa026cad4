/** Callbacks that answer badly or never, and names that lead elsewhere: each ends in time and is logged. */
import dns from 'node:dns/promises';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import { useEngine } from '../support/engines.js';
import { useTestService } from '../support/test-service.js';

/** An allowed address. 127.0.0.1 is not allowed, and the same server listens there. */
const ALLOWED = '127.0.0.2';
const TIMEOUT_MS = 4_000;
const LATE = /^does not answer within 4 seconds$/;
const BROKEN = /^cannot be reached \(\w+\)$/;
const TOO_MUCH = /^answers with more than 65536 bytes$/;
const PRIVATE = /^leads to an address that is not public/;
const OK = 'HTTP/1.1 200 OK\r\n';
const GZIPPED = Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`);
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

/** The callback's behaviour on its connection; the logged error, or the logged status. */
type Hostile = readonly [name: string, act: (socket: Socket) => void, logged: RegExp | number];

const again = (socket: Socket, text: string, first = '', everyMs = 50) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
};

const HOSTILE: readonly Hostile[] = [
  ['says nothing', () => undefined, LATE],
  ['does not read', (socket) => socket.pause(), LATE],
  ['ends at once', (socket) => socket.end(), BROKEN],
  ['resets at once', (socket) => socket.resetAndDestroy(), BROKEN],
  ['sends what is no HTTP', (socket) => socket.write('220 mail.example ESMTP\r\n'), BROKEN],
  ['speaks TLS', (socket) => socket.write(Buffer.from('15030100020228', 'hex')), BROKEN],
  ['speaks HTTP/2', (socket) => socket.write(Buffer.from('000000040000000000', 'hex')), BROKEN],
  ['has half a status line', (socket) => socket.write('HTTP/1.1 20'), LATE],
  ['trickles a status line', (socket) => again(socket, ' '), /./],
  ['has endless headers', (socket) => again(socket, 'x-more: 1\r\n', OK), /./],
  ['has too large headers', (socket) => socket.write(`${OK}x-large: ${'x'.repeat(100_000)}\r\n\r\n`), BROKEN],
  ['has endless 100', (socket) => again(socket, 'HTTP/1.1 100 Continue\r\n\r\n'), LATE],
  ['has endless 103', (socket) => again(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), LATE],
  [
    'switches protocols',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    /^answers with the unexpected status 101/,
  ],
  ['has an endless body', (socket) => again(socket, '.', `${OK}\r\n`), LATE],
  ['has half a body', (socket) => socket.write(`${OK}content-length: 10\r\n\r\nhalf`), LATE],
  ['ends in its body', (socket) => socket.end(`${OK}content-length: 10\r\n\r\nhalf`), BROKEN],
  ['has endless chunks', (socket) => again(socket, '1\r\n.\r\n', CHUNKED), LATE],
  ['has a wrong chunk', (socket) => socket.write(`${CHUNKED}zz\r\n.\r\n`), BROKEN],
  ['has endless trailers', (socket) => again(socket, 'a: b\r\n', `${CHUNKED}0\r\n`), /./],
  ['has a flood', (socket) => again(socket, '.'.repeat(50_000), `${OK}\r\n`, 1), TOO_MUCH],
  [
    'has two lengths',
    (socket) => socket.write(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
    BROKEN,
  ],
  [
    'is compressed beyond measure',
    (socket) => socket.end(Buffer.concat([GZIPPED, gzipSync(Buffer.alloc(10_000_000))])),
    200,
  ],
  ['redirects inside', (socket) => socket.end(`HTTP/1.1 307 T\r\nlocation: http://127.0.0.1/\r\n\r\n`), 307],
  ['has its answer inside', (socket) => socket.end(`HTTP/1.1 302 F\r\nlocation: ${inside()}\r\n\r\n`), 302],
  ['has no answer', (socket) => socket.end('HTTP/1.1 303 F\r\nlocation: javascript:x\r\n\r\n'), 303],
];

const NAMES = {
  // allowed at the check, private at the next look-up
  'rebinding.example': [[ALLOWED], ['127.0.0.1']],
  'inside.example': [['127.0.0.1']],
  'two-faces.example': [[ALLOWED, '127.0.0.1']],
  'silent.example': [],
};
const HOSTILE_NAMES: readonly (readonly [name: string, logged: RegExp | number])[] = [
  ['rebinding.example', 200],
  ['inside.example', PRIVATE],
  ['two-faces.example', PRIVATE],
  ['silent.example', LATE],
  ['missing.example', BROKEN],
];

const engine = useEngine();
const service = useTestService(engine, {
  credits: 0,
  guard: createAddressGuard([ALLOWED]),
  pushTimeoutMs: TIMEOUT_MS,
});
let server: net.Server;
let names: ReturnType<typeof resolveNames>;
let port: number;
const connections = new Set<Socket>();
/** The addresses of all connections. */
const reached: string[] = [];

beforeAll(async () => {
  server = net.createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => undefined);
    reached.push(socket.localAddress!);
    socket.once('data', (request) => {
      const index = Number(/^POST \/(\d+)/.exec(request.toString('latin1'))?.[1]);
      const act = HOSTILE[index]?.[1] ?? ((one: Socket) => one.end(`${OK}content-length: 2\r\n\r\nok`));
      act(socket);
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  names = resolveNames(NAMES);
});
afterAll(() => {
  names.restore();
  for (const socket of connections) socket.destroy();
  server.close();
});

test(`${HOSTILE.length} callbacks and ${HOSTILE_NAMES.length} names`, async () => {
  const callbacks = [
    ...HOSTILE.map(([what, , logged], index) => ({ what, logged, host: ALLOWED, path: `/${index}` })),
    ...HOSTILE_NAMES.map(([host, logged]) => ({ what: host, logged, host, path: `/name/${host}` })),
  ];
  const results = await Promise.all(
    callbacks.map(async ({ what, logged, host, path }, index) => {
      // the groups identify the entries in the log
      await engine.store.addToGroup(`hostile-${index}`, ['c1', 'c2']);
      const reply = await service.as(service.key).post(`/api/v1/push-news/hostile-${index}/2`, undefined, {
        'callback-url': `http://${host}:${port}${path}`,
      });
      return { what, reply, expected: typeof logged === 'number' ? 200 : 400 };
    }),
  );
  expect(results.map(({ what, reply }) => [what, reply.status])).toEqual(
    results.map(({ what, expected }) => [what, expected]),
  );

  const entries = await engine.store.deliveries(1_000);
  expect(entries).toHaveLength(callbacks.length);
  for (const [index, { what, logged, host }] of callbacks.entries()) {
    const entry = entries.find(({ group }) => group === `hostile-${index}`);
    expect(entry?.callback).toBe(`http://${host}:${port}`);
    if (typeof logged !== 'number') {
      const message = `callback-url ${entry?.error}`;
      expect(results[index]!.reply.json()).toEqual({ status: '400', code: 'BAD_INPUT', message });
    }
    const said = typeof logged === 'number' ? entry?.status : entry?.error;
    expect([what, said]).toEqual([what, typeof logged === 'number' ? logged : expect.stringMatching(logged)]);
  }
  // only the checked address was connected to
  expect(new Set(reached)).toEqual(new Set([ALLOWED]));
  expect(names.asked.filter((name) => name === 'rebinding.example')).toHaveLength(1);
});

function inside(): string {
  return `http://127.0.0.1:${port}/`;
}

/**
 * Looks up names whose addresses change with each question, in place of the name servers.
 * @param names the IPv4 addresses of each name, one list per question; the last list stays. A name without
 * lists gets no answer, and a missing name does not exist.
 */
function resolveNames(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = [];
  const { resolve4, resolve6 } = dns;
  Object.assign(dns, {
    async resolve4(host: string) {
      const before = asked.filter((one) => one === host).length;
      asked.push(host);
      const answers = names[host];
      if (!answers) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return answers[Math.min(before, answers.length - 1)] ?? new Promise<never>(() => undefined);
    },
    resolve6: () => Promise.reject(new Error('no IPv6')),
  });
  return {
    asked,
    /** Brings the real look-ups back. */
    restore: () => {
      Object.assign(dns, { resolve4, resolve6 });
    },
  };
}
