#!/usr/bin/env node
/** The program `signals`. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
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

/**
 * Asks the person at the terminal. Returns no text at the end of the input, and ends the program on Ctrl-C.
 * @param isHidden true for a secret: then readline shows nothing, and gets Ctrl-C as a key
 */
async function ask(question: string, isHidden: boolean): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  // hides the input before it asks, so that typed-ahead characters stay hidden, too
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: isHidden });
  process.stderr.write(question);
  lines.once('SIGINT', () => {
    lines.close();
    process.exit(EXIT.interrupted);
  });
  const [typed = ''] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  lines.close();
  if (isHidden) process.stderr.write('\n');
  return typed.trim();
}

/** The end of the input is a no. */
async function confirm(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `, false));
}

const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  confirm: isTerminal ? confirm : undefined,
  askForKey: isTerminal ? () => ask('API key: ', true) : undefined,
  signal: ended.signal,
  version,
});
