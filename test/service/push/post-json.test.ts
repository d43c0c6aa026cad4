/** The guard of outgoing posts against private addresses. */
import dns from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import { postJson } from '../../../src/service/push/post-json.js';

let hits = 0;
let server: http.Server;
let port: number;

beforeAll(async () => {
  server = http.createServer((_request, response) => {
    hits += 1;
    response.end('inside');
  });
  server.listen(0, '::');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  hits = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (address: string, allowed: readonly string[] = []) =>
  postJson(new URL(address), '{}', {
    guard: createAddressGuard(allowed),
    timeoutMs: 2_000,
    until: performance.now() + 2_000,
    maxAnswerBytes: 1_000,
  });

const HOSTILE = `
  127.0.0.1 localhost 127.1 2130706433 0x7f.1 0177.0.0.1 0.0.0.0 0 [::1] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [::ffff:0:a00:1] [64:ff9b::7f00:1] [2002:7f00:1::]
  [fe80::1] [fc00::1] [ff02::1] 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1
  255.255.255.255 198.18.0.1 168.63.129.16 [::ffff:168.63.129.16]
`
  .trim()
  .split(/\s+/);

test.each(HOSTILE)('%s is refused', async (host) => {
  await expect(post(`http://${host}:${port}/`)).rejects.toThrow('leads to an address that is not public');
  expect(hits).toBe(0);
});

test('a name is refused if one of its addresses is private', async () => {
  const { resolve4, resolve6 } = dns;
  try {
    Object.assign(dns, { resolve4: async () => ['93.184.216.34'], resolve6: async () => ['fd00::1'] });
    await expect(post(`https://two-faces.example:${port}/`)).rejects.toThrow('not public');
    Object.assign(dns, { resolve6: async () => [] });
    await expect(post(`http://public.example:${port}/`)).rejects.toThrow('must start with https://');
  } finally {
    Object.assign(dns, { resolve4, resolve6 });
  }
});

test('a public address is posted to by https only', async () => {
  await expect(post('http://93.184.216.34/')).rejects.toThrow('must start with https://');
});

test('a name on the list may resolve to anything', async () => {
  expect((await post(`http://LocalHost:${port}/`, ['localhost'])).text).toBe('inside');
});

test('an address that the operator allows is reached', async () => {
  expect((await post(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'])).text).toBe('inside');
  expect((await post(`http://[::1]:${port}/`, ['::1'])).text).toBe('inside');
});

test.each(['10.0.0.0/33', '10.0.0.0/x', '::1/129', '10.0.0.0/', 'a b'])(
  '%j in ALLOW_CALLBACKS is refused by name',
  (entry) => {
    expect(() => createAddressGuard([entry])).toThrow(`ALLOW_CALLBACKS: ${entry}`);
  },
);
