#!/usr/bin/env node
/** The program `signals`. */
import os from 'node:os';
import { createConfirm } from './confirm.js';
import { EXIT } from './exit-codes.js';
import { createPrompt } from './find-key.js';
import { run } from './run.js';

/** Set by the build. */
declare const CLIENT_VERSION: string;

const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    ended.abort();
    // a watch ends in order; all else at once: what is open is in the store
    if (process.argv[2] === 'watch') return;
    // a progress bar would stand before what the shell writes next
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    process.exit(EXIT.interrupted);
  });
}
// who reads our output has had enough, as in `signals ask ... | head`
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}
process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  home: os.homedir(),
  prompt: createPrompt(process.stdin, process.stderr),
  confirm: createConfirm(process.stdin, process.stderr),
  signal: ended.signal,
  version: CLIENT_VERSION,
});
