#!/usr/bin/env node
/** The program `signals`. */
import os from 'node:os';
import { EXIT } from './exit-codes.js';
import { findTerminal } from './prompt.js';
import { run } from './run.js';

/** Set by the build. */
declare const CLIENT_VERSION: string;

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    ended.abort();
    // a watch ends in order; other commands exit at once, because open purchases are in the store
    if (process.argv[2] === 'watch') return;
    // clears the progress bar, so that the shell's prompt starts on an empty line
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    process.exit(EXIT.interrupted);
  });
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // the reader has closed the pipe, as in `signals ask ... | head`
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
// the command continues without messages and progress
process.stderr.on('error', () => undefined);
process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  home: os.homedir(),
  prompt: undefined,
  confirm: undefined,
  ...findTerminal(process.stdin, process.stderr),
  signal: ended.signal,
  version: CLIENT_VERSION,
});
