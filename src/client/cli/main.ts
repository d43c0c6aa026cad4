#!/usr/bin/env node
/** The program `signals`. */
import os from 'node:os';
import { createInterface } from 'node:readline';
import { EXIT, run } from './run.js';

/** Set by the build. */
declare const CLIENT_VERSION: string;

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    ended.abort();
    // a watch ends in order; other commands exit at once, because open purchases are in the store
    if (process.argv[2] === 'watch') return;
    process.exit(EXIT.interrupted);
  });
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // the reader has closed the pipe, as in `signals ask ... | head`
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
// the command continues without messages
process.stderr.on('error', () => undefined);

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

process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  home: os.homedir(),
  confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
  signal: ended.signal,
  version: CLIENT_VERSION,
});
