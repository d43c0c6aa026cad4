#!/usr/bin/env node
/** The program `signals`. */
import { createInterface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import { version } from '../package.json';
import { EXIT, run } from './run.js';

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    ended.abort();
    // a watch ends in order; other commands exit at once, because open purchases are in the store
    if (process.argv[2] === 'watch') return;
    process.exit(EXIT.interrupted);
  });
}
// Without a listener, an error of a stream would end the program. A command reports by itself that it cannot write
// its answer, and goes on if standard error is closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Asks the person at the terminal. The end of the input is a no. */
function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  // without `terminal`, Ctrl-C stays a signal
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false));
    lines.once('line', (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}

/** Asks for the key without showing it. Returns none at the end of the input. */
function askForKey(): Promise<string> {
  // hides the input before it asks, so that typed-ahead characters stay hidden, too
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write('API key: ');
  return new Promise((resolve) => {
    const end = (typed: string) => {
      lines.close();
      process.stderr.write('\n');
      resolve(typed.trim());
    };
    process.stdin.on('keypress', (_text: string, { ctrl, name }: Key) => {
      if (ctrl && name === 'd') end('');
    });
    lines.once('line', end);
    lines.once('SIGINT', () => {
      end('');
      process.exit(EXIT.interrupted);
    });
  });
}

const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  confirm: isTerminal ? confirm : undefined,
  askForKey: isTerminal ? askForKey : undefined,
  signal: ended.signal,
  version,
});
