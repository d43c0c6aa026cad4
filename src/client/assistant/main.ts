#!/usr/bin/env node
/** The program `signals-mcp`. Standard output belongs to the protocol; everything else is told on standard error. */
import os from 'node:os';
import path from 'node:path';
import { asSignalsError, SignalsError } from '../../addon/errors.js';
import { findKey } from '../cli/find-key.js';
import { openSqliteStore } from '../sqlite-store.js';
import type { AnswerStore } from '../types.js';
import { createWire } from '../wire.js';
import { type AssistantSettings, runOverStdio } from './program.js';
import { readProgramSettings, USAGE } from './settings.js';

/** Set by the build. */
declare const CLIENT_VERSION: string;

async function main(): Promise<void> {
  const { env } = process;
  const settings = readProgramSettings(process.argv.slice(2), env);
  if (settings === 'help') {
    process.stderr.write(USAGE);
    return;
  }
  const home = os.homedir();
  const key = await findKey({ env, home, keyFile: undefined, prompt: undefined });
  const file = env['SIGNALS_STORE'] ?? path.join(home, '.cache', 'signals', 'answers.sqlite');
  const assistant: AssistantSettings = {
    ...settings,
    key,
    version: CLIENT_VERSION,
    wire: createWire(),
    store: openStore(file),
  };
  const log = (text: string) => process.stderr.write(`${text.split(key).join('***')}\n`);
  const running = await runOverStdio(assistant, { input: process.stdin, output: process.stdout, log });
  await Promise.race([running.ended, untilStopped()]);
  await running.close();
}

/** The same as that of the command line, so that neither pays for what the other has. @throws where it cannot be written */
function openStore(file: string): AnswerStore {
  try {
    return openSqliteStore(file);
  } catch {
    // without it, a crash could cost what was paid for
    throw new SignalsError('SERVICE', 'answers cannot be stored; set SIGNALS_STORE to a file you can write');
  }
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${asSignalsError(error).message}\n`);
  process.exit(1);
}
