/** The program over standard input and output: invalid and very long messages, start and end. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { dayOf, useClientService } from '../client-service.js';
import { useAssistants } from './support/assistant.js';

const service = useClientService();
const assistants = useAssistants();

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its output on standard error. */
  readonly said: string[];
  write(message: unknown): void;
  next(): Promise<Record<string, unknown>>;
}

async function start(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [assistants.program()], {
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', HOME: await assistants.newHome(), ...env },
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    said,
    write: (message) =>
      child.stdin.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>,
  };
}

test('an invalid message is skipped', async () => {
  const { child, write, next } = await start({
    SIGNALS_URL: service.url,
    SIGNALS_API_KEY: await service.makeKey(1),
  });
  write('{ no message\n[]\n"text"\n');
  write(INITIALIZE);
  expect(await next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'signals-for-sheets' } } });
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('an endless message ends the program, and does not fill the memory', async () => {
  const { child, write } = await start({
    SIGNALS_URL: service.url,
    SIGNALS_API_KEY: await service.makeKey(1),
  });
  const exit = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  for (let index = 0; index < 30; index++) write('x'.repeat(100_000));
  expect((await exit)[0]).toBe(0);
});

test('an assistant that disconnects: a purchase in flight is finished and stored', async () => {
  const key = await service.makeKey(100);
  const home = await assistants.newHome();
  const env = { SIGNALS_URL: service.url, SIGNALS_API_KEY: key, HOME: home };
  const { child, write, next } = await start(env);
  write(INITIALIZE);
  await next();
  const args = { dataset: 'business-expansion', options: { from: dayOf(0), to: dayOf(5) }, max_credits: 10 };
  write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  write({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ask', arguments: args } });
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(await service.balance(key)).toBe(94);
  const { call } = await assistants.connect('stdio', env);
  expect((await call('ask', args)).structuredContent).toMatchObject({
    charged: 0,
    total: 6,
    source: 'store',
  });
});

test('an assistant that stops reading answers: a purchase in flight is finished and stored', async () => {
  const key = await service.makeKey(100);
  const home = await assistants.newHome();
  const env = { SIGNALS_URL: service.url, SIGNALS_API_KEY: key, HOME: home };
  const { child, said, write, next } = await start(env);
  write(INITIALIZE);
  await next();
  child.stdout.destroy();
  child.stdin.on('error', () => undefined);
  const asks = [1, 2, 3, 4].map((days) => ({
    dataset: 'business-expansion',
    options: { from: dayOf(0), to: dayOf(days) },
    max_credits: 10,
  }));
  const call = (name: string, args: object, id: number) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  write(
    `${[...asks.map((args, index) => call('ask', args, index + 2)), call('formula', { dataset: 'major-hiring' }, 9)].join('\n')}\n`,
  );
  expect([(await once(child, 'exit'))[0], said.join('')]).toEqual([0, '']);
  const { call: callAgain } = await assistants.connect('stdio', env);
  for (const args of asks)
    expect((await callAgain('ask', args)).structuredContent).toMatchObject({ charged: 0, source: 'store' });
});

test.each<[string, Record<string, string>, string]>([
  ['no key', {}, '#NO_KEY: '],
  ['a key that cannot be one', { SIGNALS_API_KEY: 'a b' }, '#BAD_INPUT: the API key must be'],
  [
    'no address',
    { SIGNALS_API_KEY: 'key-of-the-tests', SIGNALS_URL: 'ftp://x' },
    '#BAD_INPUT: the address must be',
  ],
  [
    'a store that cannot be written',
    { SIGNALS_API_KEY: 'key-of-the-tests', SIGNALS_STORE: '/dev/null/x' },
    '#SERVICE: answers cannot be stored; set SIGNALS_STORE',
  ],
])('%s: it says so and ends', async (_, env, words) => {
  const { child, said } = await start(env);
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(said.join('')).toContain(words);
  expect(said.join('')).not.toContain('key-of-the-tests');
});
