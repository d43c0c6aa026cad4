/** The endpoint on this machine: who gets in, how much may be sent, and how it ends. */
import { once } from 'node:events';
import http from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { MAX_BODY } from '../../../src/client/assistant/loopback-server.js';
import { eventually } from '../../support/eventually.js';
import { dayOf, useClientService } from '../client-service.js';
import { type HttpProgram, TOKEN, useAssistants } from './support/assistant.js';
import { answerOf } from './support/told.js';

const service = useClientService();
const assistants = useAssistants();
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

let key = '';
let program: HttpProgram;
beforeEach(async () => {
  key = await service.makeKey(100);
  program = await assistants.startHttp({ SIGNALS_URL: service.url, SIGNALS_API_KEY: key });
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
}

/** By node:http, because fetch sets Host and Origin as it likes. */
async function send({ method = 'POST', path = '/mcp', headers = {}, body = LIST }: Sent) {
  const { port } = new URL(program.url);
  const request = http.request({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
  });
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

test('the token gets in', async () => {
  const { status, headers, text } = await send({});
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(new URL(program.url).hostname).toBe('127.0.0.1');
  expect(text).toContain('find_companies');
});

const REFUSED: readonly (readonly [string, Sent, number])[] = [
  ['no token', { headers: { authorization: '' } }, 401],
  ['another token', { headers: { authorization: `Bearer ${TOKEN}x` } }, 401],
  ['another scheme', { headers: { authorization: `Basic ${TOKEN}` } }, 401],
  ['a name that was made to point here', { headers: { host: 'evil.example:8765' } }, 403],
  ['this name with another port', { headers: { host: '127.0.0.1:1' } }, 403],
  ['a web page', { headers: { origin: 'https://evil.example' } }, 403],
  ['a web page of another program here', { headers: { origin: 'http://localhost:3000' } }, 403],
  ['a page without an origin', { headers: { origin: 'null' } }, 403],
  ['another path', { path: '/' }, 404],
  ['a stream that no one asked for', { method: 'GET', body: '' }, 405],
  ['the end of a session', { method: 'DELETE', body: '' }, 405],
  ['a preflight of a web page', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }, 403],
  ['no JSON', { body: '{' }, 400],
  ['too much', { body: `"${'x'.repeat(MAX_BODY)}"` }, 413],
];

test('all others are refused, and learn nothing', async () => {
  const statuses = new Map<string, number | undefined>();
  for (const [name, sent] of REFUSED) {
    const { status, headers, text } = await send(sent);
    statuses.set(name, status);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(text).not.toContain('find_companies');
    expect(text).not.toContain(TOKEN);
  }
  expect([...statuses]).toEqual(REFUSED.map(([name, , status]) => [name, status]));
});

test('the SDK says that a wrong token is one', async () => {
  const headers = { authorization: 'Bearer wrong-token-of-the-tests' };
  const transport = new StreamableHTTPClientTransport(new URL(program.url), { requestInit: { headers } });
  await expect(new Client({ name: 'test', version: '1' }).connect(transport as Transport)).rejects.toThrow();
});

test('a server that is asked to end finishes what it has begun to pay for', async () => {
  const { call } = await assistants.join(program.url);
  const args = { dataset: 'business-expansion', options: { from: dayOf(0), to: dayOf(5) }, max_credits: 10 };
  const asked = call('ask', args).catch((error: unknown) => error);
  await eventually(async () => (await service.balance(key)) < 100, { everyMs: 2 });
  const exit = once(program.process, 'exit');
  program.process.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  await asked;
  expect(await service.balance(key)).toBe(94);
});

test('ten assistants at once: each answer goes to the one that asked', async () => {
  const joined = await Promise.all(Array.from({ length: 10 }, () => assistants.join(program.url)));
  const results = await Promise.all(
    joined.map(({ call }, index) =>
      call('ask', {
        dataset: 'business-expansion',
        options: { date: dayOf(100 + index) },
        max_credits: 1,
      }),
    ),
  );
  expect(results.map((result) => answerOf(result).records[0]!['id'])).toEqual(
    joined.map((_, index) => `e${100 + index}`),
  );
  expect(await service.balance(key)).toBe(90);
});
