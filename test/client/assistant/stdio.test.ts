/** The program over standard input and output: invalid and very long messages, start and end. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { askDays, useClientService } from '../client-service.js';
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
  const { child, write, next } = await start(service.environment(await service.makeKey(1)));
  write('{ no message\n[]\n"text"\n');
  write(INITIALIZE);
  expect(await next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'signals-for-sheets' } } });
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('an endless message ends the program, and does not fill the memory', async () => {
  const { child, write } = await start(service.environment(await service.makeKey(1)));
  const exit = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  for (let index = 0; index < 30; index++) write('x'.repeat(100_000));
  expect((await exit)[0]).toBe(0);
});

/** With a key of a hundred credits, after the first message. */
async function startPaying() {
  const key = await service.makeKey(100);
  const env = { ...service.environment(key), HOME: await assistants.newHome() };
  const started = await start(env);
  started.write(INITIALIZE);
  await started.next();
  const call = (id: number, name: string, args: object) =>
    started.write({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  return {
    ...started,
    key,
    call,
    /** Asks once more, by another program with the same store: all of it was paid and stored. */
    async expectStored(asks: readonly object[]) {
      const { call: ask } = await assistants.connect('stdio', env);
      for (const args of asks)
        expect((await ask('ask', args)).structuredContent).toMatchObject({ charged: 0, source: 'store' });
    },
  };
}

test('an assistant that disconnects: a purchase in flight is finished and stored', async () => {
  const { child, key, write, call, expectStored } = await startPaying();
  const args = askDays(0, 6, 10);
  write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  call(2, 'ask', args);
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(await service.balance(key)).toBe(94);
  await expectStored([args]);
});

test('an assistant that stops reading answers: a purchase in flight is finished and stored', async () => {
  const { child, said, call, expectStored } = await startPaying();
  child.stdout.destroy();
  child.stdin.on('error', () => undefined);
  const asks = [2, 3, 4, 5].map((count) => askDays(0, count, 10));
  for (const [index, args] of asks.entries()) call(index + 2, 'ask', args);
  call(9, 'formula', { dataset: 'major-hiring' });
  expect([(await once(child, 'exit'))[0], said.join('')]).toEqual([0, '']);
  await expectStored(asks);
});

const SIGNALS_API_KEY = 'key-of-the-tests';
const UNWRITABLE = { SIGNALS_API_KEY, SIGNALS_STORE: '/dev/null/x' };

test.each<[string, Record<string, string>, string]>([
  ['no key', {}, '#NO_KEY: '],
  ['a key that cannot be one', { SIGNALS_API_KEY: 'a b' }, '#BAD_INPUT: the API key must be'],
  ['no address', { SIGNALS_API_KEY, SIGNALS_URL: 'ftp://x' }, '#BAD_INPUT: the address must be'],
  ['a store that cannot be written', UNWRITABLE, '#SERVICE: answers cannot be stored; set SIGNALS_STORE'],
])('%s: it says so and ends', async (_, env, words) => {
  const { child, said } = await start(env);
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(said.join('')).toContain(words);
  expect(said.join('')).not.toContain(SIGNALS_API_KEY);
});
